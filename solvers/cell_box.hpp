// SPDX-License-Identifier: BSD-3-Clause
// A box of cells of a grid, such as one layer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <tobiuo/grid.hpp>

namespace tobiuo {

/// So many cells along x, y and z, from the first ones on.
struct CellBox {
    std::array<std::int64_t, 3> first{};
    std::array<std::int64_t, 3> count{};

    [[nodiscard]] std::int64_t cells() const { return count[0] * count[1] * count[2]; }
    /// The index behind the last cell along an axis.
    [[nodiscard]] std::int64_t end(std::size_t axis) const
    {
        return first.at(axis) + count.at(axis);
    }
    [[nodiscard]] bool has(std::size_t axis, std::int64_t index) const
    {
        return index >= first.at(axis) && index < end(axis);
    }
};

[[nodiscard]] CellBox all_cells(const Grid& grid);

/// The grid of these cells alone; an axis that is stretched stays so.
[[nodiscard]] Grid part_of(const Grid& grid, const CellBox& cells);

}  // namespace tobiuo
