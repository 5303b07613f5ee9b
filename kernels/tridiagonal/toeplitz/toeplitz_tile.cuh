// SPDX-License-Identifier: BSD-3-Clause
// The work of a block on a tile of neighbouring columns of equal rows.
#pragma once

#include "kernels/tridiagonal/toeplitz/toeplitz_thread.hpp"

namespace tobiuo::tridiagonal {

/// Solves tile `number`. `sums` gives what enters a slab, and is not used otherwise.
template <ToeplitzForm form, typename T>
__device__ void solve_tile(const ToeplitzSystems<T>& systems, long long number,
                           const SlabSums& sums)
{
    __shared__ ToeplitzTile<form, T> tile;
    ToeplitzThread<form, T> thread{systems, tile, number, static_cast<int>(threadIdx.x),
                                   static_cast<int>(blockDim.x)};
    thread.load([](double square) { return sqrt(square); }, sums);
    __syncthreads();
    thread.reduce();
    __syncthreads();
    thread.gather();
    __syncthreads();
    thread.sweep_forwards();
    __syncthreads();
    thread.gather_again();
    __syncthreads();
    thread.sweep_backwards();
    if constexpr (form.is_slab()) {
        thread.place_zero_mode(sums);
    }
}

}  // namespace tobiuo::tridiagonal
