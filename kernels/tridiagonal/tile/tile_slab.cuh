// SPDX-License-Identifier: BSD-3-Clause
// A slab of systems of unequal rows as a kernel: its rows are solved in one pass, once it is known
// what enters at its ends.
//
// struct Config as in tile.cuh. Launch: as there, without shared memory. Traffic: one read and one
// write of the slab, two doubles a column and one value a part of the losses. The block of the zero
// mode solves the column of all devices. Accuracy: as tile.cuh. Twin: solve_tile_slab_on_host() of
// kernels/tridiagonal/tile/tile_twin.hpp.
#pragma once

#include "kernels/tridiagonal/tile/tile_block.cuh"
#include "kernels/tridiagonal/tile/tile_slab.hpp"
#include "kernels/tridiagonal/tile/warp_team.cuh"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(Config::threads, Config::blocks)
    tridiagonal_tile_slab(tobiuo::tridiagonal::TileSystems<Config::Real> systems,
                          tobiuo::tridiagonal::TileSlab slab)
{
    using namespace tobiuo::tridiagonal;
    __shared__ Config::Real shared[3 * Config::threads];
    tobiuo::device::begin_after_previous();
    const unsigned before = systems.zero_mode < 0 ? 0 : 1;
    if (blockIdx.x >= before) {
        solve_unequal_tile<false>(systems, static_cast<long long>(blockIdx.x) - before, shared,
                                  slab.sums.forwards, slab.sums.again);
        return;
    }
    const Warp warp{static_cast<int>(threadIdx.x)};
    if (warp.rank < Warp::size) {
        solve_level_slab(warp, systems, slab);
    }
}
