// Which blocks can transform a length, and which of them is likely the fastest.
#pragma once

#include <optional>
#include <vector>

#include "kernels/fft/block_form.hpp"
#include "kernels/fft/device_limits.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// How the threads of a block lie on the lines: see BlockForm::load_along, store_along.
enum class Order { rows, columns, turning };

/// Which side of a block's lines is half a spectrum made of pairs of reals.
enum class Mirrored { no, source, sink };

/// What a block is wanted for.
struct BlockWish {
    int length = 1;
    Order order = Order::rows;
    Precision precision = Precision::fp32;
    long long line_count = 1;  ///< lines there are: a block of more would idle
    bool exchanged = false;    ///< shared memory is needed even by a single stage
    Mirrored mirrored = Mirrored::no;
    bool wide = false;    ///< lines whose points lie far apart: see far_step_bytes
    bool twice = false;   ///< columns that are transformed there and back
    bool folded = false;  ///< rows whose numbers come or go in folded order
};

/// Whether the length has no prime factor that has no butterfly (2, 3, 5, 7, 11, 13 have).
[[nodiscard]] bool is_smooth(long long length);

/// The smallest smooth number that is not below `least`.
[[nodiscard]] long long next_smooth(long long least);

/// All ways of writing `length` as a product of radices in order, with as few stages as possible
/// and up to `extra` more; a way is the list of its radices.
[[nodiscard]] std::vector<std::vector<int>> factorisations(int length, int extra = 0);

/// Additions a point, about, that a form costs: butterflies, twiddle factors, exchanges, with what
/// idle lanes waste and registers beyond the budget.
[[nodiscard]] double block_cost(const BlockForm& form, Precision precision);

/// Forms of a block for the wish, the most promising first by a count of its operations, exchanges,
/// idle lanes and registers; at most `most`. Empty if none fits the limits: the length is not
/// smooth or too long.
[[nodiscard]] std::vector<BlockForm> block_candidates(const BlockWish& wish,
                                                      const DeviceLimits& limits, int most);

/// The first candidate.
[[nodiscard]] std::optional<BlockForm> choose_block(const BlockWish& wish,
                                                    const DeviceLimits& limits);

/// The most promising form of exactly `threads` threads of which a multiprocessor holds `resident`
/// blocks: a partner for a merged step. Nothing if there is none.
[[nodiscard]] std::optional<BlockForm> choose_partner(const BlockWish& wish,
                                                      const DeviceLimits& limits, int threads,
                                                      int resident);

}  // namespace tobiuo::fft
