// Planes of a grid: which values are theirs.
#include "app/fields/plane.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

TEST(Plane, the_middle_one_has_the_values_in_the_order_of_the_arrays)
{
    // x, y, z index of value n are its digits: 3 x 2 x 4 cells.
    const Grid grid = grid_of_cells({3, 2, 4}, Location::cell);
    std::vector<double> values;
    for (int k = 0; k < 4; ++k) {
        for (int j = 0; j < 2; ++j) {
            for (int i = 0; i < 3; ++i) {
                values.push_back(100 * i + 10 * j + k);
            }
        }
    }
    EXPECT_THAT(middle_plane(grid, 0, values), ElementsAre(100, 110, 101, 111, 102, 112, 103, 113));
    EXPECT_THAT(middle_plane(grid, 1, values),
                ElementsAre(10, 110, 210, 11, 111, 211, 12, 112, 212, 13, 113, 213));
    EXPECT_THAT(middle_plane(grid, 2, values), ElementsAre(2, 102, 202, 12, 112, 212));
    const std::vector<float> singles{values.begin(), values.end()};
    EXPECT_EQ(middle_plane(grid, 1, singles), middle_plane(grid, 1, values));
}

TEST(Plane, of_a_flat_grid_is_all_of_it)
{
    const Grid grid = grid_of_cells({3, 2, 1}, Location::cell);
    std::vector<double> values(6);
    std::iota(values.begin(), values.end(), 1.0);
    EXPECT_THAT(middle_plane(grid, 2, values), ElementsAre(1, 2, 3, 4, 5, 6));
    values.pop_back();
    EXPECT_THROW(static_cast<void>(middle_plane(grid, 2, values)), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo
