// SPDX-License-Identifier: BSD-3-Clause
// Runs one transform with OpenCL between host arrays.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/reference.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "runtime/opencl/buffer.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::test {

/// The limits of a small GPU: local memory of 32 KiB, 256 work items in a group. Those of PoCL's
/// CPU are sixteen times as large.
[[nodiscard]] inline fft::DeviceLimits small_gpu()
{
    fft::DeviceLimits limits;
    limits.shared_per_block = 32 << 10;
    limits.shared_per_multiprocessor = 64 << 10;
    limits.threads_per_block = 256;
    return limits;
}

/// A buffer of the context's device with these values.
template <typename T>
[[nodiscard]] opencl::Buffer opencl_buffer(const std::vector<T>& values)
{
    opencl::Buffer buffer{static_cast<std::int64_t>(values.size() * sizeof(T))};
    opencl::write_and_wait<T>(buffer, values, opencl::context().queue());
    return buffer;
}

template <typename T>
[[nodiscard]] std::vector<T> values_of(const opencl::Buffer& buffer)
{
    std::vector<T> values(static_cast<std::size_t>(buffer.bytes()) / sizeof(T));
    opencl::read_and_wait<T>(values, buffer, opencl::context().queue());
    return values;
}

/// The output for `in`, which has the problem's layout; places that are not written hold NaN.
template <typename T>
[[nodiscard]] std::vector<T> opencl_transform(const opencl::FftPlan& plan,
                                              const fft::Problem& problem, const std::vector<T>& in)
{
    const opencl::Buffer source = opencl_buffer(in);
    if (problem.placement == fft::Placement::in_place) {
        plan.execute(source.get(), source.get());
        return values_of<T>(source);
    }
    const opencl::Buffer sink = opencl_buffer(poisoned<T>(fft::output_bytes(problem)));
    plan.execute(source.get(), sink.get());
    if (problem.kind != fft::Kind::c2r) {
        EXPECT_EQ(values_of<T>(source), in) << "the input is not kept";
    }
    return values_of<T>(sink);
}

template <typename T>
void expect_right_by_opencl(const fft::Problem& problem, const opencl::FftPlanOptions& options)
{
    const opencl::FftPlan plan{problem, options};
    SCOPED_TRACE(fft::describe(problem) + ": " + plan.describe_passes());
    const auto in = random_input<T>(problem, 20081);
    const auto out = opencl_transform(plan, problem, in);
    const fft::Errors errors = fft::errors_of(problem, in.data(), out.data());
    EXPECT_LE(errors.relative_l2, fft_tolerance<T>(fft::points(problem)));
}

}  // namespace tobiuo::test
