// What a caller may choose in a schedule, and how a configuration is written in a table.
#pragma once

#include <string>
#include <string_view>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/kernel_request.hpp"
#include "kernels/fft/choose/tuned_table.hpp"

namespace tobiuo::fft {

enum class Merging {
    automatic,  ///< where planes fit into the L2 cache, and blocks of both passes fit together
    never,
    always,  ///< wherever two neighbouring axes take one pass each
};

/// What a caller decides about a schedule.
struct Choices {
    Merging merging = Merging::automatic;
    /// Allows a work array as large as the data where that is faster: for r2c in three dimensions,
    /// see padded_rows.hpp.
    bool allow_workspace = false;
    /// Configurations that tuning found; for requests without an entry the cost model chooses. The
    /// table must live until the schedule is made.
    const TunedTable* table = nullptr;

    [[nodiscard]] bool operator==(const Choices&) const = default;
};

/// The configuration in words, "16x16 threads 16 lines 32 pad 16 recurrence blocks 3": radices,
/// threads of a line, lines of a block, padding of shared memory, twiddle factors by recurrence,
/// blocks that a multiprocessor holds.
[[nodiscard]] std::string text_of(const KernelConfig& form);

/// The configuration that the text describes, for threads in the given order. Throws
/// std::invalid_argument if the text is malformed or its numbers make no valid configuration.
[[nodiscard]] KernelConfig parse_block(std::string_view text, Order order);

}  // namespace tobiuo::fft
