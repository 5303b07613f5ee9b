// SPDX-License-Identifier: BSD-3-Clause
// The OpenCL rows of the table of kernels.
#pragma once

#include <vector>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// The OpenCL kernels, the preferred one first: the same in a build without OpenCL headers, where
/// their plans cannot be made.
[[nodiscard]] std::vector<SweepKind> opencl_kinds();

}  // namespace tobiuo::stencil
