// SPDX-License-Identifier: BSD-3-Clause
// Grids: spacing, where values sit, values per location, default extent.
#include "solvers/grid.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels/stencil/shape.hpp"

namespace tobiuo {
namespace {

/// Unequal cells; every number is exact in binary.
const Axis stretched{.cells = 3, .lower = -1.0, .upper = 3.0, .nodes = {-1.0, -0.5, 0.5, 3.0}};

TEST(Grid, longest_axis_has_unit_length_and_cells_are_cubes)
{
    const Grid grid = grid_of_cells({512, 256, 128}, Location::cell);
    EXPECT_EQ(grid.axes[0].upper, 1.0);
    EXPECT_EQ(grid.axes[1].upper, 0.5);
    EXPECT_EQ(grid.axes[2].upper, 0.25);
    for (const Axis& axis : grid.axes) {
        EXPECT_EQ(axis.lower, 0.0);
        EXPECT_EQ(axis.spacing(), 1.0 / 512.0);
        EXPECT_FALSE(axis.stretched());
    }
}

TEST(Grid, nodes_are_one_more_than_cells_and_x_is_contiguous)
{
    const Grid cells = grid_of_cells({8, 4, 6}, Location::cell);
    EXPECT_EQ(shape_of(cells), (stencil::Shape{6, 4, 8}));
    const Grid nodes = grid_of_cells({8, 4, 6}, Location::node);
    EXPECT_EQ(shape_of(nodes), (stencil::Shape{7, 5, 9}));
}

TEST(Grid, the_origin_is_met_exactly_where_a_node_or_a_centre_is_on_it)
{
    EXPECT_EQ((Axis{.cells = 3, .lower = -1.0, .upper = 0.5}.node(2)), 0.0);
    for (std::int64_t cells = 1; cells < 100; cells += 2) {
        EXPECT_EQ((Axis{.cells = cells, .lower = -0.7, .upper = 0.7}.centre(cells / 2)), 0.0);
    }
}

TEST(Grid, equal_cells_lie_evenly_and_end_exactly_at_the_bounds)
{
    const Axis axis{.cells = 4, .lower = 2.0, .upper = 3.0};
    for (std::int64_t n = 0; n <= 4; ++n) {
        EXPECT_EQ(axis.node(n), 2.0 + 0.25 * static_cast<double>(n));
    }
    EXPECT_EQ(axis.centre(0), 2.125);
    EXPECT_EQ(axis.centre(3), 2.875);
    for (const std::int64_t cells : {3, 7, 10, 49}) {
        const Axis odd{.cells = cells, .lower = -0.1, .upper = 0.7};
        EXPECT_EQ(odd.node(0), -0.1);
        EXPECT_EQ(odd.node(cells), 0.7) << cells;
    }
}

TEST(Grid, cells_of_a_stretched_axis_lie_between_its_nodes)
{
    EXPECT_TRUE(stretched.stretched());
    EXPECT_EQ(stretched.node(0), -1.0);
    EXPECT_EQ(stretched.node(2), 0.5);
    EXPECT_EQ(stretched.node(3), 3.0);
    EXPECT_EQ(stretched.centre(0), -0.75);
    EXPECT_EQ(stretched.centre(1), 0.0);
    EXPECT_EQ(stretched.centre(2), 1.75);
    EXPECT_EQ(stretched.spacing(), 4.0 / 3.0);
    EXPECT_THROW(static_cast<void>(stretched.node(4)), std::out_of_range);
}

TEST(Grid, values_sit_at_centres_or_at_nodes)
{
    Grid grid{.axes = {stretched, Axis{.cells = 2, .lower = 0, .upper = 1}, stretched},
              .location = Location::cell};
    EXPECT_EQ(grid.position(0, 2), 1.75);
    EXPECT_EQ(grid.position(1, 1), 0.75);
    grid.location = Location::node;
    EXPECT_EQ(grid.position(0, 2), 0.5);
    EXPECT_EQ(grid.position(1, 1), 0.5);
    EXPECT_EQ(grid.position(2, 3), 3.0);
    EXPECT_THROW(static_cast<void>(grid.position(3, 0)), std::out_of_range);
}

TEST(Grid, a_box_begins_at_the_origin_and_has_one_cell_along_axes_that_are_not_named)
{
    const Grid grid = box({.x = 8, .y = 4}, {2.0, 0.5, 3.0}, Location::node);
    EXPECT_EQ(shape_of(grid), (stencil::Shape{2, 5, 9}));
    EXPECT_EQ(grid.position(0, 8), 2.0);
    EXPECT_EQ(grid.position(1, 1), 0.125);
    EXPECT_EQ(grid.position(2, 0), 0.0);
    EXPECT_EQ(grid.position(2, 1), 3.0);
    EXPECT_EQ(Axis{}.spacing(), 1.0);
}

}  // namespace
}  // namespace tobiuo
