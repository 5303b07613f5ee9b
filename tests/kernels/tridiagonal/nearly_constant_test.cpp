// SPDX-License-Identifier: BSD-3-Clause
// What hardly changes along unequal rows keeps its digits, in one piece, in slabs of one device and
// in slabs of several.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/kernels/tridiagonal/unequal/joined_unequal_example.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::tridiagonal {
namespace {

constexpr long long rows = 1024;

/// Rows between two walls of given slope whose widths grow from end to end by a factor of 2000, and
/// right-hand sides that are one constant: u is scale / shift in every row.
template <typename T>
test::UnequalSlabExample<T> example()
{
    std::vector<double> nodes;
    for (long long k = 0; k <= rows; ++k) {
        const double part = static_cast<double>(k) / static_cast<double>(rows);
        nodes.push_back(part * part);
    }
    return {nodes, 64};
}

/// The largest relative difference of the columns that have a solution from it.
template <typename T>
double error_of(const test::UnequalSlabExample<T>& example, const std::vector<T>& u)
{
    const UnequalSlabSystems systems = example.systems();
    double largest = 0.0;
    for (long long column = 1; column < systems.columns; ++column) {
        const double expected = systems.scale / systems.shift(column);
        for (long long k = 0; k < rows; ++k) {
            const auto at = static_cast<std::size_t>(column + k * systems.columns);
            largest = std::max(largest, std::abs(static_cast<double>(u[at]) / expected - 1.0));
        }
    }
    return largest;
}

template <typename T>
class NearlyConstantRows : public ::testing::Test {
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(NearlyConstantRows, Reals);

TYPED_TEST(NearlyConstantRows, keep_their_digits_in_one_piece)
{
    const auto one = example<TypeParam>();

    EXPECT_LE(error_of(one, one.solved_in_one_piece().u), test::carried_constant<TypeParam>(rows));
}

TYPED_TEST(NearlyConstantRows, keep_their_digits_in_slabs)
{
    const auto one = example<TypeParam>();

    EXPECT_LE(error_of(one, one.solved_by_slabs(100).u), test::carried_constant<TypeParam>(rows));
}

TYPED_TEST(NearlyConstantRows, keep_their_digits_in_the_slabs_of_several_devices)
{
    const auto one = example<TypeParam>();

    EXPECT_LE(error_of(one, test::joined_on_host(one, {300, 500, 224}).u),
              test::carried_constant<TypeParam>(rows));
}

}  // namespace
}  // namespace tobiuo::tridiagonal
