// SPDX-License-Identifier: BSD-3-Clause
// A slab of systems of equal rows as a kernel: its rows are solved in one pass, once it is known what
// enters at their edges.
//
// struct Config gives Real and `form`, a ToeplitzForm with is_slab(). Launch: form.tiles() blocks of
// form.threads() threads. Traffic: one read and one write of the slab. Accuracy: as toeplitz.cuh.
// Twin: solve_slab_on_host() of kernels/tridiagonal/toeplitz/toeplitz_twin.hpp.
#pragma once

#include "kernels/tridiagonal/toeplitz/toeplitz_tile.cuh"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(Config::form.threads(), Config::form.min_blocks_per_sm)
    tridiagonal_toeplitz_slab(tobiuo::tridiagonal::ToeplitzSystems<Config::Real> systems,
                              tobiuo::tridiagonal::SlabSums sums)
{
    tobiuo::device::begin_after_previous();
    tobiuo::tridiagonal::solve_tile<Config::form>(systems, blockIdx.x, sums);
}
