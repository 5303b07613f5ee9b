// SPDX-License-Identifier: BSD-3-Clause
// Which configurations can transform a length on a device, and which the cost model prefers.
#pragma once

#include <optional>
#include <vector>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"

namespace tobiuo::fft {

/// Whether all prime factors of `length` have a butterfly: 2, 3, 5, 7, 11 and 13.
[[nodiscard]] bool is_smooth(long long length);

/// The smallest smooth number that is not below `least`.
[[nodiscard]] long long next_smooth(long long least);

/// All ways of writing `length` as an ordered product of radices, with as few stages as possible
/// and up to `extra` more; a way is the list of its radices.
[[nodiscard]] std::vector<std::vector<int>> factorisations(int length, int extra = 0);

/// Every configuration that the device can run for the request, by hard limits only. The list is
/// empty if the length is not smooth or too long.
[[nodiscard]] std::vector<KernelConfig> legal_blocks(const KernelRequest& request,
                                                     const DeviceLimits& limits);

/// The legal configurations that cost least by cost_model.hpp, the cheapest first; at most `most`.
[[nodiscard]] std::vector<KernelConfig> block_candidates(const KernelRequest& request,
                                                         const DeviceLimits& limits, int most);

/// The first of the block_candidates(); nothing if there is none.
[[nodiscard]] std::optional<KernelConfig> choose_block(const KernelRequest& request,
                                                       const DeviceLimits& limits);

/// Blocks of the form that a multiprocessor holds, at most its share of all blocks; 0 if a block
/// needs more threads or shared memory than there is.
[[nodiscard]] int blocks_per_sm(const KernelConfig& form, const KernelRequest& request,
                                const DeviceLimits& limits);

}  // namespace tobiuo::fft
