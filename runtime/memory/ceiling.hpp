// SPDX-License-Identifier: BSD-3-Clause
// The bandwidth ceiling of Himeno's mix, measured: thirteen arrays read, one written.
#pragma once

#include <cstdint>
#include <functional>

namespace tobiuo::memory {

struct Ceiling {
    double bytes_per_second{};  ///< median over the repetitions
    std::int64_t bytes{};       ///< size of all fourteen arrays together
    int repetitions{};
};

/// Fourteen float arrays, filled and warm, ready to be streamed again and again, so that a
/// benchmark can measure the ceiling beside what it compares with it.
struct CeilingProbe {
    /// Streams all arrays once, waits for the end and returns the seconds.
    std::function<double()> seconds_and_wait;
    std::int64_t bytes{};  ///< that one pass moves

    /// The bytes per second of a pass.
    [[nodiscard]] double stream_and_wait() const
    {
        return static_cast<double>(bytes) / seconds_and_wait();
    }
};

/// The probe of the host: all OpenMP threads stream `bytes` in all. Each pass is done with cached
/// and with non-temporal stores, and the faster one counts. Throws std::bad_alloc.
[[nodiscard]] CeilingProbe make_host_probe(std::int64_t bytes);

/// The probe of CUDA device `device`, whose threads load 16 bytes at a time. Throws
/// device::DeviceError.
[[nodiscard]] CeilingProbe make_device_probe(int device, std::int64_t bytes);

/// The median of `repetitions` passes.
[[nodiscard]] Ceiling measure_ceiling(const CeilingProbe& probe, int repetitions = 5);

/// Sizes well beyond the last-level cache: 1 GB on a host, 2 GB on a device, or a quarter of
/// `free_bytes` if that is less.
[[nodiscard]] std::int64_t host_probe_bytes(std::int64_t free_bytes);
[[nodiscard]] std::int64_t device_probe_bytes(std::int64_t free_bytes);

}  // namespace tobiuo::memory
