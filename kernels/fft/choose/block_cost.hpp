// What a block of a transform costs, as far as a count and figures measured on an H200 tell.
#pragma once

#include <array>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/kernel_request.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// The radices that have a butterfly, largest first, and about what one costs a point, counted in
/// additions.
struct Radix {
    int radix;
    double work;
};
inline constexpr std::array radices{
    Radix{32, 14.5}, Radix{16, 10.5}, Radix{15, 12.0}, Radix{14, 13.0},
    Radix{13, 18.0}, Radix{12, 9.0},  Radix{11, 16.0}, Radix{10, 9.5},
    Radix{9, 10.0},  Radix{8, 7.0},   Radix{7, 11.0},  Radix{6, 7.0},
    Radix{5, 8.0},   Radix{4, 4.0},   Radix{3, 5.5},   Radix{2, 2.0}};

/// Far columns of doubles with one exchange, no idle threads and the larger butterflies last, two
/// transactions of which are at most most_large_stride_bytes: worth twice the registers, and a
/// multiprocessor for one block (512^3, z by 16 threads of 16 x 32 points 2.89 ms all three axes,
/// by 32 x 16 2.97, by 32 threads of 8 x 16 x 4 in one transaction 2.95; r2c 1.551, 1.592 and
/// 1.590).
[[nodiscard]] bool waits_once(const KernelConfig& form, const KernelRequest& request);

/// Complex values that a thread of the form holds best.
[[nodiscard]] int best_elements_per_thread(const KernelConfig& form, Precision precision);

/// Additions a point, about, that a form costs: butterflies, twiddle factors, exchanges, with what
/// idle threads waste and registers beyond the budget.
[[nodiscard]] double block_cost(const KernelConfig& form, Precision precision);

/// Likewise with what the request adds: how points are read and written, and how far they lie
/// apart.
[[nodiscard]] double block_cost(const KernelConfig& form, const KernelRequest& request,
                                const DeviceLimits& limits);

/// Blocks of rows and of columns for one launch.
struct BlockPair {
    KernelConfig rows;
    KernelConfig columns;
};

/// What lies between two passes that are merged.
enum class Between {
    rows,          ///< that begin anywhere
    aligned_rows,  ///< that begin at whole sectors of memory
    reals,         ///< wherever they begin, but columns are lines of reals in pairs, as in a solve
};

/// What two passes are merged for.
struct PairRequest {
    KernelRequest rows;
    KernelRequest columns;
    Between between;
};

/// Additions a point of both, with what few, narrow or uneven blocks cost in one launch.
[[nodiscard]] double pair_cost(const BlockPair& pair, const PairRequest& request,
                               const DeviceLimits& limits);

}  // namespace tobiuo::fft
