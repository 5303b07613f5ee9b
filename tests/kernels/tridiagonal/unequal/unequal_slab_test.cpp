// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows have the same solutions on the host, however they are cut into slabs.
#include <gtest/gtest.h>

#include "tests/kernels/tridiagonal/unequal/unequal_slab_example.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::UnequalSlabExample;

template <typename T>
class TridiagonalUnequalSlabs : public ::testing::Test {
};
using UnequalReals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalUnequalSlabs, UnequalReals);

TYPED_TEST(TridiagonalUnequalSlabs, have_the_bits_of_the_solution_in_one_piece)
{
    for (const long long rows : {1LL, 7LL, 203LL}) {
        for (const long long kept_step : {1LL, 32LL, 64LL, 1000LL}) {
            const UnequalSlabExample<TypeParam> example{rows, false, kept_step};
            const auto expected = example.solved_in_one_piece();
            for (const long long most : {1LL, 5LL, 64LL, 1000LL}) {
                EXPECT_EQ(example.solved_by_slabs(most).u, expected.u)
                    << rows << " rows, slabs of " << most << ", every " << kept_step
                    << "th row kept";
            }
        }
    }
}

TYPED_TEST(TridiagonalUnequalSlabs, integrate_the_column_of_the_zero_mode)
{
    const UnequalSlabExample<TypeParam> example{203, true, 32};
    const auto expected = example.solved_in_one_piece();
    for (const long long most : {1LL, 40LL, 203LL}) {
        const auto solved = example.solved_by_slabs(most);
        EXPECT_EQ(static_cast<TypeParam>(solved.constant),
                  static_cast<TypeParam>(expected.constant));
        for (std::size_t at = 0; at < solved.u.size(); ++at) {
            if (at % static_cast<std::size_t>(example.columns) == 0) {
                // Fluxes are double there for data of single precision, too.
                EXPECT_NEAR(solved.u[at], expected.u[at],
                            4.0 * std::numeric_limits<TypeParam>::epsilon());
            } else {
                EXPECT_EQ(solved.u[at], expected.u[at]) << at;
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
