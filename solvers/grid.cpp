// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/grid.hpp"

#include <algorithm>
#include <cstddef>

namespace tobiuo {

namespace {

/// The coordinate at `index` cells from the lower bound. It is exact at both ends, and in the
/// middle if the bounds are each other's negative.
double between(const Axis& axis, double index)
{
    const auto cells = static_cast<double>(axis.cells);
    if (index == 0.0 || index == cells) {
        return index == 0.0 ? axis.lower : axis.upper;
    }
    return (axis.lower * (cells - index) + axis.upper * index) / cells;
}

}  // namespace

double Axis::node(std::int64_t index) const
{
    return stretched() ? nodes.at(static_cast<std::size_t>(index))
                       : between(*this, static_cast<double>(index));
}

double Axis::centre(std::int64_t index) const
{
    return stretched() ? 0.5 * (node(index) + node(index + 1))
                       : between(*this, static_cast<double>(index) + 0.5);
}

double Grid::position(int axis, std::int64_t index) const
{
    const Axis& one = axes.at(static_cast<std::size_t>(axis));
    return location == Location::cell ? one.centre(index) : one.node(index);
}

std::int64_t Grid::values(int axis) const
{
    const std::int64_t cells = axes.at(static_cast<std::size_t>(axis)).cells;
    return location == Location::cell ? cells : cells + 1;
}

stencil::Shape shape_of(const Grid& grid)
{
    return {.ni = grid.values(2), .nj = grid.values(1), .nk = grid.values(0)};
}

Grid box(const Extents& cells, const std::array<double, 3>& lengths, Location location)
{
    return {.axes = {{{.cells = cells.x, .upper = lengths[0]},
                      {.cells = cells.y, .upper = lengths[1]},
                      {.cells = cells.z, .upper = lengths[2]}}},
            .location = location};
}

Grid grid_of_cells(const std::array<std::int64_t, 3>& cells, Location location)
{
    const auto longest = static_cast<double>(std::ranges::max(cells));
    Grid grid{.axes = {}, .location = location};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.axes.at(axis) = {.cells = cells.at(axis),
                              .lower = 0.0,
                              .upper = static_cast<double>(cells.at(axis)) / longest};
    }
    return grid;
}

}  // namespace tobiuo
