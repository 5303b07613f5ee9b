// SPDX-License-Identifier: BSD-3-Clause
// What the CUDA kernels ask about the device of a request before anything is allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/device/survey.hpp"

namespace tobiuo::stencil {

/// The most shared memory that a block may have on any GPU so far: an H100, H200 or B200.
inline constexpr std::int64_t most_shared_bytes = std::int64_t{227} << 10;

/// The device with CUDA index `index`; null if it does not exist.
[[nodiscard]] const device::DeviceInfo* device_called(int index);

/// Whether NVRTC compiles to the machine code of the device. Throws DeviceError without NVRTC.
[[nodiscard]] bool compiler_knows(const device::DeviceInfo& device);

/// Why NVRTC cannot compile for that device; nothing if it can, or if the device does not exist.
[[nodiscard]] std::optional<std::string> compilation_unsupported_reason(int index);

}  // namespace tobiuo::stencil
