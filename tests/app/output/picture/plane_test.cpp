// Planes of a grid: the values that belong to them.
#include "app/output/picture/plane.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tobiuo
