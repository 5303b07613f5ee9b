// SPDX-License-Identifier: BSD-3-Clause
// What the memory study times on a device: copies in several forms and a pointer chase.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace tobiuo::memory {

/// Work that can be timed repeatedly; it is ready and warm once it is made. Its unit is one launch
/// of a copy or one step of a chase.
class Probe {
public:
    Probe() = default;
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;
    virtual ~Probe() = default;

    /// Runs `units` one after the other, waits for the end and returns the seconds taken.
    [[nodiscard]] virtual double time_and_wait(std::int64_t units) = 0;
    /// Bytes that a unit reads and writes.
    [[nodiscard]] virtual double bytes_per_unit() const = 0;
    /// The threads of all blocks; 0 where the driver chooses them.
    [[nodiscard]] virtual std::int64_t threads() const = 0;
};

// What the papers vary: Naruse et al. (2008) the streams of a copy and the threads of a block,
// Nukada et al. (2008) the streams, with 64 threads a block.
inline constexpr std::array copy_streams{1, 4, 16, 64};
inline constexpr std::array copy_threads{128, 256, 512};
inline constexpr std::array many_streams{1, 2, 4, 8, 16, 32, 64, 128, 256};
inline constexpr int usual_threads = 256;
inline constexpr int nukada_threads = 64;
inline constexpr int nukada_element_bytes = 8;
/// Bytes of an element: what the paper copies, and the widest that a thread can load at once.
inline constexpr std::array copy_elements{4, 16};

/// A copy by streams, as stream_copy.cuh does it.
struct CopyShape {
    std::int64_t bytes{};     ///< source and target together
    int streams = 1;          ///< parts of the array that are copied side by side
    bool barrier = false;     ///< whether a barrier follows every element
    int element_bytes = 16;   ///< 4, 8 or 16
    int block_threads = 256;  ///< threads of a block
    /// Threads of all blocks together, a multiple of `block_threads`; 0: as many as the device runs
    /// at a time.
    std::int64_t threads = 0;
};

/// Makes the probe of stream_copy.cuh. A small buffer is copied several times in a launch, so that
/// the start of a launch counts little. Throws device::DeviceError, and std::invalid_argument if a
/// stream would be empty.
[[nodiscard]] std::unique_ptr<Probe> make_copy_probe(int device, const CopyShape& shape);

/// The driver's own copy (cudaMemcpyAsync) of half of `bytes` to the other half.
[[nodiscard]] std::unique_ptr<Probe> make_driver_copy_probe(int device, std::int64_t bytes);

/// A 16-point step from pattern `input` to `output` (0 to 3 for A to D), timed with
/// pattern_copy.cuh.
[[nodiscard]] std::unique_ptr<Probe> make_pattern_probe(int device, int input, int output);

/// A chase over `bytes` (a power of two, at least 128) by one warp, whose threads visit the same
/// lines (`ways` 1: a line a step) or 32 different ones; a unit is one step of all threads. Each
/// call goes on where the last one ended, so that a large buffer is not visited twice.
[[nodiscard]] std::unique_ptr<Probe> make_chase_probe(int device, std::int64_t bytes, int ways);

/// How rows of an array in host memory are copied.
enum class LinkWay {
    to_device,
    to_host,
    both,           ///< in both directions at once
    through_blocks  ///< so too, through page-locked blocks that threads of the host fill and empty
};

/// Copies of chunks of `row_bytes` a row, whose rows lie far from each other in host memory.
struct LinkShape {
    std::int64_t row_bytes{};  ///< a power of two, at most link_copy_bytes
    LinkWay way{};
};

/// Bytes of a chunk, and of the page-locked array of each direction.
inline constexpr std::int64_t link_copy_bytes = std::int64_t{16} << 20;
inline constexpr std::int64_t link_array_bytes = std::int64_t{1} << 30;

/// Makes the probe; a unit is a chunk in each direction. Throws device::DeviceError, and
/// std::invalid_argument if rows do not divide a chunk.
[[nodiscard]] std::unique_ptr<Probe> make_link_probe(int device, const LinkShape& shape);

/// The limits of a device that results are compared with.
struct DeviceLimits {
    double peak_bytes_per_second{};  ///< memory clock x 2 x bus width; 0 if the driver hides it
    std::int64_t threads{};          ///< resident on all multiprocessors together
};

/// Asks device `device` for its limits. Throws device::DeviceError.
[[nodiscard]] DeviceLimits device_limits(int device);

/// Bytes that make_pattern_probe() allocates.
inline constexpr std::int64_t pattern_bytes = std::int64_t{2} * 8 * 256 * 16 * 16 * 16 * 16;

}  // namespace tobiuo::memory
