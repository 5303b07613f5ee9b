// The descriptor of a three-dimensional array for bulk copies, for host and device.
#pragma once

namespace tobiuo::device {

/// Opaque to all but the driver and the copy engine; the layout of the driver's CUtensorMap.
struct alignas(64) TensorMap {
    unsigned long long words[16];
};

}  // namespace tobiuo::device
