// SPDX-License-Identifier: BSD-3-Clause
// How the columns of an array are shared out among blocks and their threads.
#pragma once

#include "runtime/rounding.hpp"

namespace tobiuo::tridiagonal {

/// A block has a tile of neighbouring columns; a few threads hold one of them in registers, each
/// `values` neighbouring rows of it.
struct ColumnTiles {
    int rows = 1;
    long long columns = 1;
    int threads_per_column = 1;
    int values = 1;
    int tile = 1;  ///< columns a block
    int min_blocks_per_sm = 1;

    [[nodiscard]] constexpr bool operator==(const ColumnTiles&) const = default;

    [[nodiscard]] constexpr int threads() const { return threads_per_column * tile; }
    /// The parts of all columns, a thread each.
    [[nodiscard]] constexpr long long parts() const { return threads_per_column * columns; }
    /// The rows that the threads of a column have room for.
    [[nodiscard]] constexpr int room() const { return threads_per_column * values; }
    [[nodiscard]] constexpr long long tiles() const { return parts_of<long long>(columns, tile); }
};

}  // namespace tobiuo::tridiagonal
