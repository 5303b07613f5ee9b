// SPDX-License-Identifier: BSD-3-Clause
// Slabs of unequal rows that several devices solve tile by tile have the solutions of whole columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "tests/kernels/tridiagonal/tile/tile_slab_example.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::HostTileSlabs;
using test::TileExample;

template <typename T>
class TridiagonalTileSlab : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalTileSlab, Reals);

const std::vector<std::vector<long long>>& rows_of_devices()
{
    static const std::vector<std::vector<long long>> all{
        {1}, {203}, {101, 102}, {1, 1, 5}, {32, 64, 33}, {37, 8, 1, 9}, {400, 1, 300, 299, 17}};
    return all;
}

TYPED_TEST(TridiagonalTileSlab, solves_all_columns_between_any_walls)
{
    const double epsilon = std::numeric_limits<TypeParam>::epsilon();
    for (const std::vector<long long>& devices : rows_of_devices()) {
        const long long rows = std::reduce(devices.begin(), devices.end());
        for (const test::TileWalls& walls :
             {test::TileWalls{}, {.first = 4.0}, {.last = 3.0}, {.first = 4.0, .last = 3.0}}) {
            TileExample<TypeParam> example = test::slab_example<TypeParam>(rows, walls);
            HostTileSlabs<TypeParam>{devices, rows}.solve(example.systems());
            for (long long column = 0; column < example.columns; ++column) {
                if (example.is_singular && column == example.singular_column) {
                    continue;
                }
                EXPECT_LE(example.difference(column, example.expected(column)), 32.0 * epsilon)
                    << devices.size() << " devices with " << rows << " rows, walls " << walls.first
                    << " and " << walls.last << ", column " << column;
            }
        }
    }
}

TYPED_TEST(TridiagonalTileSlab, has_the_bits_of_the_whole_column_where_a_constant_is_free)
{
    for (const std::vector<long long>& devices : rows_of_devices()) {
        const long long rows = std::reduce(devices.begin(), devices.end());
        TileExample<TypeParam> example = test::slab_example<TypeParam>(rows, {});
        TileExample<TypeParam> whole = example;
        std::vector<double> values(static_cast<std::size_t>(rows));
        solve_level_rows(OneThread{}, whole.systems(), values.data());
        HostTileSlabs<TypeParam> slabs{devices, rows};
        slabs.solve(example.systems());
        EXPECT_EQ(static_cast<TypeParam>(slabs.constant()), whole.constant);
        for (long long k = 0; k < rows; ++k) {
            const std::size_t at = example.at(example.singular_column, k);
            EXPECT_EQ(example.data[at], whole.data[at]) << devices.size() << " devices, row " << k;
        }
    }
}

/// A constant in every row is one of u, too.
TYPED_TEST(TridiagonalTileSlab, keeps_the_digits_of_a_constant)
{
    const std::vector<long long> devices{300, 500, 224};
    constexpr long long rows = 1024;
    TileExample<TypeParam> example = test::slab_example<TypeParam>(rows, {});
    std::ranges::fill(example.data, TypeParam{1});
    HostTileSlabs<TypeParam>{devices, rows}.solve(example.systems());
    for (long long column = 0; column < example.columns; ++column) {
        const double shift = example.inner[static_cast<std::size_t>(column % example.inner_count)] +
                             example.outer[static_cast<std::size_t>(column / example.inner_count)];
        if (shift != 0.0) {
            const std::vector<double> expected(rows, example.scale / shift);
            EXPECT_LE(example.difference(column, expected), test::carried_constant<TypeParam>(rows))
                << "column " << column;
        }
    }
}

TYPED_TEST(TridiagonalTileSlab, tells_numbers_of_rows_near_its_ends_only)
{
    const std::vector<long long> devices{1, 101, 1};
    constexpr long long rows = 103;
    constexpr std::size_t steep = 4;   // decays by 500 a row
    constexpr std::size_t gentle = 0;  // by 1e-4
    const auto told = [&](TypeParam middle) {
        TileExample<TypeParam> example = test::slab_example<TypeParam>(rows, {.first = 4.0});
        for (long long column = 0; column < example.columns; ++column) {
            example.data[example.at(column, rows / 2)] = middle;
        }
        HostTileSlabs<TypeParam> slabs{devices, rows};
        slabs.solve(example.systems());
        return slabs.told();
    };
    constexpr auto columns = static_cast<std::size_t>(TileExample<TypeParam>::columns);
    const auto before = told(TypeParam{1});
    const auto after = told(TypeParam{1000});
    for (const std::size_t plane : {std::size_t{1}, devices.size() + 1}) {
        const std::size_t first = plane * columns;
        EXPECT_NE(before[first + steep], TypeParam{0});
        EXPECT_EQ(after[first + steep], before[first + steep]);
        EXPECT_NE(after[first + gentle], before[first + gentle]);
    }
}

TYPED_TEST(TridiagonalTileSlab, leaves_what_lies_between_columns_alone)
{
    TileExample<TypeParam> example = test::slab_example<TypeParam>(203, {});
    HostTileSlabs<TypeParam>{{101, 102}, 203}.solve(example.systems());
    for (std::size_t at = 0; at < example.data.size(); ++at) {
        const bool is_between = at % static_cast<std::size_t>(example.pitch) >=
                                static_cast<std::size_t>(example.inner_count);
        EXPECT_EQ(example.data[at] == TypeParam{-77}, is_between) << at;
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
