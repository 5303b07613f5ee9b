// SPDX-License-Identifier: BSD-3-Clause
// The bandwidth of the link between host and device memory, measured.
#pragma once

#include <cstdint>

namespace tobiuo::memory {

/// Copies of about so many bytes fill the link: shorter ones cost their latency, and beside the
/// first one, which longer ones make longer, nothing can be computed.
inline constexpr std::int64_t filling_copy_bytes = std::int64_t{32} << 20;

/// Chunks on the device that keep the link busy: one that comes, one at work, one that goes, and
/// one ahead; or two chunks and their results.
inline constexpr int slots_in_flight = 4;

/// Page-locked memory through which arrays are copied whose pages are not locked, see StagedCopies:
/// two blocks for each direction.
inline constexpr std::int64_t staging_bytes = 4 * filling_copy_bytes;

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
