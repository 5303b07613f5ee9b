// The rows of a stretched axis as tridiagonal::TileSystems has them.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {

/// Widths and conductances in the precision T, with what lies behind the last row.
template <typename T>
struct TileRows {
    TileRows(const ThreePoint& points, const tridiagonal::ColumnTiles& tiles)
        : width(static_cast<std::size_t>(tiles.threads_per_column * tiles.values)),
          conductance(width.size() + 1, T{1})
    {
        const std::size_t rows = points.width.size();
        for (std::size_t k = 0; k < rows; ++k) {
            width[k] = static_cast<T>(points.width[k]);
            conductance[k + 1] = static_cast<T>(points.above[k] * points.width[k]);
        }
        conductance[0] = static_cast<T>(points.lower_wall() * points.width.front());
        conductance[rows] = static_cast<T>(points.upper_wall() * points.width.back());
    }

    std::vector<T> width;
    std::vector<T> conductance;
};

}  // namespace tobiuo::poisson
