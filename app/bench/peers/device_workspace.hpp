// Work arrays on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/device/buffer.hpp"

namespace tobiuo::bench {

/// Allocates `bytes` (at least a few, so that there is an address) on `device`, the current one.
/// Throws NotPlanned with the free bytes if these are too few, and device::DeviceError.
[[nodiscard]] device::DeviceBuffer<std::byte> make_workspace(int device, std::size_t bytes);

}  // namespace tobiuo::bench
