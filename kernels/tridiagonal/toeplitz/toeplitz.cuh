// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of equal rows as a kernel: a block solves a tile of neighbouring columns,
// each of which a few threads hold in registers.
//
// struct Config gives Real and `form`, a ToeplitzForm; `rows` is form.rows. Traffic: one read and
// one write of the data. The column of the zero mode, if there is one, is solved by the first
// block; the block of its tile may read it before or after that and drops what it has read.
// Accuracy: parts are summed in Real, sums over parts in double. Twin:
// kernels/tridiagonal/toeplitz/toeplitz_twin.hpp.
#pragma once

#include "kernels/tridiagonal/tile/warp_team.cuh"
#include "kernels/tridiagonal/toeplitz/toeplitz_tile.cuh"
#include "kernels/tridiagonal/zero_mode.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::tridiagonal {

/// Solves the column of the zero mode; for `rows`, which is form.rows, see LevelColumn.
template <ToeplitzForm form, typename T>
__device__ void solve_level_column(const ToeplitzSystems<T>& systems, int rows)
{
    __shared__ double values[form.rows];
    const Warp warp{static_cast<int>(threadIdx.x)};
    if (warp.rank >= Warp::size) {
        return;
    }
    T* const column = systems.data + systems.zero_mode;
    const LevelColumn<form.first, form.last, Warp> level{warp, values, rows};
    for (int row = level.begin(); row < level.end(); ++row) {
        values[row] = column[form.place_of(row)];
    }
    const double removed = level.run();
    if (warp.rank == 0 && systems.constant != nullptr) {
        *systems.constant = static_cast<T>(removed);
    }
    const double factor = systems.scale / systems.diffusion;
    for (int row = level.begin(); row < level.end(); ++row) {
        column[form.place_of(row)] = static_cast<T>(factor * values[row]);
    }
}

}  // namespace tobiuo::tridiagonal

extern "C" __global__ void __launch_bounds__(Config::form.threads(), Config::form.min_blocks_per_sm)
    tridiagonal_toeplitz(tobiuo::tridiagonal::ToeplitzSystems<Config::Real> systems, int rows)
{
    using namespace tobiuo::tridiagonal;
    tobiuo::device::begin_after_previous();
    const unsigned before = systems.zero_mode < 0 ? 0 : 1;
    if (blockIdx.x < before) {
        solve_level_column<Config::form>(systems, rows);
    } else {
        solve_tile<Config::form>(systems, static_cast<long long>(blockIdx.x) - before, SlabSums{});
    }
}
