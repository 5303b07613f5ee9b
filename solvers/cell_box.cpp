// SPDX-License-Identifier: BSD-3-Clause
// A box of cells of a grid, and the grid that it is.
#include "solvers/cell_box.hpp"

#include <cstddef>

namespace tobiuo {

CellBox all_cells(const Grid& grid)
{
    return {.count = {grid.axes[0].cells, grid.axes[1].cells, grid.axes[2].cells}};
}

Grid part_of(const Grid& grid, const CellBox& cells)
{
    Grid part = grid;
    for (std::size_t at = 0; at < part.axes.size(); ++at) {
        const Axis& whole = grid.axes.at(at);
        const std::int64_t first = cells.first.at(at);
        const std::int64_t end = first + cells.count.at(at);
        Axis& axis = part.axes.at(at);
        axis = {.cells = end - first, .lower = whole.node(first), .upper = whole.node(end)};
        if (whole.stretched()) {
            axis.nodes.assign(whole.nodes.begin() + first, whole.nodes.begin() + end + 1);
        }
    }
    return part;
}

}  // namespace tobiuo
