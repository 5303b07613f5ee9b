// SPDX-License-Identifier: BSD-3-Clause
// The random input of transforms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/bench/fft/testbeds.hpp"
#include "kernels/fft/host/plan.hpp"
#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

template <typename T>
std::span<const T> values_of(const bench::Bytes& bytes)
{
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

TEST(FftInput, is_uniform_between_minus_and_plus_a_half)
{
    const fft::Problem problem = test::cube(32);
    const bench::Bytes input = random_input(problem);
    const auto values = values_of<float>(input);
    ASSERT_EQ(values.size(), 2U * 32 * 32 * 32);
    double sum = 0.0;
    double squares = 0.0;
    for (const float value : values) {
        ASSERT_LE(std::abs(value), 0.5F);
        sum += value;
        squares += value * value;
    }
    const auto count = static_cast<double>(values.size());
    EXPECT_NEAR(sum / count, 0.0, 5 * std::sqrt(1.0 / 12.0 / count));
    EXPECT_NEAR(squares / count, 1.0 / 12.0, 0.001);
    EXPECT_NE(values[0], values[1]);
    EXPECT_TRUE(std::ranges::equal(values, values_of<float>(random_input(problem))));
}

TEST(FftInput, of_c2r_is_the_spectrum_of_such_reals)
{
    for (const auto placement : {fft::Placement::in_place, fft::Placement::out_of_place}) {
        fft::Problem problem = test::cube(6, fft::Kind::c2r, Precision::fp64);
        problem.lengths = {3, 4, 6};
        problem.placement = placement;
        const bench::Bytes input = random_input(problem);
        bench::Bytes copy{input.size()};
        std::ranges::copy(std::span{input.data(), input.size()}, copy.data());
        const bool in_place = placement == fft::Placement::in_place;
        bench::Bytes output{static_cast<std::size_t>(fft::output_bytes(problem))};
        void* out = in_place ? copy.data() : output.data();
        void* in = copy.data();
        fft::HostPlan{problem, fft::Effort::estimate, 1}.execute(in, out);
        const auto* reals = static_cast<const double*>(out);
        const int stride = in_place ? 8 : 6;
        double largest = 0.0;
        for (int row = 0; row < 12; ++row) {
            for (int n = 0; n < 6; ++n) {
                largest = std::max(largest, std::abs(reals[row * stride + n]) / 72.0);
            }
        }
        EXPECT_LE(largest, 0.5 + 1e-12);
        EXPECT_GT(largest, 0.4);
    }
}

TEST(FftInput, arrays_are_input_twice_and_output_where_it_is_another)
{
    fft::Problem problem = test::cube(4, fft::Kind::r2c);
    EXPECT_EQ(testbed_bytes(problem), 2 * 4 * 4 * 6 * 4);
    problem.placement = fft::Placement::out_of_place;
    EXPECT_EQ(testbed_bytes(problem), 2 * 4 * 4 * 4 * 4 + 4 * 4 * 3 * 8);
}

}  // namespace
}  // namespace tobiuo::fft_bench
