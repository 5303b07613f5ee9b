// SPDX-License-Identifier: BSD-3-Clause
// Planes of a grid: the values that belong to them, and what lies between these.
#include "app/output/picture/plane.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

/// The digits of value n are its x, y and z index.
std::vector<double> digits(const Grid& grid)
{
    std::vector<double> values;
    for (int k = 0; k < grid.values(2); ++k) {
        for (int j = 0; j < grid.values(1); ++j) {
            for (int i = 0; i < grid.values(0); ++i) {
                values.push_back(100 * i + 10 * j + k);
            }
        }
    }
    return values;
}

std::vector<double> plane_of(const Grid& grid, int normal, double at)
{
    const std::vector<double> values = digits(grid);
    return plane_values(grid, {.normal = normal, .at = at},
                        layers_of(grid, std::span<const double>{values}));
}

/// A grid with cells of length 1.
Grid unit_cells(std::int64_t x, std::int64_t y, std::int64_t z)
{
    const auto axis = [](std::int64_t cells) {
        return Axis{.cells = cells, .lower = 0, .upper = static_cast<double>(cells)};
    };
    return {.axes = {axis(x), axis(y), axis(z)}, .location = Location::cell};
}

TEST(Plane, has_the_values_in_the_order_of_the_arrays)
{
    const Grid grid = unit_cells(3, 2, 4);
    EXPECT_THAT(plane_of(grid, 0, 1.5), ElementsAre(100, 110, 101, 111, 102, 112, 103, 113));
    EXPECT_THAT(plane_of(grid, 1, 1.5),
                ElementsAre(10, 110, 210, 11, 111, 211, 12, 112, 212, 13, 113, 213));
    EXPECT_THAT(plane_of(grid, 2, 2.5), ElementsAre(2, 102, 202, 12, 112, 212));
}

TEST(Plane, between_two_values_is_linear_and_beyond_the_outermost_constant)
{
    const Grid grid = unit_cells(2, 2, 2);
    EXPECT_THAT(plane_of(grid, 2, 1.0), ElementsAre(0.5, 100.5, 10.5, 110.5));
    EXPECT_THAT(plane_of(grid, 0, 0.75), ElementsAre(25, 35, 26, 36));
    EXPECT_THAT(plane_of(grid, 1, 0.0), ElementsAre(0, 100, 1, 101));
    EXPECT_THAT(plane_of(grid, 1, 2.0), ElementsAre(10, 110, 11, 111));
}

TEST(Plane, keeps_the_precision_of_doubles)
{
    const Grid grid = unit_cells(2, 1, 1);
    const std::vector<double> values{101325.0, 101325.0 + 1e-9};
    const auto plane =
        plane_values(grid, middle_cut(grid, 2), layers_of(grid, std::span<const double>{values}));
    EXPECT_EQ(plane, values);
}

TEST(Plane, beside_a_value_that_is_not_finite_keeps_its_own)
{
    const Grid grid = unit_cells(1, 1, 2);
    const std::vector<double> values{1.0, std::numeric_limits<double>::quiet_NaN()};
    EXPECT_THAT(plane_values(grid, {.normal = 2, .at = 0.5},
                             layers_of(grid, std::span<const double>{values})),
                ElementsAre(1.0));
}

TEST(Plane, of_a_flat_grid_is_seen_from_above)
{
    EXPECT_EQ(middle_cut(unit_cells(8, 8, 8), 1).normal, 1);
    EXPECT_EQ(middle_cut(unit_cells(8, 8, 8), 1).at, 4.0);
    EXPECT_EQ(middle_cut(unit_cells(8, 1, 8), 2).normal, 1);
    EXPECT_EQ(middle_cut(unit_cells(8, 1, 1), 2).normal, 2);
}

TEST(Plane, of_another_grid_is_a_defect_of_the_caller)
{
    const Grid grid = unit_cells(3, 2, 1);
    const std::vector<float> values(5);
    EXPECT_THROW(static_cast<void>(layers_of(grid, std::span<const float>{values})),
                 std::invalid_argument);
}

/// x uniform, y stretched; all coordinates are exact in binary.
Grid half_stretched(Location location)
{
    const Axis x{.cells = 4, .lower = -1, .upper = 1};
    const Axis y{.cells = 4, .lower = 0, .upper = 8, .nodes = {0, 0.5, 1, 4, 8}};
    return {.axes = {x, y, Axis{.cells = 1, .lower = 0, .upper = 1}}, .location = location};
}

/// x + 10 y on the plane across z.
std::vector<double> linear_plane(const Grid& grid)
{
    std::vector<double> plane;
    for (std::int64_t row = 0; row < grid.values(1); ++row) {
        for (std::int64_t column = 0; column < grid.values(0); ++column) {
            plane.push_back(grid.position(0, column) + 10 * grid.position(1, row));
        }
    }
    return plane;
}

TEST(PlaneSampler, draws_a_linear_function_linear_also_where_the_axis_is_stretched)
{
    for (const Location location : {Location::cell, Location::node}) {
        const Grid grid = half_stretched(location);
        const std::vector<double> plane = linear_plane(grid);
        const PlaneSampler sampler{grid, 2, plane};
        for (int v = 0; v <= 64; ++v) {
            for (int u = 0; u <= 64; ++u) {
                const double at_x = std::clamp(-1 + 2 * u / 64.0, grid.position(0, 0),
                                               grid.position(0, grid.values(0) - 1));
                const double at_y = std::clamp(8 * v / 64.0, grid.position(1, 0),
                                               grid.position(1, grid.values(1) - 1));
                ASSERT_FLOAT_EQ(static_cast<float>(sampler.at(u / 64.0, v / 64.0) + 100),
                                static_cast<float>(at_x + 10 * at_y + 100))
                    << u << " " << v;
            }
        }
    }
}

TEST(PlaneSampler, leaves_bodies_out_of_the_values_beside_them)
{
    const Grid grid = grid_of_cells({3, 3, 1}, Location::cell);
    const std::vector<double> plane{in_body, in_body, in_body,  //
                                    1.0,     2.0,     3.0,      //
                                    1.0,     2.0,     3.0};
    const PlaneSampler sampler{grid, 2, plane};
    EXPECT_EQ(sampler.at(0.4, 0.3), in_body);
    EXPECT_NEAR(sampler.at(0.4, 0.35), 1.7, 1e-12);  // as above, where no body is near
    EXPECT_NEAR(sampler.at(0.4, 0.7), 1.7, 1e-12);
}

TEST(PlaneSampler, beyond_the_outermost_cell_centres_nothing_changes)
{
    const Grid grid = half_stretched(Location::cell);
    const std::vector<double> plane = linear_plane(grid);
    const PlaneSampler sampler{grid, 2, plane};
    EXPECT_EQ(sampler.at(0, 0), plane.front());
    EXPECT_EQ(sampler.at(1, 1), plane.back());
    EXPECT_EQ(sampler.at(1, 0.25), sampler.at(0.875, 0.25));
    EXPECT_EQ(sampler.at(0.5, 0.8), sampler.at(0.5, 0.75));
}

TEST(PlaneSampler, one_value_is_everywhere_the_same)
{
    const Grid grid = grid_of_cells({1, 1, 1}, Location::cell);
    const std::vector<double> plane{7};
    const PlaneSampler sampler{grid, 0, plane};
    for (const double place : {0.0, 0.5, 1.0}) {
        EXPECT_EQ(sampler.at(place, 1 - place), 7.0);
    }
}

TEST(PlaneSampler, a_value_that_is_not_finite_stays_beside_its_place)
{
    const Grid grid = half_stretched(Location::node);
    std::vector<double> plane = linear_plane(grid);
    plane[2 * 5 + 2] = std::numeric_limits<double>::quiet_NaN();  // at x = 0, y = 1
    const PlaneSampler sampler{grid, 2, plane};
    EXPECT_TRUE(std::isnan(sampler.at(0.5, 1.0 / 8)));
    EXPECT_TRUE(std::isnan(sampler.at(0.5, 2.4 / 8)));
    EXPECT_EQ(sampler.at(0.5, 2.6 / 8), 40.0) << "nearer to y = 4";
    EXPECT_EQ(sampler.at(0.5, 6.0 / 8), 60.0);
}

TEST(PlaneSampler, tells_doubles_apart_that_are_the_same_floats)
{
    const Grid grid = grid_of_cells({2, 1, 1}, Location::cell);
    const std::vector<double> plane{101325.0, 101325.001};
    const PlaneSampler sampler{grid, 2, plane};
    EXPECT_LT(sampler.at(0.4, 0.5), sampler.at(0.45, 0.5));
    EXPECT_EQ(range_of(plane).low, 101325.0);
    EXPECT_EQ(range_of(plane).high, 101325.001);
}

TEST(ValueRange, of_values_that_differ_by_rounding_is_widened)
{
    const double two = 2.0;
    const ValueRange range = range_of(std::vector<double>{two, std::nextafter(two, 3.0)});
    EXPECT_NEAR(range.low, 1.0, 1e-9);
    EXPECT_NEAR(range.high, 3.0, 1e-9);
    const ValueRange huge = range_of(std::vector<double>{-1.7e308, 1.7e308});
    EXPECT_EQ(huge.fraction(0.0), 0.5);
}

TEST(PlaneSampler, a_plane_of_another_size_is_a_defect_of_the_caller)
{
    const Grid grid = half_stretched(Location::cell);
    const std::vector<double> plane(15);
    EXPECT_THROW((PlaneSampler{grid, 2, plane}), std::invalid_argument);
}

}  // namespace

}  // namespace tobiuo
