#include "solvers/grid.hpp"

#include <algorithm>

namespace tobiuo {

std::int64_t Grid::values(int axis) const
{
    const std::int64_t cells = axes.at(static_cast<std::size_t>(axis)).cells;
    return location == Location::cell ? cells : cells + 1;
}

stencil::Shape Grid::shape() const
{
    return {.ni = values(2), .nj = values(1), .nk = values(0)};
}

Grid grid_of_cells(const std::array<std::int64_t, 3>& cells, Location location)
{
    const auto longest = static_cast<double>(std::ranges::max(cells));
    Grid grid{.axes = {}, .location = location};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.axes[axis] = {.cells = cells[axis],
                           .lower = 0.0,
                           .upper = static_cast<double>(cells[axis]) / longest};
    }
    return grid;
}

}  // namespace tobiuo
