// SPDX-License-Identifier: BSD-3-Clause
// Joined slabs of unequal rows have the solutions of the whole column on the host.
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "tests/kernels/tridiagonal/unequal/joined_unequal_example.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::UnequalSlabExample;

template <typename T>
class TridiagonalJoinedUnequalSlabs : public ::testing::Test {
};
using JoinedReals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalJoinedUnequalSlabs, JoinedReals);

TYPED_TEST(TridiagonalJoinedUnequalSlabs, have_the_solution_in_one_piece)
{
    for (const bool singular : {false, true}) {
        for (const std::vector<long long>& devices : {std::vector{1LL},
                                                      {203LL},
                                                      {101LL, 102LL},
                                                      {1LL, 1LL, 5LL},
                                                      {32LL, 64LL, 33LL},
                                                      {400LL, 1LL, 300LL, 299LL}}) {
            const long long rows = std::reduce(devices.begin(), devices.end());
            const UnequalSlabExample<TypeParam> example{rows, singular, joined_kept_step};
            const auto expected = example.solved_in_one_piece();
            const auto solved = joined_on_host(example, devices);
            EXPECT_EQ(static_cast<TypeParam>(solved.constant),
                      static_cast<TypeParam>(expected.constant));
            for (long long column = 0; column < example.columns; ++column) {
                EXPECT_LE(test::column_difference(solved.u, expected.u, column),
                          test::most_joined_errors)
                    << devices.size() << " devices with " << rows << " rows, column " << column;
            }
        }
    }
}

TYPED_TEST(TridiagonalJoinedUnequalSlabs, have_the_same_bits_in_parts)
{
    for (const bool singular : {false, true}) {
        for (const std::vector<long long>& devices :
             {std::vector{203LL}, {101LL, 102LL}, {1LL, 32LL, 5LL, 165LL}}) {
            const UnequalSlabExample<TypeParam> example{203, singular, joined_kept_step};
            const auto whole = joined_on_host(example, devices);
            for (const long long part : {1LL, 7LL, 32LL, 50LL, 64LL, 300LL}) {
                const auto in_parts = joined_on_host(example, devices, part);
                EXPECT_EQ(in_parts.u, whole.u) << devices.size() << " devices, " << part;
                EXPECT_EQ(in_parts.constant, whole.constant);
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
