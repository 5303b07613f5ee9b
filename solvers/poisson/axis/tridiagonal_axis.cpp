// SPDX-License-Identifier: BSD-3-Clause
// The middle axis of unequal cells or with an open end: a tridiagonal system for every mode of the other axes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/compensated_sum.hpp"
#include "solvers/poisson/axis/line_tiles.hpp"
#include "solvers/poisson/axis/middle_axis.hpp"
#include "solvers/poisson/axis/recurrence_functions.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/axis/sturm.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {
namespace {

/// The arrays of scratch of a tile without exchanges and with them.
constexpr std::int64_t arrays_of_elimination = 1;
constexpr std::int64_t arrays_of_exchanges = 3;

/// The systems of a tile's lines, eliminated together with rows that change places, because a
/// positive lambda may make a pivot small. Rows that change places have up to two entries above the
/// diagonal.
///
/// Method    every row is multiplied by its width, which makes the matrix symmetric. Of a row the sum
///           of its entries is carried in place of the diagonal element: elimination combines sums
///           as it combines entries, and where a mode hardly changes along the axis a sum is a tiny
///           part of the entries, which a difference of these would lose.
/// Source    A. S. Alfa, J. Xue, Q. Ye, Math. Comp. 71, 217 (2002): the sums of the rows determine
///           what is near a constant
template <std::int64_t width>
class ExchangingElimination {
public:
    ExchangingElimination(const ThreePoint& rows, std::span<double> scratch)
        : rows_{rows},
          count_{std::ssize(rows.below)},
          inverse_{scratch.data()},
          sum_{inverse_ + count_ * width},
          second_above_{sum_ + count_ * width}
    {
    }

    /// Solves (rows + shift) u = scale r in place, with a shift for each line.
    template <typename T>
    void solve(T* r, const double* shifts, double scale)
    {
        begin(r, shifts, scale);
        for (std::int64_t k = 0; k < count_; ++k) {
            eliminate(r + k * width, k, shifts, scale);
        }
        double behind[width] = {};  // in double: rounded values would add up their rounding
        double second[width] = {};
        for (std::int64_t k = count_; k-- > 0;) {
            for (std::int64_t line = 0; line < width; ++line) {
                const std::int64_t here = k * width + line;
                const double rest = static_cast<double>(r[here]) - sum_[here] * behind[line] -
                                    second_above_[here] * (second[line] - behind[line]);
                second[line] = behind[line];
                behind[line] += rest * inverse_[here];
                r[here] = static_cast<T>(behind[line]);
            }
        }
    }

private:
    /// A pivot of less than this part of the entry below it changes places with it. Pivots that a
    /// small lambda leaves a little smaller than their neighbours stay.
    static constexpr double exchanged = 0.25;

    /// A row times its width, but for the shift.
    struct Row {
        double weight{};
        double below{};
        double above{};
        double wall{};
    };

    /// Row `k`; behind the last one a row of 0 that is below nothing.
    [[nodiscard]] Row row(std::int64_t k) const
    {
        if (k == count_) {
            return {};
        }
        const auto at = static_cast<std::size_t>(k);
        const double weight = rows_.width[at];
        return {.weight = weight,
                .below = weight * rows_.below[at],
                .above = weight * rows_.above[at],
                .wall = weight * rows_.wall_at(at)};
    }

    template <typename T>
    void begin(const T* r, const double* shifts, double scale)
    {
        const Row first = row(0);
        for (std::int64_t line = 0; line < width; ++line) {
            left_sum_[line] = first.weight * shifts[line] - first.wall;
            left_above_[line] = first.above;
            left_right_side_[line] = first.weight * scale * static_cast<double>(r[line]);
        }
    }

    /// Keeps what is left of the rows up to `k`, or the next row, whichever has the larger entry in
    /// column `k`, and eliminates it from the other. `r` is that of row `k`.
    template <typename T>
    void eliminate(T* r, std::int64_t k, const double* shifts, double scale)
    {
        const Row next = row(k + 1);
        const T* const next_r = k + 1 < count_ ? r + width : r;
        for (std::int64_t line = 0; line < width; ++line) {
            const double sum = next.weight * shifts[line] - next.wall;
            const double right_side = next.weight * scale * static_cast<double>(next_r[line]);
            const double pivot = left_sum_[line] - left_above_[line];
            const bool swap = std::abs(pivot) < exchanged * next.below;
            const double inverse = 1.0 / (swap ? next.below : pivot);
            const double factor = (swap ? pivot : next.below) * inverse;
            const double kept_sum = swap ? sum : left_sum_[line];
            const double kept_right_side = swap ? right_side : left_right_side_[line];
            const double second_above = swap ? next.above : 0.0;
            left_sum_[line] = (swap ? left_sum_[line] : sum) - factor * kept_sum;
            left_above_[line] = (swap ? 0.0 : next.above) - factor * second_above;
            left_right_side_[line] =
                (swap ? left_right_side_[line] : right_side) - factor * kept_right_side;
            const std::int64_t here = k * width + line;
            inverse_[here] = inverse;
            sum_[here] = kept_sum;
            second_above_[here] = second_above;
            r[line] = static_cast<T>(kept_right_side);
        }
    }

    const ThreePoint& rows_;
    std::int64_t count_;
    double* inverse_;  ///< of the pivots
    double* sum_;
    double* second_above_;
    double left_sum_[width] = {};
    double left_above_[width] = {};
    double left_right_side_[width] = {};
};

template <typename T>
class TridiagonalAxis final : public MiddleAxis<T> {
public:
    TridiagonalAxis(const Problem& problem, int axis, double scale)
        : points_{three_point(problem, axis)},
          rows_{rows_in_order(std::ssize(points_.below))},
          lambda_{problem.lambda},
          scale_{scale},
          has_null_space_{has_null_space(problem)}
    {
    }

    [[nodiscard]] const std::vector<fft::TileRow>& rows() const override { return rows_; }
    [[nodiscard]] std::int64_t scratch_values() const override
    {
        const std::int64_t arrays = lambda_ > 0.0 ? arrays_of_exchanges : arrays_of_elimination;
        return (arrays * width + 1) * std::ssize(rows_);
    }

    double solve(const ModeTile<T>& tile) const override
    {
        Numbers shifts = shifts_of(tile.others);
        const std::size_t constant = constant_line(shifts);
        const bool is_integrated = constant < shifts.size();
        const std::span<double> line = tile.scratch.last(rows_.size());
        double removed = 0.0;
        if (is_integrated) {  // this line is integrated here; its place gets a regular system
            copy_line(tile.values, constant, line);
            removed = has_null_space_ ? remove_mean(line) : 0.0;
            integrate(line);
            if (has_null_space_) {
                static_cast<void>(remove_mean(line));
            }
            shifts.at(constant) = -1.0;
        }
        if (lambda_ > 0.0) {
            ExchangingElimination<width>{points_, tile.scratch}.solve(tile.values, shifts.data(),
                                                                      scale_);
        } else {
            constexpr auto lines = static_cast<std::size_t>(width);
            const Ends ends = ends_of(shifts);
            usable_recurrence_functions<T, lines>().front().eliminate(
                tile.values, rows_of(points_),
                {.shift = shifts.data(),
                 .first_wall = ends.first.data(),
                 .last_wall = ends.last.data()},
                scale_, tile.scratch.data());
        }
        if (is_integrated) {
            for (std::size_t k = 0; k < line.size(); ++k) {
                row(tile.values, k)[constant] = static_cast<T>(line[k]);
            }
        }
        return removed;
    }

    void apply(const ModeTile<T>& tile) const override
    {
        const Numbers shifts = shifts_of(tile.others);
        const Ends ends = ends_of(shifts);
        const std::size_t constant = points_.has_level() ? constant_line(shifts) : shifts.size();
        const Slopes slopes = slopes_of(tile.values, constant);
        Numbers before{};
        const std::size_t last = rows_.size() - 1;
        for (std::size_t k = 0; k < rows_.size(); ++k) {
            T* const here_of = row(tile.values, k);
            for (std::size_t line = 0; line < before.size(); ++line) {
                const auto here = static_cast<double>(here_of[line]);
                const double behind =
                    k == last ? 0.0 : static_cast<double>(here_of[line + before.size()]);
                const double taken =
                    (k == 0 ? ends.first[line] : 0.0) + (k == last ? ends.last[line] : 0.0);
                double sum = points_.below[k] * (before[line] - here) +
                             points_.above[k] * (behind - here) + (shifts[line] - taken) * here;
                if (line == constant) {
                    sum += (k == last ? slopes.last / points_.width[k] : 0.0) -
                           (k == 0 ? slopes.first / points_.width[k] : 0.0);
                }
                here_of[line] = static_cast<T>(scale_ * sum);
                before[line] = here;
            }
        }
    }

    void validate_lambda(std::span<const double> others) const override
    {
        constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
        for (const double other : others) {
            const double below = other + lambda_ * (1.0 - rounding);
            const double above = other + lambda_ * (1.0 + rounding);
            if (eigenvalues_above(points_, below) != eigenvalues_above(points_, above)) {
                throw std::invalid_argument{singular_text(lambda_, -lambda_)};
            }
        }
    }

private:
    static constexpr std::int64_t width = fft::HostLineTransform<T>::width;

    /// A number for each line of a tile.
    using Numbers = std::array<double, static_cast<std::size_t>(width)>;

    /// What the first and the last row lose to walls and to what is beyond open ends.
    struct Ends {
        Numbers first;
        Numbers last;
    };
    [[nodiscard]] Ends ends_of(const Numbers& shifts) const
    {
        Ends ends{};
        for (std::size_t line = 0; line < shifts.size(); ++line) {
            const tridiagonal::UnequalRows rows = tridiagonal::with_ends(
                rows_of(points_), shifts[line], [](double square) { return std::sqrt(square); });
            ends.first[line] = rows.first_wall;
            ends.last[line] = rows.last_wall;
        }
        return ends;
    }

    template <typename Value>
    [[nodiscard]] static Value* row(Value* values, std::size_t k)
    {
        return values + k * static_cast<std::size_t>(width);
    }

    /// The line that is integrated, because it is singular or does not decay beyond an open end.
    [[nodiscard]] std::size_t constant_line(const Numbers& shifts) const
    {
        return has_null_space_ || points_.has_level()
                   ? static_cast<std::size_t>(std::ranges::find(shifts, 0.0) - shifts.begin())
                   : shifts.size();
    }

    /// The slopes of u before the first row and behind the last one.
    struct Slopes {
        double first = 0.0;
        double last = 0.0;
    };
    /// Those of the line that does not decay, if there is one: the charges that u at its open ends
    /// tells, see tridiagonal::UnboundedLevel.
    [[nodiscard]] Slopes slopes_of(const T* values, std::size_t line) const
    {
        if (line >= static_cast<std::size_t>(width)) {
            return {};
        }
        double distance = points_.from_wall[0] + points_.from_wall[1];
        for (std::size_t k = 0; k + 1 < rows_.size(); ++k) {
            distance += 1.0 / (points_.above[k] * points_.width[k]);
        }
        const bool first = points_.sides.lower == Condition::open;
        const bool last = points_.sides.upper == Condition::open;
        const double u = (first ? static_cast<double>(values[line]) : 0.0) +
                         (last ? static_cast<double>(row(values, rows_.size() - 1)[line]) : 0.0);
        const double charge = distance > 0.0 ? u / distance : 0.0;
        return {.first = first ? -charge : 0.0, .last = last ? charge : 0.0};
    }

    /// The shifts of a tile; unused lines get one that is never singular.
    [[nodiscard]] Numbers shifts_of(std::span<const double> others) const
    {
        Numbers shifts{};
        shifts.fill(-1.0);
        std::ranges::transform(others, shifts.begin(),
                               [&](double other) { return other + lambda_; });
        return shifts;
    }

    /// Copies a line times the scale.
    void copy_line(const T* values, std::size_t line, std::span<double> to) const
    {
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = scale_ * static_cast<double>(row(values, k)[line]);
        }
    }

    double remove_mean(std::span<double> line) const
    {
        CompensatedSum sum;
        CompensatedSum length;
        for (std::size_t k = 0; k < line.size(); ++k) {
            sum += points_.width[k] * line[k];
            length += points_.width[k];
        }
        const double mean = sum.value() / length.value();
        std::ranges::for_each(line, [&](double& value) { value -= mean; });
        return mean;
    }

    /// Sums the sources to fluxes and the fluxes to values, starting with 0 for both at the lower
    /// end, or with what all sources give with an open end.
    void integrate(std::span<double> line) const
    {
        CompensatedSum flux;
        CompensatedSum value;
        if (points_.has_level()) {
            const tridiagonal::UnboundedLevel level = points_.level();
            CompensatedSum charge;
            CompensatedSum moment;
            CompensatedSum distance;
            for (std::size_t k = 0; k < line.size(); ++k) {
                charge += points_.width[k] * line[k];
                moment += distance.value() * (points_.width[k] * line[k]);
                distance += k + 1 < line.size() ? 1.0 / (points_.above[k] * points_.width[k]) : 0.0;
            }
            flux += level.slope * charge.value();
            value += level.height * charge.value() + level.moment * moment.value();
        }
        for (std::size_t k = 0; k < line.size(); ++k) {
            flux += points_.width[k] * line[k];
            line[k] = value.value();
            if (k + 1 < line.size()) {
                value += flux.value() / (points_.above[k] * points_.width[k]);
            }
        }
    }

    ThreePoint points_;
    std::vector<fft::TileRow> rows_;
    double lambda_;
    double scale_;
    bool has_null_space_;
};

}  // namespace

template <typename T>
std::unique_ptr<MiddleAxis<T>> tridiagonal_axis(const Problem& problem, int axis, double scale)
{
    return std::make_unique<TridiagonalAxis<T>>(problem, axis, scale);
}

template std::unique_ptr<MiddleAxis<float>> tridiagonal_axis(const Problem&, int, double);
template std::unique_ptr<MiddleAxis<double>> tridiagonal_axis(const Problem&, int, double);

}  // namespace tobiuo::poisson
