// What a block of a transform costs, as far as five counts tell: the choice where no table of tuned
// blocks says better.
#pragma once

#include <array>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/kernel_request.hpp"

namespace tobiuo::fft {

/// The radices that have a butterfly, largest first, and the additions of one a point.
struct Radix {
    int radix;
    double work;
};
inline constexpr std::array radices{
    Radix{32, 14.5}, Radix{16, 10.5}, Radix{15, 12.0}, Radix{14, 13.0},
    Radix{13, 18.0}, Radix{12, 9.0},  Radix{11, 16.0}, Radix{10, 9.5},
    Radix{9, 10.0},  Radix{8, 7.0},   Radix{7, 11.0},  Radix{6, 7.0},
    Radix{5, 8.0},   Radix{4, 4.0},   Radix{3, 5.5},   Radix{2, 2.0}};

/// The constants of the model, in additions a point. They are fitted to the blocks that
/// measurements on an H200 preferred (wisdom/h200.json); how well, `tobiuo_corpus_race` measures.
struct CostModel {
    /// Bytes: reading and writing every point once; each transaction beyond the first that
    /// a piece of transaction_bytes is read in, and the same where points of a line lie far apart;
    /// threads that idle while others read or write.
    double memory = 48.0;
    double transaction = 4.5;
    double far_transaction = 9.0;
    double idle = 10.0;
    /// Operations: a multiplication by a twiddle factor, beside the butterflies.
    double twiddle = 4.4;
    /// Exchanges: one through shared memory, and what a block that is alone on a multiprocessor
    /// waits for the barrier, the less the more blocks there are.
    double exchange = 8.0;
    double wait = 10.0;
    /// Registers: each that a thread wants beyond those that leave the multiprocessor threads
    /// enough.
    double spill = 0.3;
    double registers = 128.0;
    /// Blocks: threads of one away from the best number, by factors of two; the part of the last
    /// wave of blocks that idles; multiprocessors without a block, as a part of those with one.
    double size = 1.3;
    double threads = 174.0;
    double tail = 0.045;
    double without_block = 0.25;
};
inline constexpr CostModel cost_model{};

/// Which passes are merged (see merge.hpp), in parts of the L2 cache.
struct MergeModel {
    int fewest_planes = 4;
    /// Arrays of two-for-one lines up to this size stay there between two launches, and gain more
    /// by blocks of their own for each pass than by a launch less.
    double cached = 0.4;
    /// But smaller ones, in bytes, take less time than the launch.
    double shorter_than_a_launch = 5 << 19;
    double largest_plane = 0.2;  ///< larger planes leave no room for others to wait
    /// As CostModel::wait and size: merged blocks also wait for each other's planes, and each item
    /// that a block takes costs a ticket.
    double wait = 34.0;
    double size = 7.0;
    double threads = 300.0;
    double distance = 0.17;    ///< planes between the two passes
    double kept_plane = 0.14;  ///< planes up to this size that are written in place stay until then
};
inline constexpr MergeModel merge_model{};

/// Rows are padded to whole transactions if that adds at most this part, and half spectra that are
/// written to a work array only where that has at least so many L2 caches.
inline constexpr double most_padding = 1.0 / 16.0;
inline constexpr double smallest_padded = 4.0;

/// Additions a point, about.
[[nodiscard]] double block_cost(const KernelConfig& form, const KernelRequest& request,
                                const DeviceLimits& limits);

/// Additions a point of the cheapest butterflies of a smooth length, with what exchanges between
/// them cost: a bound of block_cost() that needs no block.
[[nodiscard]] double least_work(int length);

/// Of two blocks that share one launch of merged passes.
[[nodiscard]] double pair_cost(const KernelConfig& rows, const KernelRequest& row_request,
                               const KernelConfig& columns, const KernelRequest& column_request);

}  // namespace tobiuo::fft
