// SPDX-License-Identifier: BSD-3-Clause
// Tiles of columns on the host, compiled once for all tests.
#pragma once

#include <vector>

#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "kernels/tridiagonal/tile/tile_systems.hpp"

namespace tobiuo::test {

/// The twin of the kernel for these tiles.
template <typename T>
struct TileTwin {
    tridiagonal::ColumnTiles tiles;
    void (*solve)(const tridiagonal::TileSystems<T>& systems,
                  const tridiagonal::ColumnTiles& tiles) = nullptr;
};

/// For ten columns: full parts, a shorter last part, a single part, parts of one row, and a row.
template <typename T>
[[nodiscard]] std::vector<TileTwin<T>> tile_twins();

}  // namespace tobiuo::test
