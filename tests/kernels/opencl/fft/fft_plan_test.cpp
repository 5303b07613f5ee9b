// SPDX-License-Identifier: BSD-3-Clause
// Transforms with OpenCL against more digits on the host: lengths, shapes, kinds, precisions.
#include "kernels/opencl/fft/fft_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/support/opencl.hpp"
#include "tests/support/opencl_transform.hpp"

namespace tobiuo::opencl {
namespace {

using fft::Kind;
using fft::Problem;
using Lengths = std::vector<std::int64_t>;

enum class Numbers { complex, real };

/// One of the eight ways of transforming a shape: the bits of `turn` are inverse, out of place,
/// double precision.
Problem variant(const Lengths& lengths, std::int64_t batch, Numbers numbers, unsigned turn)
{
    const bool inverse = (turn & 1U) != 0;
    const Kind real = inverse ? Kind::c2r : Kind::r2c;
    return {.lengths = lengths,
            .kind = numbers == Numbers::complex ? Kind::c2c : real,
            .direction = inverse ? fft::Direction::inverse : fft::Direction::forward,
            .precision = (turn & 4U) != 0 ? Precision::fp64 : Precision::fp32,
            .placement = (turn & 2U) != 0 ? fft::Placement::out_of_place : fft::Placement::in_place,
            .batch = batch};
}

void expect_right(const Problem& problem,
                  const FftPlanOptions& options = {.limits = test::small_gpu()})
{
    if (problem.precision == Precision::fp32) {
        test::expect_right_by_opencl<float>(problem, options);
    } else {
        test::expect_right_by_opencl<double>(problem, options);
    }
}

class FftPlanOnOpenCL : public test::OnOpenCL {};

TEST_F(FftPlanOnOpenCL, transforms_complex_rows_of_any_short_lengths)
{
    // A batch that fills no whole number of work groups.
    for (const unsigned n : {1U, 2U, 3U, 6U, 7U, 11U, 13U, 16U, 17U, 25U, 32U, 37U}) {
        expect_right(variant({n}, 37, Numbers::complex, n));
    }
    for (const unsigned n : {96U, 243U, 251U, 1000U, 1024U}) {
        expect_right(variant({n}, 9, Numbers::complex, n));
        expect_right(variant({n}, 9, Numbers::complex, n + 5));
    }
}

TEST_F(FftPlanOnOpenCL, transforms_complex_arrays_of_three_axes)
{
    for (unsigned turn = 0; turn < 8; ++turn) {
        expect_right(variant({9, 10, 11}, 1, Numbers::complex, turn));
    }
    expect_right(variant({64, 32, 16}, 1, Numbers::complex, 0));
    expect_right(variant({17, 1, 34}, 2, Numbers::complex, 5));
    expect_right(variant({48, 40}, 3, Numbers::complex, 7));
}

TEST_F(FftPlanOnOpenCL, transforms_long_complex_axes_in_several_passes)
{
    expect_right(variant({1 << 16}, 1, Numbers::complex, 0));
    expect_right(variant({30000}, 2, Numbers::complex, 7));
    expect_right(variant({10007}, 1, Numbers::complex, 5));  // a prime: a convolution in three
    expect_right(variant({6000, 5}, 1, Numbers::complex, 3));
    expect_right(variant({1 << 20}, 1, Numbers::complex, 4));
}

TEST_F(FftPlanOnOpenCL, transforms_real_rows_of_short_lengths)
{
    for (const unsigned n : {1U, 2U, 3U, 4U, 7U, 10U, 16U, 26U, 34U}) {
        expect_right(variant({n}, 37, Numbers::real, n));
        expect_right(variant({n}, 37, Numbers::real, n + 1));
    }
    // Of real rows the half, too, can be without a butterfly.
    for (const unsigned n : {67U, 134U, 486U, 1000U}) {
        expect_right(variant({n}, 9, Numbers::real, n / 2));
        expect_right(variant({n}, 9, Numbers::real, n / 2 + 5));
    }
}

TEST_F(FftPlanOnOpenCL, transforms_real_arrays_of_three_axes)
{
    for (unsigned turn = 0; turn < 8; ++turn) {
        expect_right(variant({9, 10, 11}, 1, Numbers::real, turn));
        expect_right(variant({6, 5, 64}, 2, Numbers::real, turn));
    }
    expect_right(variant({17, 1, 34}, 2, Numbers::real, 5));
}

TEST_F(FftPlanOnOpenCL, transforms_long_real_rows_in_several_passes)
{
    for (const unsigned turn : {0U, 1U, 6U, 7U}) {
        expect_right(variant({1 << 17}, 1, Numbers::real, turn));  // pairs, and a fold
        expect_right(variant({19683}, 2, Numbers::real, turn));    // odd: no pairs
    }
    expect_right(variant({20014}, 1, Numbers::real, 4));  // twice a prime
    expect_right(variant({10007}, 1, Numbers::real, 5));
}

TEST_F(FftPlanOnOpenCL, transforms_by_the_limits_of_the_device)
{
    for (unsigned turn = 0; turn < 8; turn += 5) {
        expect_right(variant({12, 21, 128}, 1, Numbers::complex, turn), {});
        expect_right(variant({4096}, 3, Numbers::complex, turn), {});
        expect_right(variant({8, 6, 192}, 1, Numbers::real, turn), {});
    }
}

TEST_F(FftPlanOnOpenCL, takes_as_many_passes_as_a_gpu_without_merged_ones)
{
    const FftPlan plan{variant({64, 32, 16}, 1, Numbers::complex, 0),
                       {.limits = test::small_gpu()}};
    EXPECT_THAT(plan.describe_passes(), ::testing::StartsWith("3 passes: 16="));
    EXPECT_EQ(plan.workspace_bytes(), 0U);
}

TEST_F(FftPlanOnOpenCL, refuses_buffers_that_do_not_fit_the_placement)
{
    const FftPlan plan{variant({8}, 1, Numbers::complex, 0)};
    const Buffer one{64};
    const Buffer two{64};
    EXPECT_THROW(plan.execute(one.get(), two.get()), std::invalid_argument);
    EXPECT_THROW(plan.execute(nullptr, nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::opencl
