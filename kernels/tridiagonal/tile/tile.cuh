// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of unequal rows as a kernel: a block solves a tile of neighbouring columns,
// each of which a few threads hold in registers.
//
// struct Config gives Real, `values`, `tile`, `threads` (of a block), `blocks` (that a multiprocessor
// holds) and `last_unbounded`. Launch: ceil(columns / tile) blocks, and one more for the zero mode if
// there is one, with tile_shared_bytes() of shared memory. Traffic: one read and one write of the
// data, and one value a part of the losses. The block of the zero mode solves its column; the block
// of its tile may read it before, meanwhile or after, and drops what it has read. Accuracy: parts are
// summed in Real, sums over parts and the zero mode in double. Twin:
// kernels/tridiagonal/tile/tile_twin.hpp.
#pragma once

#include "kernels/tridiagonal/tile/level_rows.hpp"
#include "kernels/tridiagonal/tile/tile_block.cuh"
#include "kernels/tridiagonal/tile/warp_team.cuh"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(Config::threads, Config::blocks)
    tridiagonal_tile(tobiuo::tridiagonal::TileSystems<Config::Real> systems)
{
    using namespace tobiuo::tridiagonal;
    extern __shared__ double shared[];
    tobiuo::device::begin_after_previous();
    const unsigned before = systems.zero_mode < 0 ? 0 : 1;
    if (blockIdx.x >= before) {
        solve_unequal_tile<Config::last_unbounded>(
            systems, static_cast<long long>(blockIdx.x) - before,
            reinterpret_cast<Config::Real*>(shared), nullptr, nullptr);
        return;
    }
    const Warp warp{static_cast<int>(threadIdx.x)};
    if (warp.rank < Warp::size) {
        solve_level_rows(warp, systems, shared);
    }
}

/// The losses before all parts, a thread for each column. Launch: ceil(columns / threads) blocks.
extern "C" __global__ void __launch_bounds__(Config::threads, Config::blocks)
    tridiagonal_tile_losses(tobiuo::tridiagonal::TileSystems<Config::Real> systems)
{
    const long long column = static_cast<long long>(blockIdx.x) * Config::threads + threadIdx.x;
    if (column < systems.columns) {
        tobiuo::tridiagonal::find_all_losses(systems, column, Config::values,
                                             [](double square) { return sqrt(square); });
    }
}
