// Which blocks can transform a length, and which of them is likely the fastest.
#pragma once

#include <optional>
#include <vector>

#include "kernels/fft/block/block_form.hpp"
#include "kernels/fft/choose/block_wish.hpp"
#include "kernels/fft/choose/device_limits.hpp"

namespace tobiuo::fft {

/// Whether the length has no prime factor that has no butterfly (2, 3, 5, 7, 11, 13 have).
[[nodiscard]] bool is_smooth(long long length);

/// The smallest smooth number that is not below `least`.
[[nodiscard]] long long next_smooth(long long least);

/// All ways of writing `length` as a product of radices in order, with as few stages as possible
/// and up to `extra` more; a way is the list of its radices.
[[nodiscard]] std::vector<std::vector<int>> factorisations(int length, int extra = 0);

/// Forms of a block for the wish, the most promising first by a count of its operations, exchanges,
/// idle lanes and registers; at most `most`. Empty if none fits the limits: the length is not
/// smooth or too long.
[[nodiscard]] std::vector<BlockForm> block_candidates(const BlockWish& wish,
                                                      const DeviceLimits& limits, int most);

/// The first candidate.
[[nodiscard]] std::optional<BlockForm> choose_block(const BlockWish& wish,
                                                    const DeviceLimits& limits);

/// All forms for the wish but for their lines and blocks, the most promising first.
[[nodiscard]] std::vector<BlockForm> block_shapes(const BlockWish& wish,
                                                  const DeviceLimits& limits);

/// Blocks of the form, of so many threads, that a multiprocessor's registers hold.
[[nodiscard]] int resident_by_registers(const BlockForm& form, int threads, Precision precision,
                                        const DeviceLimits& limits);

/// Blocks of the form that a multiprocessor holds; 0 if one needs more threads or shared memory than
/// there is.
[[nodiscard]] int resident_blocks(const BlockForm& form, const BlockWish& wish,
                                  const DeviceLimits& limits);

}  // namespace tobiuo::fft
