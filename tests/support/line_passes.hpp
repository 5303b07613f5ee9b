// SPDX-License-Identifier: BSD-3-Clause
// What a pass must compute, line by line with sums in long double: the reference of the pass
// kernels' twin, and a way to run a whole schedule without a device.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "tests/support/direct_dft.hpp"

namespace tobiuo::test {

/// One side of the lines of a pass: which points of a whole line a line has, and where they lie.
class LineEnd {
public:
    LineEnd(int points, fft::Side side, const fft::Lines& lines, const fft::Part& part)
        : side_{side}, lines_{lines}, part_{part}
    {
        if (part.length == 0) {
            part_ = {.length = points, .stride = 1, .divisor = 1, .chirp = part.chirp};
        }
    }

    [[nodiscard]] bool has_reals() const
    {
        return side_ == fft::Side::real || side_ == fft::Side::pairs;
    }
    [[nodiscard]] bool has_half() const
    {
        return side_ == fft::Side::spectrum || side_ == fft::Side::pairs_spectrum;
    }

    /// The number of a point in the whole line, which may be beyond its end.
    [[nodiscard]] long long index(long long line, long long point) const
    {
        return point * part_.stride + line / part_.divisor % part_.stride;
    }
    [[nodiscard]] bool exists(long long index) const { return index < part_.length; }
    [[nodiscard]] bool is_stored(long long index) const
    {
        return exists(index) && (!has_half() || index <= part_.length / 2);
    }
    /// The point that a half spectrum stores instead.
    [[nodiscard]] long long mirror(long long index) const { return part_.length - index; }
    [[nodiscard]] bool mirrors_itself(long long index) const
    {
        return index == 0 || 2 * index == part_.length;
    }
    [[nodiscard]] long long place(long long line, long long index) const
    {
        return lines_.offset(line) + (index - this->index(line, 0)) * (lines_.step / part_.stride);
    }

    /// The factor exp(-pi i index^2 / length), or 1 without a chirp.
    [[nodiscard]] Wide chirp(long long index) const
    {
        return is_bluestein() ? root(index * index % (2 * part_.length), 2 * part_.length)
                              : Wide{1};
    }
    [[nodiscard]] bool is_swapped() const { return part_.chirp == fft::Chirp::inverse; }

private:
    [[nodiscard]] bool is_bluestein() const { return part_.chirp != fft::Chirp::none; }

    static Wide root(long long numerator, long long denominator)
    {
        const long double angle = -2 * std::numbers::pi_v<long double> *
                                  static_cast<long double>(numerator) /
                                  static_cast<long double>(denominator);
        return {std::cos(angle), std::sin(angle)};
    }

    fft::Side side_;
    fft::Lines lines_;
    fft::Part part_;
};

/// A pass by its documentation. `from` and `to` are arrays of T, in which a complex value takes
/// two.
template <typename T>
class LinePass {
public:
    explicit LinePass(const fft::PassForm& form)
        : form_{form},
          source_{form.points, form.source_side, form.source, form.source_part},
          sink_{form.points, form.sink_side, form.sink, form.sink_part},
          twiddle_table_{roots_of_unity(form.twiddle.length, sign())}
    {
        if (form.convolution.points > 0) {
            for (const auto& value :
                 fft::chirp_filter<double>(form.convolution.points, form.convolution.length)) {
                filter_.emplace_back(value.x, value.y);
            }
        }
    }

    void run(const T* from, T* to) const
    {
        // All lines are read first, so that the pass also works in place.
        std::vector<std::vector<Wide>> lines;
        for (long long line = 0; line < form_.source.count; ++line) {
            lines.push_back(read(from, line));
        }
        for (long long line = 0; line < form_.source.count; ++line) {
            write(to, line, transformed(lines[static_cast<std::size_t>(line)], line));
        }
    }

private:
    [[nodiscard]] int sign() const { return form_.inverse ? 1 : -1; }
    static Wide swapped(Wide value) { return {value.imag(), value.real()}; }

    [[nodiscard]] Wide value_of(const T* from, long long line, long long index) const
    {
        if (!source_.exists(index)) {
            return 0;
        }
        if (source_.has_reals()) {
            return from[source_.place(line, index)];
        }
        const bool stored = source_.is_stored(index);
        const auto at = 2 * source_.place(line, stored ? index : source_.mirror(index));
        const bool real = source_.has_half() && source_.mirrors_itself(index);
        const Wide value{from[at], real ? T{0} : from[at + 1]};
        return stored ? value : std::conj(value);
    }

    [[nodiscard]] std::vector<Wide> read(const T* from, long long line) const
    {
        std::vector<Wide> points;
        for (long long n = 0; n < form_.points; ++n) {
            const long long index = source_.index(line, n);
            const Wide value = value_of(from, line, index);
            points.push_back((source_.is_swapped() ? swapped(value) : value) *
                             source_.chirp(index));
        }
        return points;
    }

    [[nodiscard]] std::vector<Wide> transformed(std::vector<Wide> points, long long line) const
    {
        if (form_.twiddle_first) {
            twiddle(points, line);
        }
        points = direct_dft({form_.points}, points, sign());
        if (!filter_.empty()) {
            filter(points, line);
            points = direct_dft({form_.points}, points, -sign());
        }
        if (!form_.twiddle_first) {
            twiddle(points, line);
        }
        return points;
    }

    void twiddle(std::vector<Wide>& points, long long line) const
    {
        if (twiddle_table_.empty()) {
            return;
        }
        const auto second =
            static_cast<std::size_t>(line / form_.twiddle.divisor % form_.twiddle.second);
        for (std::size_t k = 0; k < points.size(); ++k) {
            points[k] *= twiddle_table_[k * second % twiddle_table_.size()];
        }
    }

    void filter(std::vector<Wide>& points, long long line) const
    {
        const auto& [whole, length, first, second, divisor] = form_.convolution;
        const long long row = line / divisor % (first * second);
        for (std::size_t k3 = 0; k3 < points.size(); ++k3) {
            const auto before = row / second + first * (row % second);
            points[k3] *= filter_[static_cast<std::size_t>(before) +
                                  static_cast<std::size_t>(first * second) * k3];
        }
    }

    void write(T* to, long long line, const std::vector<Wide>& points) const
    {
        for (long long k = 0; k < form_.points; ++k) {
            const long long index = sink_.index(line, k);
            if (!sink_.is_stored(index)) {
                continue;
            }
            Wide value = points[static_cast<std::size_t>(k)] * sink_.chirp(index);
            value = sink_.is_swapped() ? swapped(value) : value;
            if (sink_.has_half() && sink_.mirrors_itself(index)) {
                value = value.real();
            }
            const long long at = sink_.place(line, index);
            if (sink_.has_reals()) {
                to[at] = static_cast<T>(value.real());
            } else {
                to[2 * at] = static_cast<T>(value.real());
                to[2 * at + 1] = static_cast<T>(value.imag());
            }
        }
    }

    fft::PassForm form_;
    LineEnd source_;
    LineEnd sink_;
    std::vector<Wide> twiddle_table_;
    std::vector<Wide> filter_;
};

}  // namespace tobiuo::test
