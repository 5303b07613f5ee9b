// SPDX-License-Identifier: BSD-3-Clause
// DCT-I and DST-I of a tile, computing half of the coefficients at a time.
//
// With n intervals, the odd coefficients of the DCT-I of x[0 ... n] are the DCT-III of
// x[j] - x[n - j], j < n / 2, and the even ones the DCT-I of x[j] + x[n - j] (twice x[n / 2] in the
// middle); for the DST-I sums and differences change places. As long as n is even this halves the
// remaining transform, so that in all it costs about one DCT-III; FFTW computes the remaining odd
// one. Nothing is divided by a small number, unlike in methods of one step.
// Source: G. Plonka and M. Tasche, Linear Algebra Appl. 394, 309 (2005), section 2.

#include <memory>
#include <vector>

#include "kernels/fft/host/line_steps.hpp"
#include "kernels/fft/host/real_plan.hpp"

namespace tobiuo::fft {
namespace {

template <typename T>
class HalvedLines final : public LineSteps<T> {
public:
    HalvedLines(RealKind kind, std::int64_t length, Effort effort)
        : sine_{kind == RealKind::sine_1},
          levels_{levels_of(intervals_of(length), effort)},
          rest_{{{.kind = kind, .length = length_of(rest_intervals(length)), .stride = width}},
                {.count = width, .stride = 1},
                Placement::in_place,
                effort}
    {
        this->round_trip = fft::round_trip(kind, length);
        this->modes.resize(static_cast<std::size_t>(length));
        for (std::int64_t j = 0; j < length; ++j) {
            this->input_rows.push_back({.row = j, .negated = false});
        }
        name_modes(length);
    }

    void forward(T* tile) const override
    {
        T* part = tile;
        for (const Level& level : levels_) {
            add_and_subtract(level, part);
            level.odd.forward(odd_part(level, part));
            part = even_part(level, part);
        }
        rest_.execute(part, part);
    }

    void inverse(T* tile) const override { inverse_from(0, tile); }

private:
    static constexpr std::int64_t width = LineSteps<T>::width;

    struct Level {
        std::int64_t intervals;  ///< n, even
        HostLineTransform<T> odd;
    };

    // A DCT-I of n intervals has n + 1 samples, a DST-I n - 1, because the zeros at its ends are
    // not stored.
    [[nodiscard]] std::int64_t intervals_of(std::int64_t length) const
    {
        return sine_ ? length + 1 : length - 1;
    }
    [[nodiscard]] std::int64_t length_of(std::int64_t intervals) const
    {
        return sine_ ? intervals - 1 : intervals + 1;
    }

    /// Whether both halves have at least one sample.
    static bool can_halve(std::int64_t intervals) { return intervals % 2 == 0 && intervals >= 4; }

    [[nodiscard]] std::int64_t rest_intervals(std::int64_t length) const
    {
        std::int64_t intervals = intervals_of(length);
        while (can_halve(intervals)) {
            intervals /= 2;
        }
        return intervals;
    }

    [[nodiscard]] std::vector<Level> levels_of(std::int64_t intervals, Effort effort) const
    {
        std::vector<Level> levels;
        for (; can_halve(intervals); intervals /= 2) {
            levels.push_back(
                {.intervals = intervals,
                 .odd = {sine_ ? RealKind::sine_3 : RealKind::cosine_3, intervals / 2, effort}});
        }
        return levels;
    }

    // The rows of a level are first differences, then sums; number j is in the row of x[j] or x[n -
    // j]. In a DCT-I the n / 2 values for the odd coefficients are therefore in front, in order; in
    // a DST-I they are behind, in reverse order, as sine_3 takes them. The remaining values of a
    // DCT-I are reversed, which only changes the sign of every second coefficient.
    [[nodiscard]] std::int64_t odd_row(const Level& level) const
    {
        return sine_ ? level.intervals / 2 - 1 : 0;
    }
    [[nodiscard]] std::int64_t even_row(const Level& level) const
    {
        return sine_ ? 0 : level.intervals / 2;
    }
    T* odd_part(const Level& level, T* part) const { return part + odd_row(level) * width; }
    T* even_part(const Level& level, T* part) const { return part + even_row(level) * width; }

    /// Calls body(row of x[j], row of x[n - j]) for both ends of each pair.
    template <typename Body>
    void for_each_pair(const Level& level, T* part, const Body& body) const
    {
        const std::int64_t first = sine_ ? 1 : 0;  // the index in row 0
        for (std::int64_t j = first; j < level.intervals / 2; ++j) {
            body(part + (j - first) * width, part + (level.intervals - j - first) * width);
        }
    }

    void add_and_subtract(const Level& level, T* part) const
    {
        for_each_pair(level, part, [](T* low, T* high) {
            for (std::int64_t line = 0; line < width; ++line) {
                const T difference = low[line] - high[line];
                high[line] += low[line];
                low[line] = difference;
            }
        });
        T* const middle = part + (level.intervals / 2 - (sine_ ? 1 : 0)) * width;
        for (std::int64_t line = 0; line < width; ++line) {
            middle[line] *= T{2};
        }
    }

    /// Both parts come back multiplied by n, so their sums and differences are multiplied by 2 n,
    /// the factor of the whole; the middle is, too, because it was doubled.
    void inverse_from(std::size_t at, T* part) const
    {
        if (at == levels_.size()) {
            rest_.execute(part, part);
            return;
        }
        const Level& level = levels_[at];
        level.odd.inverse(odd_part(level, part));
        inverse_from(at + 1, even_part(level, part));
        for_each_pair(level, part, [](T* low, T* high) {
            for (std::int64_t line = 0; line < width; ++line) {
                const T difference = high[line] - low[line];
                low[line] += high[line];
                high[line] = difference;
            }
        });
    }

    /// Coefficient k (from 1 for sines) of a level is coefficient k * `every` of the whole
    /// transform.
    void name_modes(std::int64_t length)
    {
        const std::int64_t first = sine_ ? 1 : 0;
        std::int64_t every = 1;
        std::int64_t row = 0;
        for (const Level& level : levels_) {
            const auto& odd = level.odd.modes();
            for (std::size_t r = 0; r < odd.size(); ++r) {
                this->modes[static_cast<std::size_t>(row + odd_row(level)) + r] =
                    (2 * odd[r] + 1) * every - first;
            }
            row += even_row(level);
            every *= 2;
        }
        for (std::int64_t k = first; k < length_of(rest_intervals(length)) + first; ++k) {
            this->modes[static_cast<std::size_t>(row + k - first)] = k * every - first;
        }
    }

    bool sine_;
    std::vector<Level> levels_;
    HostRealPlan<T> rest_;
};

}  // namespace

template <typename T>
std::unique_ptr<LineSteps<T>> halved_lines(RealKind forward, std::int64_t length, Effort effort)
{
    return std::make_unique<HalvedLines<T>>(forward, length, effort);
}

template std::unique_ptr<LineSteps<float>> halved_lines(RealKind, std::int64_t, Effort);
template std::unique_ptr<LineSteps<double>> halved_lines(RealKind, std::int64_t, Effort);

}  // namespace tobiuo::fft
