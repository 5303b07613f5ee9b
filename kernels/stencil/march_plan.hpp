// The plan behind the marching kernel: device memory, upload, launches.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// Values in each of the two pinned buffers through which arrays reach the device.
inline constexpr std::int64_t staging_values = 4 << 20;

/// Compiles the kernel and allocates fourteen arrays on request.device. Throws DeviceError.
template <typename Real>
[[nodiscard]] std::unique_ptr<SweepPlan> make_march_plan(const SweepRequest& request);

}  // namespace tobiuo::stencil
