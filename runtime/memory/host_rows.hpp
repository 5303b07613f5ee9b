// SPDX-License-Identifier: BSD-3-Clause
// Rows of an array in host memory that travel together, and copies of them by threads of the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tobiuo::memory {

/// `rows` rows of an array in host memory, which lie in a block of memory elsewhere without gaps.
/// All are counts of bytes but `rows`.
struct HostRows {
    std::int64_t offset{};     ///< of the first row, from the start of the array
    std::int64_t row_bytes{};  ///< of each row
    std::int64_t pitch{};      ///< from the start of a row to that of the next one
    std::int64_t rows = 1;
    std::int64_t in_block{};  ///< of the first row, from the start of the block

    [[nodiscard]] std::int64_t bytes() const { return rows * row_bytes; }
};

/// The rows, divided in pieces of `most_bytes` at most: some whole rows each, or parts of one row.
[[nodiscard]] std::vector<HostRows> pieces_of(std::span<const HostRows> rows,
                                              std::int64_t most_bytes);

/// Copies rows of `array` to `block` by threads of the host.
void gather(std::span<const HostRows> rows, const std::byte* array, std::byte* block);
/// Copies `block` to rows of `array` by threads of the host.
void scatter(std::span<const HostRows> rows, const std::byte* block, std::byte* array);

}  // namespace tobiuo::memory
