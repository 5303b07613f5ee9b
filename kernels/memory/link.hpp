// The bandwidth of the link between host and device memory, measured.
#pragma once

namespace tobiuo::memory {

/// Bytes per second of copies between page-locked host memory and a device.
struct LinkRates {
    double to_device{};
    double from_device{};
    double both{};  ///< both directions at once, in sum
};

/// Measures the link of `device` by copies of 64 MiB: the median of some repetitions. Throws
/// DeviceError.
[[nodiscard]] LinkRates measure_link(int device);

}  // namespace tobiuo::memory
