// SPDX-License-Identifier: BSD-3-Clause
// The plan of the classic kernel: device memory in the requested layout, upload, launches.
#pragma once

#include <memory>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// Compiles the kernel and allocates its arrays on request.device. Throws DeviceError.
[[nodiscard]] std::unique_ptr<SweepPlan> make_classic_plan(const SweepRequest& request);

}  // namespace tobiuo::stencil
