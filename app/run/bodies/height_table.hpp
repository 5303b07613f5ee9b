// SPDX-License-Identifier: BSD-3-Clause
// Heights of the ground in a text file: a line of x, y and the height for each point of a grid.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {

/// Whether a file of heights is a table, by its name.
[[nodiscard]] bool is_height_table(const std::filesystem::path& file);

/// Heights at the nodes of a grid; along an axis with one value the grid has a cell.
struct HeightTable {
    Grid grid;
    std::array<std::int64_t, 3> counts{1, 1, 1};
    std::vector<double> heights;  ///< [y][x] of `counts`
};

/// Reads a table of x, y and the height, or, over one axis, x and the height. Its points are those of
/// a full rectangular grid in any order. Throws InputError with the line that is wrong, or Unreadable.
[[nodiscard]] HeightTable read_height_table(const std::filesystem::path& file, int axes);

/// Bytes of host memory that reading it takes. Throws Unreadable.
[[nodiscard]] std::int64_t height_table_bytes(const std::filesystem::path& file);

}  // namespace tobiuo
