// SPDX-License-Identifier: BSD-3-Clause
// Makes descriptors of arrays for bulk copies.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/device/block/tensor_map.hpp"

namespace tobiuo::device {

/// Describes the array [size[2]][size[1]][size[0]] of floats at `data` on the current device, rows
/// `pitch` values apart, and the box that one copy brings; outside of the array a box is filled
/// with zeros. `data` is aligned to 16 bytes, `pitch` a multiple of 4, box[0] too. Throws
/// DeviceError if the driver has no tensor maps or declines this one.
[[nodiscard]] TensorMap tensor_map_of(const float* data, const std::array<std::int64_t, 3>& size,
                                      std::int64_t pitch, const std::array<int, 3>& box);

}  // namespace tobiuo::device
