// SPDX-License-Identifier: BSD-3-Clause
// errors_of() is small for a right transform, right for a wrong one, and sees every wrong value.
#include "kernels/fft/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <vector>

#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

using test::host_transform;
using test::random_input;

constexpr unsigned seed = 31;

std::vector<Problem> problems(Precision precision)
{
    std::vector<Problem> all;
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        Problem problem{
            .lengths = {6, 5, 7}, .precision = precision, .placement = placement, .batch = 3};
        all.push_back(problem);
        problem.kind = Kind::r2c;
        all.push_back(problem);
        problem.kind = Kind::c2r;
        problem.direction = Direction::inverse;
        all.push_back(problem);
    }
    return all;
}

template <typename T>
class FftErrors : public ::testing::Test {
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftErrors, Reals);

TYPED_TEST(FftErrors, of_a_right_transform_are_those_against_the_definition)
{
    for (const Problem& problem : problems(precision_of<TypeParam>)) {
        const auto in = random_input<TypeParam>(problem, seed);
        const auto out = host_transform(problem, in);
        const double expected =
            test::relative_l2(test::output_numbers(problem, out), test::exact_output(problem, in));

        const Errors errors = errors_of(problem, in.data(), out.data());

        // The reference has at least 11 more bits, so its error is at most 2^-11 of the tolerance.
        const double tolerance = test::fft_tolerance<TypeParam>(points(problem));
        EXPECT_NEAR(errors.relative_l2, expected, std::ldexp(tolerance, -11)) << describe(problem);
        EXPECT_GT(errors.relative_max, 0.0) << describe(problem);
        EXPECT_LE(errors.relative_max, tolerance) << describe(problem);
    }
}

/// Doubles the first value of the last array, which is far from small in `out`.
template <typename T>
Errors errors_with_one_wrong(const Problem& problem, T* wrong)
{
    const auto in = random_input<T>(problem, seed);
    auto out = host_transform(problem, in);
    const std::size_t at = out.size() / 3 * 2;
    *wrong = out[at];
    out[at] += *wrong;
    return errors_of(problem, in.data(), out.data());
}

TYPED_TEST(FftErrors, see_one_wrong_number_with_its_size)
{
    for (const Problem& problem : problems(precision_of<TypeParam>)) {
        TypeParam wrong{};
        const Errors errors = errors_with_one_wrong(problem, &wrong);
        const auto in = random_input<TypeParam>(problem, seed);
        long double squares = 0;
        long double largest = 0;
        for (const test::Wide value : test::exact_output(problem, in)) {
            squares += std::norm(value);
            largest = std::max(largest, std::abs(value));
        }
        const double tolerance = test::fft_tolerance<TypeParam>(points(problem));
        const long double off = std::abs(wrong);
        EXPECT_NEAR(errors.relative_l2, static_cast<double>(off / std::sqrt(squares)), tolerance)
            << describe(problem);
        EXPECT_NEAR(errors.relative_max, static_cast<double>(off / largest), tolerance)
            << describe(problem);
    }
}

TYPED_TEST(FftErrors, are_not_numbers_if_one_output_is_not)
{
    for (const Problem& problem : problems(precision_of<TypeParam>)) {
        const auto in = random_input<TypeParam>(problem, seed);
        auto out = host_transform(problem, in);
        out[0] = test::poison<TypeParam>;
        const Errors errors = errors_of(problem, in.data(), out.data());
        EXPECT_TRUE(std::isnan(errors.relative_l2) && std::isnan(errors.relative_max));
    }
}

TYPED_TEST(FftErrors, of_nothing_are_none_and_of_something_for_nothing_infinite)
{
    const Problem problem{.lengths = {8}, .precision = precision_of<TypeParam>};
    const std::vector<TypeParam> zeros(16);
    auto out = zeros;
    EXPECT_EQ(errors_of(problem, zeros.data(), out.data()).relative_l2, 0.0);
    out[3] = 1;
    EXPECT_EQ(errors_of(problem, zeros.data(), out.data()).relative_max,
              std::numeric_limits<double>::infinity());
}

// 300 arrays of 1 MiB in double make one group of 256 and a rest.
TEST(FftErrorsOfBatches, see_every_group)
{
    const Problem problem{.lengths = {1 << 16}, .batch = 257};  // one more than in a group
    const auto in = random_input<float>(problem, seed);
    auto out = host_transform(problem, in);
    const double tolerance = test::fft_tolerance<float>(points(problem));
    EXPECT_LE(errors_of(problem, in.data(), out.data()).relative_l2, tolerance);
    for (const std::size_t array : {255U, 256U}) {
        float& one = out[array << 17U];
        const float right = one;
        one += 1e6F;
        EXPECT_GT(errors_of(problem, in.data(), out.data()).relative_max, 100.0) << array;
        one = right;
    }
}

}  // namespace
}  // namespace tobiuo::fft
