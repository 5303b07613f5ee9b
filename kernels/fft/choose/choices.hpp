// What a tuner may choose in a schedule, and how it is written in a wisdom file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/block_choice.hpp"

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

/// Empty and zero stand for the heuristic choice.
struct Choices {
    Merging merging = Merging::automatic;
    int pipeline_distance = 0;  ///< planes that the first of two merged passes runs ahead
    std::vector<std::string> blocks = {};  ///< of each pass in order, as text_of() writes them
    Algorithm algorithm = Algorithm::automatic;
    /// A work array as large as the data may be taken where that is faster: of r2c in three
    /// dimensions, see padded_rows.hpp.
    bool allow_workspace = false;

    [[nodiscard]] bool operator==(const Choices&) const = default;
    [[nodiscard]] bool names_block(std::size_t pass) const
    {
        return pass < blocks.size() && !blocks[pass].empty();
    }
};

/// "16x16 lanes 16 lines 32 pad 16 powers resident 3"
[[nodiscard]] std::string text_of(const KernelConfig& form);

/// The form that the text spells, for threads that lie in the given order. Throws
/// std::invalid_argument if it is no such text, or if its numbers do not make a block.
[[nodiscard]] KernelConfig parse_block(std::string_view text, Order order);

}  // namespace tobiuo::fft
