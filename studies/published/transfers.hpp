// SPDX-License-Identifier: BSD-3-Clause
// The time of copies between the host and a device.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tobiuo::fft_bench {

/// The seconds of each repetition.
struct TransferTimes {
    std::vector<double> to_device;
    std::vector<double> to_host;
};

/// Copies `bytes` from pinned memory to the device and back, `repetitions` times; returns the times
/// so far after a `stop`. Throws device::DeviceError.
[[nodiscard]] TransferTimes time_transfers_and_wait(int device, std::size_t bytes, int repetitions,
                                                    const std::function<bool()>& stop);

}  // namespace tobiuo::fft_bench
