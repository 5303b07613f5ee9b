// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/point_places.hpp"

#include <algorithm>
#include <cstddef>

#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
namespace {

/// Between values on the faces of cells: value n is on the upper face of cell n.
Bracket between_faces(const Axis& axis, double place)
{
    const std::int64_t cell = cell_at(axis, place);
    return {.lower = cell - 1, .upper_part = (place - axis.node(cell)) / width_of(axis, cell)};
}

/// Between values at centres of cells, the mirror images of the first and the last one included.
Bracket between_centres(const Axis& axis, double place)
{
    const std::int64_t cell = cell_at(axis, place);
    const double behind = place - axis.centre(cell);
    const std::int64_t lower = behind < 0.0 ? cell - 1 : cell;
    const auto width = [&](std::int64_t of) {
        return width_of(axis, std::clamp<std::int64_t>(of, 0, axis.cells - 1));
    };
    const double part = behind / (0.5 * (width(lower) + width(lower + 1)));
    return {.lower = lower, .upper_part = behind < 0.0 ? 1.0 + part : part};
}

}  // namespace

std::int64_t cell_at(const Axis& axis, double place)
{
    const double part = (place - axis.lower) / axis.spacing();
    auto cell = static_cast<std::int64_t>(part);
    if (axis.stretched()) {
        cell = std::ranges::upper_bound(axis.nodes, place) - axis.nodes.begin() - 1;
    }
    return std::clamp<std::int64_t>(cell, 0, axis.cells - 1);
}

std::vector<PointPlace> places_of(const Grid& grid, std::span<const std::array<double, 3>> points)
{
    std::vector<PointPlace> places;
    for (const std::array<double, 3>& point : points) {
        PointPlace& place = places.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            place.on_faces[axis] = between_faces(grid.axes.at(axis), point.at(axis));
            place.at_centres[axis] = between_centres(grid.axes.at(axis), point.at(axis));
        }
    }
    return places;
}

bool is_pushed_along(const Problem& problem, int axis)
{
    return std::ranges::any_of(std::array{faster_axis(axis), slower_axis(axis)}, [&](int along) {
        const auto at = static_cast<std::size_t>(along);
        return problem.force.at(at) != 0.0 || joint_buoyancy(problem).buoyancy.at(at) != 0.0;
    });
}

}  // namespace tobiuo::flow
