// SPDX-License-Identifier: BSD-3-Clause
// Means and norms over the box.
#include "solvers/poisson/check/norms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;

constexpr Sides periodic = all_sides[0];
constexpr Sides neumann = all_sides[2];

std::vector<double> coordinates(const Problem& problem, int axis)
{
    std::vector<double> values;
    for (std::int64_t z = 0; z < unknowns(problem, 2).count; ++z) {
        for (std::int64_t y = 0; y < unknowns(problem, 1).count; ++y) {
            for (std::int64_t x = 0; x < unknowns(problem, 0).count; ++x) {
                values.push_back(position(problem, axis, axis == 0 ? x : axis == 1 ? y : z));
            }
        }
    }
    return values;
}

TEST(PoissonNorms, the_mean_of_a_coordinate_is_the_middle_of_the_box)
{
    for (const Location location : test::all_locations) {
        const Problem problem = box({7, 6, 5}, {neumann, neumann, neumann}, location);
        constexpr double middle[3] = {0.65, -0.05, 1.55};
        for (int axis = 0; axis < 3; ++axis) {
            const auto values = coordinates(problem, axis);
            EXPECT_NEAR(norms_of(problem, std::span<const double>{values}).mean, middle[axis],
                        1e-14);
            const Problem uneven = test::stretched(problem, axis);
            const auto others = coordinates(uneven, axis);
            EXPECT_NEAR(norms_of(uneven, std::span<const double>{others}).mean, middle[axis],
                        1e-14);
        }
    }
}

TEST(PoissonNorms, a_constant_has_its_own_value_in_all)
{
    const Problem problem = box({7, 6, 5}, {periodic, neumann, all_sides[3]}, Location::node);
    const std::vector<float> values(static_cast<std::size_t>(points(problem)), -3.0F);
    const Norms norms = norms_of(problem, std::span<const float>{values});
    EXPECT_NEAR(norms.mean, -3.0, 1e-14);
    EXPECT_NEAR(norms.l2, 3.0, 1e-14);
    EXPECT_EQ(norms.max, 3.0);
}

// The squares of these values overflow or vanish. A power of two scales a norm without rounding.
TEST(PoissonNorms, values_of_any_size_have_norms)
{
    const Problem problem = box({7, 6, 5}, {periodic, neumann, all_sides[3]}, Location::node);
    std::vector<double> values(static_cast<std::size_t>(points(problem)));
    for (std::size_t n = 0; n < values.size(); ++n) {
        values[n] = std::sin(static_cast<double>(n * n % 101)) - 0.3;
    }
    const Norms plain = norms_of(problem, std::span<const double>{values});
    for (const int exponent : {-1000, -500, 500, 1022}) {
        std::vector<double> scaled = values;
        for (double& value : scaled) {
            value = std::ldexp(value, exponent);
        }
        const Norms norms = norms_of(problem, std::span<const double>{scaled});
        EXPECT_DOUBLE_EQ(norms.l2, std::ldexp(plain.l2, exponent)) << exponent;
        EXPECT_DOUBLE_EQ(norms.mean, std::ldexp(plain.mean, exponent)) << exponent;
        EXPECT_EQ(norms.max, std::ldexp(plain.max, exponent)) << exponent;
    }
    const std::vector<double> zeros(values.size());
    EXPECT_EQ(norms_of(problem, std::span<const double>{zeros}).l2, 0.0);
}

TEST(PoissonNorms, have_the_same_bits_however_the_planes_come)
{
    const Problem problem = box({7, 6, 5}, {periodic, neumann, all_sides[3]}, Location::node);
    const auto plane = static_cast<std::size_t>(points(problem) / unknowns(problem, 2).count);
    std::vector<double> values(static_cast<std::size_t>(points(problem)));
    for (std::size_t n = 0; n < values.size(); ++n) {
        const double size = n < plane ? 1e-200 : n < 2 * plane ? 1e170 : 1.0;
        values[n] = size * (std::sin(static_cast<double>(n * n % 101)) - 0.3);
    }
    const std::span<const double> all{values};
    const Norms whole = norms_of(problem, all);
    EXPECT_GT(whole.l2, 1e169);
    NormSum sum{problem};
    for (std::size_t first = 0, count = 1; first < all.size(); first += count * plane, count = 2) {
        EXPECT_THROW(static_cast<void>(sum.norms()), std::invalid_argument);
        sum.add(all.subspan(first, std::min(count * plane, all.size() - first)));
    }
    EXPECT_EQ(sum.norms().mean, whole.mean);
    EXPECT_EQ(sum.norms().l2, whole.l2);
    EXPECT_EQ(sum.norms().max, whole.max);
}

// The squares of the second plane alone vanish next to those of the first.
TEST(PoissonNorms, small_values_count_beside_plain_ones)
{
    const Problem problem = box({1, 1, 2}, {periodic, periodic, periodic});
    const std::vector<double> values{3e-140, 0.9e-140};
    const double expected = 1e-140 * std::sqrt((9.0 + 0.81) / 2.0);
    EXPECT_NEAR(norms_of(problem, std::span<const double>{values}).l2 / expected, 1.0, 1e-15);
}

TEST(PoissonNorms, what_is_not_finite_shows)
{
    const Problem problem = box({4, 4, 4}, {periodic, periodic, periodic});
    std::vector<double> values(64, 1.0);
    values[17] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isinf(norms_of(problem, std::span<const double>{values}).max));
    values.pop_back();
    EXPECT_THROW(static_cast<void>(norms_of(problem, std::span<const double>{values})),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
