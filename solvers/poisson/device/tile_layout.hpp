// The systems along a stretched axis as a schedule lays them out.
#pragma once

#include "kernels/tridiagonal/tile/tile_systems.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"

namespace tobiuo::poisson {

/// The systems of a schedule that has tiles, without their arrays; for `square` see TileRows.
template <typename T>
[[nodiscard]] tridiagonal::TileSystems<T> systems_without_arrays(const SolveSchedule& solve,
                                                                 double square)
{
    const SystemLines& lines = *solve.systems;
    tridiagonal::TileSystems<T> systems{};
    systems.square = square;
    systems.scale = 1.0 / solve.round_trip;
    systems.rows = lines.rows;
    systems.step = lines.step;
    systems.inner_count = lines.inner_count;
    systems.columns = solve.tiles->tiles.columns;
    systems.beyond_step = lines.beyond_step;
    systems.zero_mode = solve.tiles->zero_mode;
    return systems;
}

}  // namespace tobiuo::poisson
