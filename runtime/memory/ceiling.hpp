// The bandwidth ceiling of Himeno's mix, measured: thirteen arrays read, one written.
#pragma once

#include <cstdint>
#include <memory>

namespace tobiuo::memory {

struct Ceiling {
    double bytes_per_second{};  ///< median over the repetitions
    std::int64_t bytes{};       ///< size of all fourteen arrays together
    int repetitions{};
};

/// Holds fourteen float arrays, filled and warm, ready to be streamed again and again, so that a
/// benchmark can measure the ceiling beside what it compares with it.
class CeilingProbe {
public:
    CeilingProbe() = default;
    CeilingProbe(const CeilingProbe&) = delete;
    CeilingProbe& operator=(const CeilingProbe&) = delete;
    virtual ~CeilingProbe() = default;

    /// Streams all arrays once, waits for the end and returns bytes per second.
    [[nodiscard]] virtual double stream_and_wait() = 0;
    /// Bytes that one pass moves.
    [[nodiscard]] virtual std::int64_t bytes() const = 0;
};

/// The probe of the host: all OpenMP threads stream `bytes` in all. Each pass is done with cached
/// and with non-temporal stores, and the faster one counts. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<CeilingProbe> make_host_probe(std::int64_t bytes);

/// The probe of CUDA device `device`, whose threads load 16 bytes at a time. Throws
/// device::DeviceError.
[[nodiscard]] std::unique_ptr<CeilingProbe> make_device_probe(int device, std::int64_t bytes);

/// The median of `repetitions` passes.
[[nodiscard]] Ceiling measure_ceiling(CeilingProbe& probe, int repetitions = 5);

/// Sizes well beyond the last-level cache: 1 GB on a host, 2 GB on a device, or a quarter of
/// `free_bytes` if that is less.
[[nodiscard]] std::int64_t host_probe_bytes(std::int64_t free_bytes);
[[nodiscard]] std::int64_t device_probe_bytes(std::int64_t free_bytes);

}  // namespace tobiuo::memory
