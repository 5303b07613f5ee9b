// SPDX-License-Identifier: BSD-3-Clause
// What a GPU offers to a pass.
#pragma once

#include <cstdint>

namespace tobiuo::fft {

/// The most threads of a block, by CUDA.
inline constexpr int most_threads = 1024;

/// The limits of the device that a plan is for; the default values are those of an H200.
struct DeviceLimits {
    int multiprocessors = 132;
    std::int64_t shared_per_block = 232448;           ///< bytes, dynamic
    std::int64_t shared_per_multiprocessor = 233472;  ///< bytes; each block takes 1 KiB of it
    std::int64_t l2_bytes = 60 << 20;                 ///< as the driver reports it
    int registers_per_multiprocessor = 65536;
    int threads_per_multiprocessor = 2048;
    int threads_per_block = most_threads;
};

/// The limits of the current device. Throws DeviceError.
[[nodiscard]] DeviceLimits limits_of_current_device();

/// The most blocks of one launch along the first direction of a grid, by CUDA.
inline constexpr long long most_blocks = (1LL << 31) - 1;
/// The threads of a warp.
inline constexpr int warp_threads = 32;
/// Bytes of a multiprocessor's shared memory that CUDA reserves for each block.
inline constexpr std::int64_t shared_reserved_per_block = 1024;
/// Bytes of the piece of memory in which neighbouring lines of a strided axis are read.
inline constexpr int transaction_bytes = 128;
/// Points of a line that are further apart than this lie in different pages of memory.
inline constexpr std::int64_t large_stride_bytes = 512 << 10;
/// Bytes of a sector, the unit in which memory and the L2 cache are read.
inline constexpr int sector_bytes = 32;
/// Registers that a thread with `words` 4-byte words of points needs without spilling. With lines
/// along the threads (`along`) it also holds addresses, twiddle factors and mirrored points.
[[nodiscard]] constexpr int registers_for(int words, bool along)
{
    const int needed = along ? 32 + 3 * words / 2 : 2 * words;
    return needed < 40 ? 40 : needed > 255 ? 255 : needed;
}

}  // namespace tobiuo::fft
