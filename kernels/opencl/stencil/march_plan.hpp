// SPDX-License-Identifier: BSD-3-Clause
// Makes plans of the one-sweep OpenCL kernel.
#pragma once

#include <memory>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::opencl {

/// The choices of an H200, whose marching CUDA kernel is the same.
inline constexpr std::string_view default_block = "64x4";
inline constexpr std::string_view default_unroll = "4";

/// Work-items that add the sums of groups.
inline constexpr int sum_items = 256;

/// Throws DeviceError, also in a build without OpenCL.
[[nodiscard]] std::unique_ptr<stencil::SweepPlan> make_march_plan(
    const stencil::SweepRequest& request);

}  // namespace tobiuo::opencl
