// What a caller may choose in a schedule, and how a block is written in a table of tuned blocks.
#pragma once

#include <string>
#include <string_view>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/kernel_request.hpp"
#include "kernels/fft/choose/tuned_table.hpp"

namespace tobiuo::fft {

enum class Merging {
    automatic,  ///< where planes fit into the L2 cache, and blocks of both passes together
    never,
    always,  ///< wherever two neighbouring axes are one pass each
};

/// Which list of passes.
enum class Algorithm {
    automatic,  ///< as few passes as there can be
    five_step,  ///< see five_step.hpp; not among what a tuner searches
};

/// What a caller decides about a schedule.
struct Choices {
    Merging merging = Merging::automatic;
    Algorithm algorithm = Algorithm::automatic;
    /// A work array as large as the data may be taken where that is faster: of r2c in three
    /// dimensions, see padded_rows.hpp.
    bool allow_workspace = false;
    /// Configurations that tuning found; the cost model chooses where it is silent, and everywhere
    /// without a table. Whoever makes a schedule keeps the table until then.
    const TunedTable* table = nullptr;

    [[nodiscard]] bool operator==(const Choices&) const = default;
};

/// "16x16 threads 16 lines 32 pad 16 recurrence blocks 3": radices, threads a line, lines a block,
/// padding of shared memory, twiddle factors by recurrence, blocks that a multiprocessor holds.
[[nodiscard]] std::string text_of(const KernelConfig& form);

/// The form that the text spells, for threads that lie in the given order. Throws
/// std::invalid_argument if it is no such text, or if its numbers do not make a block.
[[nodiscard]] KernelConfig parse_block(std::string_view text, Order order);

}  // namespace tobiuo::fft
