// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/dense/bidiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "runtime/threads.hpp"
#include "solvers/poisson/dense/dense_functions.hpp"

namespace tobiuo::poisson {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// The part of a value that neglecting an element changes at most.
constexpr double tolerance = 4.0 * epsilon;
/// Steps from end to end for each value, a bound that is never met.
constexpr std::int64_t most_sweeps = 60;
/// Rotations that are kept for each row before they are applied.
constexpr std::int64_t rotations_together = 64;

struct Rotation {
    double c = 1.0;
    double s = 0.0;
    double r = 0.0;  ///< what c f + s g is; c g - s f is 0
};

Rotation rotation_of(double f, double g)
{
    if (g == 0.0) {
        return {.c = 1.0, .s = 0.0, .r = f};
    }
    if (f == 0.0) {
        return {.c = 0.0, .s = 1.0, .r = g};
    }
    const double r = std::copysign(std::hypot(f, g), f);
    return {.c = f / r, .s = g / r, .r = r};
}

/// The smaller singular value of [f g; 0 h].
double smaller_value(double f, double g, double h)
{
    const double a = std::abs(f);
    const double b = std::abs(g);
    const double c = std::abs(h);
    const auto [less, more] = std::minmax(a, c);
    if (less == 0.0) {
        return 0.0;
    }
    if (b < more) {
        const double as = 1.0 + less / more;
        const double at = (more - less) / more;
        const double au = (b / more) * (b / more);
        return less * (2.0 / (std::sqrt(as * as + au) + std::sqrt(at * at + au)));
    }
    const double au = more / b;
    if (au == 0.0) {
        return less * more / b;
    }
    const double as = 1.0 + less / more;
    const double at = (more - less) / more;
    const double root =
        1.0 / (std::sqrt(1.0 + (as * au) * (as * au)) + std::sqrt(1.0 + (at * au) * (at * au)));
    return 2.0 * (less * root) * au;
}

class Reduction {
public:
    explicit Reduction(Bidiagonal matrix)
        : d_{std::move(matrix.diagonal)},
          e_{std::move(matrix.above)},
          count_{d_.size()},
          panels_{(static_cast<std::int64_t>(count_) + panel_columns - 1) / panel_columns},
          vectors_(static_cast<std::size_t>(panels_ * panel_columns) * count_)
    {
        for (std::size_t n = 0; n < count_; ++n) {
            constexpr auto width = static_cast<std::size_t>(panel_columns);
            vectors_[(n / width * count_ + n) * width + n % width] = 1.0;
        }
    }

    SingularVectors run()
    {
        std::size_t end = count_;  // values from here on are found
        std::int64_t left = most_sweeps * static_cast<std::int64_t>(count_);
        while (end > 1) {
            if (e_[end - 2] == 0.0) {
                --end;
                continue;
            }
            std::size_t first = end - 1;
            while (first > 0 && e_[first - 1] != 0.0) {
                --first;
            }
            if (neglects(first, end - 1)) {
                continue;
            }
            if (left-- == 0) {
                throw std::runtime_error{
                    "the eigenvectors of an axis did not converge (its cells may differ too much "
                    "in size): give it cells of more equal sizes"};
            }
            step(first, end - 1);
        }
        apply_rotations();
        for (std::size_t n = 0; n < count_; ++n) {
            d_[n] = std::abs(d_[n]);
        }
        return {.values = std::move(d_), .panels = std::move(vectors_)};
    }

private:
    struct Sweep {
        std::size_t first;
        bool backwards;
        std::vector<double> cosine;
        std::vector<double> sine;
    };

    /// Whether the block is traversed from its lower end, so that its values shrink on the way.
    [[nodiscard]] bool is_upside_down(std::size_t first, std::size_t last) const
    {
        return std::abs(d_[first]) < std::abs(d_[last]);
    }

    /// Sets an element beside the diagonal that changes no value to zero; returns whether there is one.
    bool neglects(std::size_t first, std::size_t last)
    {
        const bool up = is_upside_down(first, last);
        double least = std::abs(d_[up ? last : first]);
        smallest_ = least;
        for (std::size_t n = first; n < last; ++n) {
            const std::size_t at = up ? last - 1 - (n - first) : n;
            if (std::abs(e_[at]) <= tolerance * least) {
                e_[at] = 0.0;
                return true;
            }
            const double next = std::abs(d_[up ? at : at + 1]);
            least = next * (least / (least + std::abs(e_[at])));
            smallest_ = std::min(smallest_, least);
        }
        const std::size_t end = up ? first : last - 1;
        if (std::abs(e_[end]) <= tolerance * std::abs(d_[up ? first : last])) {
            e_[end] = 0.0;
            return true;
        }
        return false;
    }

    /// The shift of a step; 0 where another one would cost the digits of the smallest value.
    [[nodiscard]] double shift_of(std::size_t first, std::size_t last, bool up) const
    {
        double largest = 0.0;
        for (std::size_t n = first; n <= last; ++n) {
            largest = std::max({largest, std::abs(d_[n]), n < last ? std::abs(e_[n]) : 0.0});
        }
        const auto rows = static_cast<double>(count_);
        if (rows * tolerance * (smallest_ / largest) <= epsilon) {
            return 0.0;
        }
        const double start = std::abs(d_[up ? last : first]);
        const double shift = up ? smaller_value(d_[first], e_[first], d_[first + 1])
                                : smaller_value(d_[last - 1], e_[last - 1], d_[last]);
        return start > 0.0 && (shift / start) * (shift / start) < epsilon ? 0.0 : shift;
    }

    void step(std::size_t first, std::size_t last)
    {
        const bool up = is_upside_down(first, last);
        const double shift = shift_of(first, last, up);
        Sweep sweep{.first = first,
                    .backwards = up,
                    .cosine = std::vector<double>(last - first),
                    .sine = std::vector<double>(last - first)};
        if (shift == 0.0) {
            step_without_shift(first, last, sweep);
        } else {
            step_with_shift(first, last, shift, sweep);
        }
        rotations_ += static_cast<std::int64_t>(last - first);
        sweeps_.push_back(std::move(sweep));
        if (rotations_ >= rotations_together * static_cast<std::int64_t>(count_)) {
            apply_rotations();
        }
    }

    // In both steps n counts the elements from the end at which the step begins: `d(n)` and `e(n)` of
    // a step that goes up are those of the matrix turned around, whose rotations change places.

    void step_without_shift(std::size_t first, std::size_t last, Sweep& sweep)
    {
        const std::size_t rows = last - first;
        const bool up = sweep.backwards;
        const auto d = [&](std::size_t n) -> double& { return d_[up ? last - n : first + n]; };
        const auto e = [&](std::size_t n) -> double& { return e_[up ? last - 1 - n : first + n]; };
        Rotation one;
        Rotation other;
        for (std::size_t n = 0; n < rows; ++n) {
            one = rotation_of(d(n) * one.c, e(n));
            if (n > 0) {
                e(n - 1) = other.s * one.r;
            }
            other = rotation_of(other.c * one.r, d(n + 1) * one.s);
            d(n) = other.r;
            keep(up ? other : one, up, up ? rows - 1 - n : n, sweep);
        }
        const double h = d(rows) * one.c;
        d(rows) = h * other.c;
        e(rows - 1) = h * other.s;
    }

    void step_with_shift(std::size_t first, std::size_t last, double shift, Sweep& sweep)
    {
        const std::size_t rows = last - first;
        const bool up = sweep.backwards;
        const auto d = [&](std::size_t n) -> double& { return d_[up ? last - n : first + n]; };
        const auto e = [&](std::size_t n) -> double& { return e_[up ? last - 1 - n : first + n]; };
        double f = (std::abs(d(0)) - shift) * (std::copysign(1.0, d(0)) + shift / d(0));
        double g = e(0);
        for (std::size_t n = 0; n < rows; ++n) {
            const Rotation one = rotation_of(f, g);
            if (n > 0) {
                e(n - 1) = one.r;
            }
            f = one.c * d(n) + one.s * e(n);
            e(n) = one.c * e(n) - one.s * d(n);
            g = one.s * d(n + 1);
            d(n + 1) = one.c * d(n + 1);
            const Rotation other = rotation_of(f, g);
            d(n) = other.r;
            f = other.c * e(n) + other.s * d(n + 1);
            d(n + 1) = other.c * d(n + 1) - other.s * e(n);
            if (n + 1 < rows) {
                g = other.s * e(n + 1);
                e(n + 1) = other.c * e(n + 1);
            }
            keep(up ? other : one, up, up ? rows - 1 - n : n, sweep);
        }
        e(rows - 1) = f;
    }

    static void keep(const Rotation& rotation, bool up, std::size_t at, Sweep& sweep)
    {
        sweep.cosine[at] = rotation.c;
        sweep.sine[at] = up ? -rotation.s : rotation.s;
    }

    void apply_rotations()
    {
        const RotationFunctions& functions = usable_rotation_functions().front();
        constexpr double nanoseconds_a_row = 8.0;
        const auto panel = static_cast<std::int64_t>(count_) * panel_columns;
        [[maybe_unused]] const int threads = threads_for(rotations_ * panels_, nanoseconds_a_row);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (std::int64_t n = 0; n < panels_; ++n) {
            for (const Sweep& sweep : sweeps_) {
                functions.rotate(vectors_.data() + n * panel,
                                 {.first = static_cast<std::int64_t>(sweep.first),
                                  .count = static_cast<std::int64_t>(sweep.cosine.size()),
                                  .backwards = sweep.backwards,
                                  .cosine = sweep.cosine.data(),
                                  .sine = sweep.sine.data()});
            }
        }
        sweeps_.clear();
        rotations_ = 0;
    }

    std::vector<double> d_;
    std::vector<double> e_;
    std::size_t count_;
    std::int64_t panels_;
    std::vector<double> vectors_;
    std::vector<Sweep> sweeps_;
    std::int64_t rotations_ = 0;
    double smallest_ = 0.0;  ///< a lower bound of the values of the block that was looked at last
};

}  // namespace

SingularVectors singular_vectors(Bidiagonal matrix)
{
    return Reduction{std::move(matrix)}.run();
}

}  // namespace tobiuo::poisson
