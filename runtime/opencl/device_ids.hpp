// SPDX-License-Identifier: BSD-3-Clause
// The handles of the devices that the survey has found.
#pragma once

#include <CL/cl.h>

#include <vector>

namespace tobiuo::opencl {

/// The handles, in the order of survey().devices.
[[nodiscard]] const std::vector<cl_device_id>& device_ids();

}  // namespace tobiuo::opencl
