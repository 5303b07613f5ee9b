// SPDX-License-Identifier: BSD-3-Clause
// The descriptor of a three-dimensional array for bulk copies, for host and device.
#pragma once

namespace tobiuo::device {

/// The layout of the driver's CUtensorMap; only the driver and the copy engine read its content.
struct alignas(64) TensorMap {
    unsigned long long words[16];
};

}  // namespace tobiuo::device
