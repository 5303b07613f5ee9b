// SPDX-License-Identifier: BSD-3-Clause
// The difference that the tuner checks candidates by, on numbers that are finite and that are not.
#include "kernels/fft/tune/tune_device.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

namespace tobiuo::fft {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

double relative(const std::vector<double>& a, const std::vector<double>& b)
{
    return square_sums(std::span{a}, std::span{b}).relative();
}

TEST(FftSquareSums, are_the_relative_difference_in_the_2_norm)
{
    EXPECT_EQ(relative({3.0, 4.0}, {3.0, 0.0}), 4.0 / 3.0);
    EXPECT_EQ(relative({3.0, 4.0}, {3.0, 4.0}), 0.0);
    EXPECT_EQ(relative({0.0}, {0.0}), 0.0);
    EXPECT_EQ(relative({1.0}, {0.0}), infinity);
}

TEST(FftSquareSums, that_are_not_finite_are_no_match)
{
    for (const double bad : {infinity, -infinity, not_a_number}) {
        EXPECT_EQ(relative({bad, 1.0}, {1.0, 1.0}), infinity);
        EXPECT_EQ(relative({1.0, 1.0}, {bad, 1.0}), infinity);
        EXPECT_EQ(relative({bad, 1.0}, {bad, 1.0}), infinity);
    }
    const double large = std::numeric_limits<double>::max();
    EXPECT_EQ(relative({large}, {large}), infinity) << "the square of the reference overflows";
    for (const double bad : {infinity, not_a_number}) {
        EXPECT_EQ((SquareSums{.difference = 1.0, .reference = bad}).relative(), infinity);
        EXPECT_EQ((SquareSums{.difference = 0.0, .reference = bad}).relative(), infinity);
        EXPECT_EQ((SquareSums{.difference = bad, .reference = 1.0}).relative(), infinity);
    }
}

}  // namespace
}  // namespace tobiuo::fft
