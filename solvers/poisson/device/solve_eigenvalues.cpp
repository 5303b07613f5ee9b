// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/solve_eigenvalues.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/device/solved_axis.hpp"

namespace tobiuo::poisson {
namespace {

/// The eigenvalues for each line of a row, or of the part of rows in a chunk.
std::vector<double> in_rows(const Problem& problem, const SolveLines& lines, bool is_part,
                            std::vector<double> inner)
{
    if (lines.packed()) {
        const std::size_t half = inner.size() / 2;
        std::vector<double> packed{inner[0], inner[half]};
        for (std::size_t k = 1; k < half; ++k) {
            packed.insert(packed.end(), {inner[k], inner[k]});
        }
        inner = packed;
    }
    const SolvedAxis& fastest = lines.axes().front();
    const bool has_padding = lines.padded() || is_part;
    const auto count = static_cast<std::size_t>(is_part       ? fastest.first + fastest.points
                                                : has_padding ? lines.pitch()
                                                              : 0);
    // Unused lines need eigenvalues too. The lines of the padding are zero. Otherwise the other
    // line of the pair is read in place of the unused one, whose solution must not be larger than
    // that line's own, because both share their rounding errors.
    const double absent = -2.0 * operator_norm(problem);
    while (inner.size() < count || inner.size() % 2 != 0) {
        inner.push_back(has_padding ? inner.back() - 1.0 : absent);
    }
    const auto first = inner.begin() + (is_part ? fastest.first : 0);
    return {first, is_part ? first + fastest.points : inner.end()};
}

std::vector<double> scaled(std::vector<double> values, double factor)
{
    for (double& value : values) {
        value *= factor;
    }
    return values;
}

}  // namespace

void fill_eigenvalues(const Problem& problem, const SolveLines& lines, std::size_t middle,
                      bool has_parts_of_rows, SolveSchedule& solve)
{
    const std::vector<SolvedAxis>& axes = lines.axes();
    for (std::size_t at = 0; at < axes.size(); ++at) {
        const SolvedAxis& axis = axes[at];
        const std::int64_t points = unknowns(problem, axis.axis).count;
        const bool is_transformed = !axis.given && (at != middle || !solve.by_systems());
        solve.round_trip *= is_transformed ? axis.pairs.period(static_cast<int>(points)) : 1;
    }
    if (solve.line) {
        return;
    }
    const auto of_axis = [&](std::size_t axis) {
        return axis < axes.size() && axis != middle ? axes[axis].eigenvalues
                                                    : std::vector<double>{0.0};
    };
    const std::vector<double> inner =
        in_rows(problem, lines, has_parts_of_rows, of_axis(middle == 0 && axes.size() > 1 ? 1 : 0));
    std::vector<double> outer = of_axis(middle == 2 ? 1 : 2);
    for (double& eigenvalue : outer) {
        eigenvalue += problem.lambda;
    }
    if (solve.by_systems()) {
        solve.inner = inner;
        solve.outer = outer;
        if (solve.recurrences) {
            solve.recurrences->zero_mode = zero_mode_of(solve.inner, solve.outer);
        }
        const bool has_level =
            has_null_space(problem) ||
            (open_axis(problem) && three_point(problem, *open_axis(problem)).has_level());
        if (solve.tiles && has_level) {
            const auto of_systems = static_cast<std::size_t>(solve.systems->inner_count);
            solve.tiles->zero_mode =
                zero_mode_of(std::span{solve.inner}.first(of_systems), solve.outer);
        }
        return;
    }
    solve.inner = scaled(inner, solve.round_trip);
    solve.outer = scaled(outer, solve.round_trip);
    solve.along = scaled(eigenvalues_along(axes[middle]), solve.round_trip);
}

}  // namespace tobiuo::poisson
