// SPDX-License-Identifier: BSD-3-Clause
// The OpenCL device of this process.
#pragma once

#include <string>

namespace tobiuo {

/// The OpenCL device that plans and solvers with Backend::opencl use, its platform, its version and
/// its driver: "NVIDIA H200 (NVIDIA CUDA), OpenCL 3.0 CUDA, driver 580.65". Throws DeviceError if
/// there is none. Any thread may call it.
[[nodiscard]] std::string opencl_device();

}  // namespace tobiuo
