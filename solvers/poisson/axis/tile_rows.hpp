// SPDX-License-Identifier: BSD-3-Clause
// The rows of a stretched axis as tridiagonal::TileSystems has them.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {

/// Widths and conductances in the precision T, in units of the mean width, with what lies behind
/// the last row, up to `room` rows.
template <typename T>
struct TileRows {
    TileRows(const ThreePoint& points, std::size_t room) : width(room), conductance(room + 1, T{1})
    {
        const std::size_t rows = points.width.size();
        const double unit =
            std::reduce(points.width.begin(), points.width.end()) / static_cast<double>(rows);
        const auto conductance_of = [&](double coupling, double one_width) {
            return static_cast<T>(coupling * one_width * unit);
        };
        for (std::size_t k = 0; k < rows; ++k) {
            width[k] = static_cast<T>(points.width[k] / unit);
            conductance[k + 1] = conductance_of(points.above[k], points.width[k]);
        }
        conductance[0] =
            conductance_of(points.lower_wall() + points.beyond[0], points.width.front());
        conductance[rows] =
            conductance_of(points.upper_wall() + points.beyond[1], points.width.back());
        square = unit * unit;
        if (points.has_level()) {
            level = points.level();
            level.height /= unit;
        }
    }

    double square;  ///< of the unit
    std::vector<T> width;
    std::vector<T> conductance;
    tridiagonal::UnboundedLevel level{};  ///< in the unit
};

}  // namespace tobiuo::poisson
