#include "solvers/poisson/axis/three_point.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

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
        const bool half = !on_cells && at_end && !is_periodic(problem, axis);
        return half ? 0.5 * one.spacing() : one.spacing();
    }
    if (on_cells) {
        return one.node(index + 1) - one.node(index);
    }
    const double lower = one.node(std::max<std::int64_t>(index - 1, 0));
    const double upper = one.node(std::min(index + 1, one.cells));
    return 0.5 * (upper - lower);
}

/// The distance from row k to row k + 1. On a uniform axis it is the exact spacing, because the
/// eigenvalues assume equal steps.
double step_above(const Problem& problem, int axis, std::int64_t row)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    return one.stretched() ? position(problem, axis, row + 1) - position(problem, axis, row)
                           : one.spacing();
}

/// The distance from the wall (0: lower, 1: upper) to the row beside it.
double wall_distance(const Problem& problem, int axis, int end)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    if (!one.stretched()) {
        return problem.grid.location == Location::cell ? 0.5 * one.spacing() : one.spacing();
    }
    const std::int64_t last = unknowns(problem, axis).count - 1;
    return end == 0 ? position(problem, axis, 0) - one.lower
                    : one.upper - position(problem, axis, last);
}

double wall_coupling(const Problem& problem, int axis, int end, double width)
{
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    const Condition condition = end == 0 ? sides.lower : sides.upper;
    return condition == Condition::neumann ? 1.0 / width
                                           : 1.0 / (wall_distance(problem, axis, end) * width);
}

}  // namespace

double ThreePoint::lower_wall() const
{
    return sides.lower == Condition::dirichlet ? wall[0] : 0.0;
}

double ThreePoint::upper_wall() const
{
    return sides.upper == Condition::dirichlet ? wall[1] : 0.0;
}

double ThreePoint::wall_at(std::size_t k) const
{
    return (k == 0 ? lower_wall() : 0.0) + (k + 1 == below.size() ? upper_wall() : 0.0);
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
    for (std::size_t k = 0; k < rows; ++k) {
        points.width[k] = width_of(problem, axis, first + static_cast<std::int64_t>(k));
    }
    for (std::size_t k = 0; k + 1 < rows; ++k) {
        const double step = step_above(problem, axis, static_cast<std::int64_t>(k));
        points.above[k] = 1.0 / (step * points.width[k]);
        points.below[k + 1] = 1.0 / (step * points.width[k + 1]);
    }
    if (is_periodic(problem, axis)) {
        const double width = points.width.front();
        points.below.front() = 1.0 / (width * width);
        points.above.back() = points.below.front();
        return points;
    }
    points.wall = {wall_coupling(problem, axis, 0, points.width.front()),
                   wall_coupling(problem, axis, 1, points.width.back())};
    return points;
}

tridiagonal::UnequalRows rows_of(const ThreePoint& points)
{
    return {.below = points.below.data(),
            .above = points.above.data(),
            .width = points.width.data(),
            .first_wall = points.lower_wall(),
            .last_wall = points.upper_wall(),
            .count = static_cast<long long>(points.width.size())};
}

}  // namespace tobiuo::poisson
