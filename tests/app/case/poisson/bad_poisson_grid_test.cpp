// SPDX-License-Identifier: BSD-3-Clause
// Bad grids of `solver: poisson`: cells, bounds and nodes of present and absent axes.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

/// The errors of `grid` in line 3, with the lines `more` below it.
Lines problems_with_grid(std::string_view grid, std::string_view more = {})
{
    return problems_of("name: a\nsolver: poisson\ngrid: " + std::string{grid} + "\nsource: 1\n" +
                       std::string{more});
}

Lines problems_with_nodes(std::string_view nodes)
{
    return problems_with_grid("{ cells: [2, 3], coordinates: { y: " + std::string{nodes} + " } }",
                              "boundary: { y: dirichlet }\n");
}

TEST(BadPoissonGrid, grid_and_cells_are_needed)
{
    EXPECT_EQ(problems_of("name: a\nsolver: poisson\nsource: 1\n"),
              Lines{"case.yaml:1:1: missing key 'grid' (size and place of the grid): add it"});
    EXPECT_EQ(problems_with_grid("{ location: node }"),
              Lines{"case.yaml:3:7: grid: missing key 'cells' ([nx], [nx, ny] or [nx, ny, nz]: "
                    "cells per axis, x contiguous; the other axes are absent): add it"});
}

TEST(BadPoissonGrid, cells_are_one_to_three_integers_of_at_least_one)
{
    EXPECT_EQ(problems_with_grid("{ cells: [] }"),
              Lines{"case.yaml:3:16: grid.cells: expected a list of 1 to 3 values (got 0)"});
    EXPECT_EQ(problems_with_grid("{ cells: [1, 2, 3, 4] }"),
              Lines{"case.yaml:3:16: grid.cells: expected a list of 1 to 3 values (got 4)"});
    EXPECT_EQ(problems_with_grid("{ cells: 64 }"),
              Lines{"case.yaml:3:16: grid.cells: expected a list of 1 to 3 values (got '64'): "
                    "write it in square brackets"});
    EXPECT_EQ(problems_with_grid("{ cells: [4, 0] }"),
              Lines{"case.yaml:3:20: grid.cells: expected an integer from 1 to 1000000 (got '0')"});
    EXPECT_EQ(problems_with_grid("{ cells: [1000000, 1000000, 1000000] }"),
              Lines{"case.yaml:3:16: grid.cells: more than 2^54 values in all (no memory holds "
                    "them): use fewer"});
}

TEST(BadPoissonGrid, bad_cells_do_not_hide_what_is_wrong_with_their_axes)
{
    EXPECT_EQ(problems_with_grid("{ cells: [4, 0], extent: { x: [1, 0], y: [0, 1], z: [0, 1] } }"),
              (Lines{"case.yaml:3:20: grid.cells: expected an integer from 1 to 1000000 (got '0')",
                     "case.yaml:3:37: grid.extent.x: expected [lower, upper] with lower below "
                     "upper (got [1, 0])",
                     "case.yaml:3:59: grid.extent.z: the axis z is absent (grid.cells has 2 "
                     "numbers): remove it, or give the axis cells"}));
}

TEST(BadPoissonGrid, an_extent_has_the_axes_that_the_cells_have)
{
    EXPECT_EQ(problems_with_grid("{ cells: [4, 4], extent: { x: [0, 1] } }"),
              Lines{"case.yaml:3:32: grid.extent: missing key 'y' ([lower, upper] of the domain "
                    "along y): add it"});
    EXPECT_EQ(problems_with_grid("{ cells: [4], extent: { x: [0, 1], y: [0, 1] } }"),
              Lines{"case.yaml:3:45: grid.extent.y: the axis y is absent (grid.cells has 1 "
                    "number): remove it, or give the axis cells"});
    EXPECT_EQ(problems_with_grid("{ cells: [4], extent: 3 }"),
              Lines{"case.yaml:3:29: grid.extent: expected a map of keys to values (its keys are "
                    "x, y, z)"});
}

TEST(BadPoissonGrid, without_cells_no_bounds_of_an_axis_are_missing)
{
    EXPECT_EQ(problems_with_grid("{ cell: [4, 4], extent: { x: [0, 1], y: [0, 1] } }"),
              (Lines{"case.yaml:3:7: grid: missing key 'cells' ([nx], [nx, ny] or [nx, ny, nz]: "
                     "cells per axis, x contiguous; the other axes are absent): add it",
                     "case.yaml:3:9: grid: unknown key 'cell' (did you mean 'cells'?)"}));
}

TEST(BadPoissonGrid, a_stretched_axis_has_its_bounds_from_its_nodes)
{
    EXPECT_EQ(problems_with_grid("{ cells: [2, 2], extent: { x: [0, 1], y: [0, 1] }, "
                                 "coordinates: { y: [0, 1, 3] } }",
                                 "boundary: { y: neumann }\n"),
              Lines{"case.yaml:3:48: grid.extent.y: the axis has its bounds from "
                    "grid.coordinates.y (both are given): remove one of them"});
}

TEST(BadPoissonGrid, nodes_are_one_more_than_cells)
{
    EXPECT_EQ(problems_with_nodes("[0, 1, 2]"),
              Lines{"case.yaml:3:42: grid.coordinates.y: expected 4 numbers, one more than the "
                    "axis has cells (got 3)"});
    EXPECT_EQ(problems_with_nodes("[0]"),
              Lines{"case.yaml:3:42: grid.coordinates.y: expected a list of at least 2 values (got "
                    "1)"});
    EXPECT_EQ(problems_with_nodes("[0, 1, a, .inf]"),
              (Lines{"case.yaml:3:49: grid.coordinates.y: expected a finite number (got 'a'): "
                     "write it like 0.5, 1.0e-6 or 2*pi",
                     "case.yaml:3:52: grid.coordinates.y: expected a finite number (got '.inf')"}));
}

TEST(BadPoissonGrid, nodes_increase)
{
    EXPECT_EQ(problems_with_nodes("[0, 0.5, 0.5, 0.25]"),
              Lines{"case.yaml:3:51: grid.coordinates.y: y[2] = 0.5 is not above y[1] = 0.5 (the "
                    "nodes of an axis increase; 2 of these do not): correct them"});
    EXPECT_EQ(problems_with_nodes("1 - s"),
              Lines{"case.yaml:3:42: grid.coordinates.y: gives 0.6666666666666667 at s = "
                    "0.3333333333333333, which is not above 1 at s = 0 (the nodes of an axis "
                    "increase): correct the expression"});
    EXPECT_EQ(problems_with_nodes("ln(s)"),
              Lines{"case.yaml:3:42: grid.coordinates.y: gives -inf at s = 0 (a node lies at a "
                    "finite number): correct the expression"});
}

TEST(BadPoissonGrid, axes_that_there_are_can_be_stretched)
{
    EXPECT_EQ(problems_with_grid("{ cells: [1, 1], coordinates: { x: [0, 1], y: [0, 1] } }",
                                 "boundary: { x: dirichlet, y: dirichlet }\n"),
              Lines{});
    EXPECT_EQ(problems_with_grid("{ cells: [1, 1], coordinates: { z: [0, 1] } }"),
              Lines{"case.yaml:3:42: grid.coordinates.z: the axis z is absent (grid.cells has 2 "
                    "numbers): remove it, or give the axis cells"});
}

TEST(BadPoissonGrid, a_stretched_axis_is_not_periodic)
{
    const std::string sentence =
        "boundary.y: axis y is stretched and periodic (the tridiagonal solve along it needs "
        "ends): put dirichlet, neumann or open there, or make its cells equal";
    const std::string grid = "{ cells: [2, 2], coordinates: { y: [0, 1, 3] } }";
    EXPECT_EQ(problems_with_grid(grid), Lines{"case.yaml:3:42: " + sentence});
    EXPECT_EQ(problems_with_grid(grid, "boundary: { y: periodic }\n"),
              Lines{"case.yaml:5:16: " + sentence});
}

TEST(BadPoissonGrid, too_few_cells_for_the_conditions_are_reported_at_the_cells)
{
    EXPECT_EQ(
        problems_with_grid("{ cells: [4, 1], location: node }", "boundary: { y: dirichlet }\n"),
        Lines{"case.yaml:3:16: grid.cells: axis y has 0 unknown values between its ends "
              "(there is nothing to solve for): give it more cells"});
}

}  // namespace
}  // namespace tobiuo::test
