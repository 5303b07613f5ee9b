// SPDX-License-Identifier: BSD-3-Clause
// The rows of a stretched axis for tiles do not depend on the unit of length.
#include "solvers/poisson/axis/tile_rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

TileRows<float> rows_of_length(double length)
{
    Problem problem = test::stretched(
        test::box({8, 8, 10}, {test::periodic, test::periodic, test::dirichlet}), 2);
    Axis& axis = problem.grid.axes[2];
    axis.lower *= length;
    axis.upper *= length;
    for (double& node : axis.nodes) {
        node *= length;
    }
    return {three_point(problem, 2), 12};
}

TEST(PoissonTileRows, are_of_the_size_of_one_in_any_unit_of_length)
{
    const TileRows<float> expected = rows_of_length(1.0);
    EXPECT_EQ(expected.width.size(), 12U);
    EXPECT_EQ(expected.width[10], 0.0F) << "behind the last row";
    EXPECT_EQ(expected.conductance[12], 1.0F);
    EXPECT_GT(expected.conductance[0], 0.0F) << "to the wall";
    for (const double length : {1e-24, 1e-6, 1e3, 1e24}) {
        const TileRows<float> rows = rows_of_length(length);
        EXPECT_NEAR(rows.square / (length * length) / expected.square, 1.0, 1e-12);
        constexpr float tolerance = 8.0F * std::numeric_limits<float>::epsilon();
        for (std::size_t k = 0; k < 10; ++k) {
            EXPECT_NEAR(rows.width[k], expected.width[k], tolerance * expected.width[k]);
            EXPECT_NEAR(rows.conductance[k], expected.conductance[k],
                        tolerance * expected.conductance[k]);
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
