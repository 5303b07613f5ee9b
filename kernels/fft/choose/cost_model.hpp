// SPDX-License-Identifier: BSD-3-Clause
// The estimated cost of a configuration, from five counts: it decides where no table of tuned
// configurations has an entry.
#pragma once

#include <array>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"

namespace tobiuo::fft {

/// The radices that have a butterfly, largest first, and the additions per point of each.
struct Radix {
    int radix;
    double work;
};
inline constexpr std::array radices{
    Radix{32, 14.5}, Radix{16, 10.5}, Radix{15, 12.0}, Radix{14, 13.0},
    Radix{13, 18.0}, Radix{12, 9.0},  Radix{11, 16.0}, Radix{10, 9.5},
    Radix{9, 10.0},  Radix{8, 7.0},   Radix{7, 11.0},  Radix{6, 7.0},
    Radix{5, 8.0},   Radix{4, 4.0},   Radix{3, 5.5},   Radix{2, 2.0}};

/// The constants of the model, in additions per point. They are fitted to the configurations that
/// measurements on an H200 preferred (wisdom/h200.json); `tobiuo_corpus_race` measures the fit
/// (validation/performance/h200/cost_model.txt).
struct CostModel {
    /// Memory: reading and writing every point once; each further transaction that a piece of
    /// transaction_bytes is split into, for neighbouring and for distant points of a line; threads
    /// that idle while others read or write.
    double memory = 48.0;
    double transaction = 4.5;
    double far_transaction = 9.0;
    double idle = 10.0;
    /// Operations: a multiplication by a twiddle factor, in addition to the butterflies.
    double twiddle = 4.4;
    /// Exchanges: one through shared memory, and the wait at the barrier of a block that has a
    /// multiprocessor for itself, which is divided by the square of the number of resident blocks.
    double exchange = 8.0;
    double wait = 10.0;
    /// Registers: the cost of each register of a thread beyond the number that leaves a
    /// multiprocessor enough threads, and that number.
    double spill = 0.3;
    double registers = 128.0;
    /// Blocks: the distance from the best number of threads, by factors of two, and that number;
    /// the idle part of the last wave of blocks; multiprocessors without a block for each one with
    /// a block.
    double size = 1.3;
    double threads = 174.0;
    double tail = 0.045;
    double without_block = 0.25;
};
inline constexpr CostModel cost_model{};

/// The constants that decide which passes are merged (see merge.hpp), in parts of the L2 cache.
struct MergeModel {
    int fewest_planes = 4;
    /// Arrays of two-for-one lines up to this size stay in the cache between two launches; separate
    /// configurations for each pass then gain more than one launch less.
    double cached = 0.4;
    /// Arrays smaller than this, in bytes, are merged nevertheless: they take less time than a
    /// launch.
    double shorter_than_a_launch = 5 << 19;
    double largest_plane = 0.2;  ///< a larger plane leaves no room for the planes that wait
    /// The merged counterparts of CostModel::wait and size: merged blocks also wait for each
    /// other's planes and count the items that are done.
    double wait = 34.0;
    double size = 7.0;
    double threads = 300.0;
    double distance = 0.17;    ///< planes between the two passes
    double kept_plane = 0.14;  ///< planes up to this size that are written in place stay cached
};
inline constexpr MergeModel merge_model{};

/// Rows are padded to whole transactions if that adds at most the first constant, as a part; half
/// spectra are written to a work array only if they are as large as the second one, in L2 caches.
inline constexpr double most_padding = 1.0 / 16.0;
inline constexpr double smallest_padded = 4.0;

/// The estimated cost of a configuration, in additions per point.
[[nodiscard]] double block_cost(const KernelConfig& form, const KernelRequest& request,
                                const DeviceLimits& limits);

/// Additions per point of the cheapest butterflies of a smooth length, with the cost of the
/// exchanges between them: a lower bound of block_cost() that needs no configuration.
[[nodiscard]] double least_work(int length);

/// The estimated cost of two configurations that share one launch of merged passes.
[[nodiscard]] double pair_cost(const KernelConfig& rows, const KernelRequest& row_request,
                               const KernelConfig& columns, const KernelRequest& column_request);

}  // namespace tobiuo::fft
