// SPDX-License-Identifier: BSD-3-Clause
// The plan of the marching kernel: device memory, upload, launches.
#pragma once

#include <memory>

#include "kernels/stencil/pass_plan.hpp"

namespace tobiuo::stencil {

/// Compiles the kernel and allocates fourteen arrays on request.device. Throws DeviceError.
[[nodiscard]] std::unique_ptr<PassPlan> make_march_plan(const SweepRequest& request);

}  // namespace tobiuo::stencil
