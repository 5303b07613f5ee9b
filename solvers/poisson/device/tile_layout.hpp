// SPDX-License-Identifier: BSD-3-Clause
// The systems along a stretched axis as a schedule lays them out.
#pragma once

#include "kernels/tridiagonal/tile/tile_systems.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo::poisson {

/// The systems that are solved tile by tile, without their arrays; for `square` see TileRows.
template <typename T>
[[nodiscard]] tridiagonal::TileSystems<T> systems_without_arrays(const SystemLines& lines,
                                                                 const SolvedTiles& solved,
                                                                 double square, double round_trip)
{
    tridiagonal::TileSystems<T> systems{};
    systems.square = square;
    systems.scale = 1.0 / round_trip;
    systems.rows = lines.rows;
    systems.step = lines.step;
    systems.inner_count = lines.inner_count;
    systems.columns = solved.tiles.columns;
    systems.beyond_step = lines.beyond_step;
    systems.zero_mode = solved.zero_mode;
    return systems;
}

}  // namespace tobiuo::poisson
