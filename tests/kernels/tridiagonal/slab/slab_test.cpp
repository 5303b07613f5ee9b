// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows on the host fulfil their equations, however they are cut into slabs.
#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "tests/kernels/tridiagonal/slab/slab_example.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::SlabExample;

template <typename T>
class TridiagonalSlabs : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TridiagonalSlabs, Reals);

TYPED_TEST(TridiagonalSlabs, fulfil_every_row_between_all_edges)
{
    for (const test::Edges& edges : test::all_edges) {
        for (const long long rows : {2LL, 7LL, 203LL, 1000LL}) {
            const SlabExample<TypeParam> example{edges, rows};
            for (const long long most : {1LL, 5LL, 64LL, 1000LL}) {
                for (const bool reversed : {false, true}) {
                    const auto solved = example.solved_on_host(most, reversed);
                    for (long long column = 0; column < example.columns; ++column) {
                        EXPECT_LE(example.backward_error(solved, column, reversed),
                                  test::most_slab_errors)
                            << test::text_of(edges) << ", " << rows << " rows, slabs of " << most
                            << ", column " << column;
                    }
                }
            }
        }
    }
}

/// Devices that tell each other numbers of type Told fulfil all equations.
template <typename T, typename Told>
void expect_joined_slabs()
{
    for (const test::Edges& edges : test::all_edges) {
        for (const std::vector<long long>& devices :
             {std::vector{203LL}, {101LL, 102LL}, {1LL, 1LL, 5LL}, {400LL, 1LL, 300LL, 299LL}}) {
            const long long rows = std::reduce(devices.begin(), devices.end());
            const SlabExample<T> example{edges, rows};
            for (const bool reversed : {false, true}) {
                const auto solved =
                    example.solved_by_devices(devices, test::RiseAndFall<T, Told>{64}, reversed);
                for (long long column = 0; column < example.columns; ++column) {
                    EXPECT_LE(example.backward_error(solved, column, reversed),
                              test::most_slab_errors)
                        << test::text_of(edges) << ", " << devices.size() << " devices with "
                        << rows << " rows, column " << column;
                }
            }
        }
    }
}

TYPED_TEST(TridiagonalSlabs, of_several_devices_fulfil_every_row_between_all_edges)
{
    expect_joined_slabs<TypeParam, double>();
    expect_joined_slabs<TypeParam, TypeParam>();
}

}  // namespace
}  // namespace tobiuo::tridiagonal
