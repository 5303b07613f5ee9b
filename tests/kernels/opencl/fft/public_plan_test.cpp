// SPDX-License-Identifier: BSD-3-Clause
// The public plans with OpenCL: arrays in host memory, buffers, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include <tobiuo/fft.hpp>

#include "kernels/fft/reference.hpp"
#include "kernels/fft/transform.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/opencl_transform.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::fft {
namespace {

using ::testing::HasSubstr;

constexpr PlanOptions by_opencl{.backend = Backend::opencl};

class FftPublicPlanOnOpenCL : public test::OnOpenCL {};

TEST_F(FftPublicPlanOnOpenCL, transforms_arrays_in_host_memory)
{
    const Transform transform{.extents = {12, 10, 9},
                              .kind = Kind::r2c,
                              .precision = Precision::fp64,
                              .placement = Placement::out_of_place};
    const Problem problem = problem_of(transform);
    const std::vector<double> in = test::random_input<double>(problem, 3);
    std::vector<std::complex<double>> out(7 * 10 * 9);
    const Plan plan{transform, by_opencl};
    EXPECT_EQ(plan.backend(), Backend::opencl);
    plan.execute(in.data(), out.data());
    EXPECT_LE(errors_of(problem, in.data(), out.data()).relative_l2,
              test::fft_tolerance<double>(points(problem)));
}

TEST_F(FftPublicPlanOnOpenCL, transforms_buffers_by_the_untyped_call)
{
    const Transform transform{.extents = {.x = 60}, .precision = Precision::fp32};
    const Problem problem = problem_of(transform);
    const std::vector<float> in = test::random_input<float>(problem, 3);
    const opencl::Buffer data = test::opencl_buffer(in);
    const Plan plan{transform, by_opencl};
    plan.execute_untyped(data.get(), data.get());
    const std::vector<float> out = test::values_of<float>(data);
    EXPECT_LE(errors_of(problem, in.data(), out.data()).relative_l2,
              test::fft_tolerance<float>(points(problem)));
}

TEST_F(FftPublicPlanOnOpenCL, transforms_cosines_in_host_memory)
{
    const R2rTransform transform{.extents = {24, 10}, .scale = 1.0 / (48.0 * 20.0)};
    std::vector<double> values(240);
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = std::cos(static_cast<double>(at * at));
    }
    std::vector<double> expected = values;
    R2rPlan{transform, {.backend = Backend::cpu}}.execute(expected.data());
    R2rPlan{transform, {.backend = Backend::opencl}}.execute(values.data());
    for (std::size_t at = 0; at < values.size(); ++at) {
        EXPECT_NEAR(values[at], expected[at], test::fft_tolerance<double>(240)) << at;
    }
}

TEST_F(FftPublicPlanOnOpenCL, refuses_what_there_is_not)
{
    const Transform transform{.extents = {8, 8, 8}};
    EXPECT_FALSE(unsupported_reason(transform, Backend::opencl));
    EXPECT_THAT(test::refusal<std::invalid_argument>([&] {
                    static_cast<void>(Plan{
                        transform, {.backend = Backend::opencl, .workspace = Workspace::supplied}});
                }),
                HasSubstr("with OpenCL plans own theirs"));
    EXPECT_THAT(distributed_unsupported_reason(transform, Backend::opencl).value_or(""),
                HasSubstr("there is no transform on several ranks with OpenCL"));
    EXPECT_THAT(
        test::refusal<std::invalid_argument>([&] {
            static_cast<void>(PointwisePlan{transform, {.source = "", .function = "f"}, by_opencl});
        }),
        HasSubstr("there is no function between transforms with OpenCL"));
}

}  // namespace
}  // namespace tobiuo::fft
