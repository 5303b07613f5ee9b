// SPDX-License-Identifier: BSD-3-Clause
// Columns of unequal rows, solved in parts on the host, fulfil their equations.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "tests/kernels/tridiagonal/tile/tile_example.hpp"
#include "tests/kernels/tridiagonal/tile/tile_twins.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::TileExample;
using test::TileTwin;

template <typename T>
class TridiagonalTile : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalTile, Reals);

/// Modes that hardly decay are solved as exactly as others.
TYPED_TEST(TridiagonalTile, solves_all_columns_between_any_walls)
{
    const double epsilon = std::numeric_limits<TypeParam>::epsilon();
    for (const TileTwin<TypeParam>& twin : test::tile_twins<TypeParam>()) {
        for (const test::TileWalls& walls : {test::TileWalls{},
                                             {.first = 4.0},
                                             {.last = 3.0},
                                             {.first = 4.0, .last = 3.0},
                                             {.first = 4.0, .last = 3.0, .unbounded = true}}) {
            TileExample<TypeParam> example{twin.tiles, walls};
            twin.solve(example.systems(), twin.tiles);
            for (long long column = 0; column < example.columns; ++column) {
                if (example.is_singular && column == example.singular_column) {
                    continue;
                }
                EXPECT_LE(example.difference(column, example.expected(column)), 32.0 * epsilon)
                    << twin.tiles.rows << " rows, walls " << walls.first << " and " << walls.last
                    << ", column " << column;
            }
        }
    }
}

TYPED_TEST(TridiagonalTile, removes_the_mean_where_a_constant_is_free)
{
    const double epsilon = std::numeric_limits<TypeParam>::epsilon();
    for (const TileTwin<TypeParam>& twin : test::tile_twins<TypeParam>()) {
        TileExample<TypeParam> example{twin.tiles, {}};
        const double removed = example.weighted_mean(example.singular_column, example.right_side);
        twin.solve(example.systems(), twin.tiles);

        EXPECT_NEAR(static_cast<double>(example.constant), removed, 4.0 * epsilon);
        double largest = 0.0;
        double flux = 0.0;
        double worst = 0.0;
        for (long long k = 0; k < example.rows; ++k) {
            const auto at = static_cast<std::size_t>(k);
            const auto u = [&](long long row) {
                return static_cast<double>(example.data[example.at(example.singular_column, row)]);
            };
            largest = std::fmax(largest, std::abs(u(k)));
            flux +=
                static_cast<double>(example.width[at]) * example.square * example.scale *
                (static_cast<double>(example.right_side[example.at(example.singular_column, k)]) -
                 removed);
            if (k + 1 < example.rows) {
                worst = std::fmax(worst,
                                  std::abs(flux - static_cast<double>(example.conductance[at + 1]) *
                                                      (u(k + 1) - u(k))));
            }
        }
        EXPECT_LE(worst, 16.0 * epsilon * largest) << twin.tiles.rows << " rows";
        EXPECT_NEAR(example.weighted_mean(example.singular_column, example.data), 0.0,
                    4.0 * epsilon * largest);
    }
}

TYPED_TEST(TridiagonalTile, leaves_what_lies_between_columns_alone)
{
    for (const TileTwin<TypeParam>& twin : test::tile_twins<TypeParam>()) {
        TileExample<TypeParam> example{twin.tiles, {.first = 1.0}};
        twin.solve(example.systems(), twin.tiles);
        for (std::size_t at = 0; at < example.data.size(); ++at) {
            const bool is_between = at % static_cast<std::size_t>(example.pitch) >=
                                    static_cast<std::size_t>(example.inner_count);
            EXPECT_EQ(example.data[at] == TypeParam{-77}, is_between) << at;
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
