// Grids: spacing, values per location, default extent.
#include "solvers/grid.hpp"

#include <gtest/gtest.h>

#include "kernels/stencil/shape.hpp"

namespace tobiuo {
namespace {

TEST(Grid, longest_axis_has_unit_length_and_cells_are_cubes)
{
    const Grid grid = grid_of_cells({512, 256, 128}, Location::cell);
    EXPECT_EQ(grid.axes[0].upper, 1.0);
    EXPECT_EQ(grid.axes[1].upper, 0.5);
    EXPECT_EQ(grid.axes[2].upper, 0.25);
    for (const Axis& axis : grid.axes) {
        EXPECT_EQ(axis.lower, 0.0);
        EXPECT_EQ(axis.spacing(), 1.0 / 512.0);
    }
}

TEST(Grid, nodes_are_one_more_than_cells_and_x_is_contiguous)
{
    const Grid cells = grid_of_cells({8, 4, 6}, Location::cell);
    EXPECT_EQ(cells.shape(), (stencil::Shape{6, 4, 8}));
    const Grid nodes = grid_of_cells({8, 4, 6}, Location::node);
    EXPECT_EQ(nodes.shape(), (stencil::Shape{7, 5, 9}));
}

}  // namespace
}  // namespace tobiuo
