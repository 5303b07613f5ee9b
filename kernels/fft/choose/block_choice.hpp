// Which blocks can transform a length, and which of them is likely the fastest.
#pragma once

#include <optional>
#include <vector>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/kernel_request.hpp"

namespace tobiuo::fft {

/// Whether the length has no prime factor that has no butterfly (2, 3, 5, 7, 11, 13 have).
[[nodiscard]] bool is_smooth(long long length);

/// The smallest smooth number that is not below `least`.
[[nodiscard]] long long next_smooth(long long least);

/// All ways of writing `length` as a product of radices in order, with as few stages as possible
/// and up to `extra` more; a way is the list of its radices.
[[nodiscard]] std::vector<std::vector<int>> factorisations(int length, int extra = 0);

/// Forms of a block for the request, the most promising first by a count of its operations,
/// exchanges, idle threads and registers; at most `most`. Empty if none fits the limits: the length
/// is not smooth or too long.
[[nodiscard]] std::vector<KernelConfig> block_candidates(const KernelRequest& request,
                                                         const DeviceLimits& limits, int most);

/// The first candidate.
[[nodiscard]] std::optional<KernelConfig> choose_block(const KernelRequest& request,
                                                       const DeviceLimits& limits);

/// All forms for the request but for their lines and blocks, the most promising first.
[[nodiscard]] std::vector<KernelConfig> block_shapes(const KernelRequest& request,
                                                     const DeviceLimits& limits);

/// Blocks of the form, of so many threads, that a multiprocessor's registers hold.
[[nodiscard]] int blocks_per_sm_by_registers(const KernelConfig& form, int threads,
                                             Precision precision, const DeviceLimits& limits);

/// Blocks of the form that a multiprocessor holds; 0 if one needs more threads or shared memory
/// than there is.
[[nodiscard]] int blocks_per_sm(const KernelConfig& form, const KernelRequest& request,
                                const DeviceLimits& limits);

}  // namespace tobiuo::fft
