// What a GPU offers to a pass.
#pragma once

#include <cstdint>

namespace tobiuo::fft {

/// Of the device that a plan is for; the values here are those of an H200.
struct DeviceLimits {
    int multiprocessors = 132;
    std::int64_t shared_per_block = 232448;           ///< bytes, dynamic
    std::int64_t shared_per_multiprocessor = 233472;  ///< bytes, 1 KiB of it lost to each block
    std::int64_t l2_bytes = 60 << 20;                 ///< as its driver says
    int registers_per_multiprocessor = 65536;
    int threads_per_multiprocessor = 2048;
};

/// The limits of the current device. Throws DeviceError.
[[nodiscard]] DeviceLimits limits_of_current_device();

/// Of one launch, in the first direction of a grid: a limit of CUDA.
inline constexpr long long most_blocks = (1LL << 31) - 1;
/// Of a block: likewise.
inline constexpr int most_threads = 1024;
/// Of a warp, to which registers are given.
inline constexpr int warp_threads = 32;
/// Bytes of a multiprocessor's shared memory that each block loses.
inline constexpr std::int64_t shared_reserved_per_block = 1024;
/// Bytes of the piece of memory that neighbouring lines of a strided axis are read in.
inline constexpr int transaction_bytes = 128;
/// Points of a line further apart than this are in pages of memory of their own.
inline constexpr std::int64_t large_stride_bytes = 512 << 10;
/// Pieces that memory and the L2 cache are read by.
inline constexpr int sector_bytes = 32;
/// Registers that a thread with `words` 4-byte words of points needs so that none is spilled. Lines
/// that lie along the threads have addresses, powers and mirrored points to hold besides.
[[nodiscard]] constexpr int registers_for(int words, bool along)
{
    const int needed = along ? 32 + 3 * words / 2 : 2 * words;
    return needed < 40 ? 40 : needed > 255 ? 255 : needed;
}

}  // namespace tobiuo::fft
