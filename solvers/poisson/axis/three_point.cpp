// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/three_point.hpp"

#include <cmath>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

bool is_periodic(const Problem& problem, int axis)
{
    return problem.sides.at(static_cast<std::size_t>(axis)).lower == Condition::periodic;
}

/// The width that a value stands for: on cells that of the cell; on nodes it reaches half way to
/// both neighbours.
double width_of(const Problem& problem, int axis, std::int64_t index)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    const bool on_cells = problem.grid.location == Location::cell;
    const bool at_end = index == 0 || index == one.cells;
    if (!one.stretched()) {
        const bool half =
            !on_cells && at_end && is_wall(condition_of(problem, axis, index == 0 ? 0 : 1));
        return half ? 0.5 * one.spacing() : one.spacing();
    }
    if (on_cells) {
        return one.node(index + 1) - one.node(index);
    }
    const double below = index > 0 ? one.node(index) - one.node(index - 1) : 0.0;
    const double above = index < one.cells ? one.node(index + 1) - one.node(index) : 0.0;
    if (at_end && condition_of(problem, axis, index == 0 ? 0 : 1) == Condition::open) {
        return below + above;  // the cell beyond the end is as wide
    }
    return 0.5 * (below + above);
}

/// The distance from row k to row k + 1. On a uniform axis it is the exact spacing, because the
/// eigenvalues assume equal steps.
double step_above(const Problem& problem, int axis, std::int64_t row)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    return one.stretched() ? position(problem, axis, row + 1) - position(problem, axis, row)
                           : one.spacing();
}

/// The distance from the wall (0: lower, 1: upper) to the row beside it, or that of the wall.
double wall_distance(const Problem& problem, int axis, int end)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    if (problem.grid.location == Location::node &&
        condition_of(problem, axis, end) == Condition::robin) {
        return 0.0;
    }
    if (!one.stretched()) {
        return problem.grid.location == Location::cell ? 0.5 * one.spacing() : one.spacing();
    }
    const std::int64_t last = unknowns(problem, axis).count - 1;
    return end == 0 ? position(problem, axis, 0) - one.lower
                    : one.upper - position(problem, axis, last);
}

/// The factors of a u + b du/dn on a wall.
Robin factors_of(const Problem& problem, int axis, int end)
{
    const Condition condition = condition_of(problem, axis, end);
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    return condition == Condition::robin     ? sides.robin.at(static_cast<std::size_t>(end))
           : condition == Condition::neumann ? Robin{.a = 0.0, .b = 1.0}
                                             : Robin{.a = 1.0, .b = 0.0};
}

/// rho at half cells from the lower end of the axis on; 1 without a coefficient.
double rho_at(const Problem& problem, int axis, std::int64_t half_cells)
{
    return problem.rho && problem.rho->axis == axis
               ? problem.rho->values.at(static_cast<std::size_t>(half_cells))
               : 1.0;
}

/// A power of two that brings rho near 1: only its ratios matter, and products of it stay in the range
/// of a float.
double scale_of_rho(const Problem& problem)
{
    return problem.rho ? std::ldexp(1.0, -std::ilogb(std::ranges::max(problem.rho->values))) : 1.0;
}

}  // namespace

double ThreePoint::wall_at(std::size_t k) const
{
    return (k == 0 ? lower_wall() : 0.0) + (k + 1 == below.size() ? upper_wall() : 0.0);
}

bool ThreePoint::has_level() const
{
    return (sides.lower == Condition::open && held[1] == 0.0) ||
           (sides.upper == Condition::open && held[0] == 0.0);
}

tridiagonal::UnboundedLevel ThreePoint::level() const
{
    if (sides.lower != Condition::open) {  // all slope leaves behind the last row
        return {.slope = 0.0, .height = from_wall[0], .moment = 1.0};
    }
    if (sides.upper == Condition::open) {
        return {.slope = -0.5, .height = 0.0, .moment = 0.5};
    }
    double length = from_wall[1];
    for (std::size_t k = 0; k + 1 < width.size(); ++k) {
        length += 1.0 / (above[k] * width[k]);
    }
    return {.slope = -1.0, .height = length, .moment = 0.0};
}

double ThreePoint::diagonal(std::size_t k) const
{
    return below[k] + above[k] + wall_at(k);
}

ThreePoint three_point(const Problem& problem, int axis)
{
    const auto [first, count] = unknowns(problem, axis);
    const auto rows = static_cast<std::size_t>(count);
    ThreePoint points{.below = std::vector<double>(rows),
                      .above = std::vector<double>(rows),
                      .width = std::vector<double>(rows),
                      .sides = problem.sides.at(static_cast<std::size_t>(axis))};
    const std::int64_t half = problem.grid.location == Location::cell ? 1 : 0;
    const double scale = problem.rho && problem.rho->axis == axis ? scale_of_rho(problem) : 1.0;
    const auto scaled_rho_at = [&](std::int64_t half_cells) {
        return scale * rho_at(problem, axis, half_cells);
    };
    for (std::size_t k = 0; k < rows; ++k) {
        const std::int64_t index = first + static_cast<std::int64_t>(k);
        points.width[k] = width_of(problem, axis, index) * scaled_rho_at(2 * index + half);
    }
    for (std::size_t k = 0; k + 1 < rows; ++k) {
        const auto row = static_cast<std::int64_t>(k);
        const double step =
            step_above(problem, axis, row) / scaled_rho_at(2 * (first + row) + half + 1);
        points.above[k] = 1.0 / (step * points.width[k]);
        points.below[k + 1] = 1.0 / (step * points.width[k + 1]);
    }
    if (is_periodic(problem, axis)) {
        const double width = points.width.front();
        points.below.front() = 1.0 / (width * width);
        points.above.back() = points.below.front();
        return points;
    }
    const std::int64_t cells = problem.grid.axes.at(static_cast<std::size_t>(axis)).cells;
    for (int end = 0; end < 2; ++end) {
        const auto at = static_cast<std::size_t>(end);
        const double width = end == 0 ? points.width.front() : points.width.back();
        const bool beside_wall = problem.grid.location == Location::node &&
                                 condition_of(problem, axis, end) == Condition::dirichlet;
        const std::int64_t from_end = beside_wall ? 1 : 0;
        const double rho = scaled_rho_at(end == 0 ? from_end : 2 * cells - from_end);
        if (condition_of(problem, axis, end) == Condition::open) {
            points.beyond.at(at) = 1.0 / (width * width);
        } else {
            const auto [a, b] = factors_of(problem, axis, end);
            const double distance = a == 0.0 ? 0.0 : a * wall_distance(problem, axis, end);
            points.wall.at(at) = rho / ((distance + b) * width);
            points.held.at(at) = a;
            points.from_wall.at(at) = problem.grid.location == Location::cell ? 0.5 * width : 0.0;
        }
    }
    return points;
}

std::vector<double> rho_of(const Problem& problem)
{
    const auto [first, count] = unknowns(problem, problem.rho->axis);
    const std::int64_t half = problem.grid.location == Location::cell ? 1 : 0;
    std::vector<double> values;
    for (std::int64_t k = 0; k < count; ++k) {
        values.push_back(rho_at(problem, problem.rho->axis, 2 * (first + k) + half));
    }
    return values;
}

tridiagonal::UnequalRows rows_of(const ThreePoint& points)
{
    return {.below = points.below.data(),
            .above = points.above.data(),
            .width = points.width.data(),
            .first_wall = points.lower_wall(),
            .last_wall = points.upper_wall(),
            .count = static_cast<long long>(points.width.size()),
            .first_beyond = points.beyond[0],
            .last_beyond = points.beyond[1],
            .has_level = points.has_level(),
            .level = points.has_level() ? points.level() : tridiagonal::UnboundedLevel{}};
}

}  // namespace tobiuo::poisson
