// Work arrays on the device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/buffer.hpp"

namespace tobiuo::fft_bench {

/// `bytes` (at least a few, so that it has an address) on `device`, the current one. Throws
/// NotPlanned with what is free if that is less, device::DeviceError.
[[nodiscard]] device::DeviceBuffer<std::byte> make_workspace(int device, std::size_t bytes);

}  // namespace tobiuo::fft_bench
