// SPDX-License-Identifier: BSD-3-Clause
// The cells in bodies, or on nodes the nodes, as runs along x.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/cell_box.hpp"

namespace tobiuo {

/// Which cells of a grid have their centres in which body.
///
/// Memory  16 bytes for each row of cells that goes through a body, and for each time it does so.
class SolidCells {
public:
    SolidCells() = default;
    explicit SolidCells(const Grid& grid) : columns_{grid.values(0)}, rows_{grid.values(1)} {}

    /// Begins the next body, whose cells follow in the order [z][y][x].
    void begin_body() { bodies_.emplace_back(); }
    void add(std::int64_t cell);

    /// Fills `planes` with the cells of the box, from its plane `first` on: the number of the first
    /// body that has the cell, counted from 1, and 0 in the fluid.
    void read(const CellBox& cells, std::int64_t first, std::span<double> planes) const;

private:
    struct Run {
        std::int64_t row{};
        std::int32_t begin{};
        std::int32_t end{};
    };

    std::int64_t columns_ = 1;
    std::int64_t rows_ = 1;
    std::vector<std::vector<Run>> bodies_;
};

}  // namespace tobiuo
