// SPDX-License-Identifier: BSD-3-Clause
// The work of a block on a tile of neighbouring columns of unequal rows.
#pragma once

#include "kernels/tridiagonal/tile/tile_thread.hpp"

namespace tobiuo::tridiagonal {

__device__ inline float inverse_of(float number)
{
    return __fdividef(1.0F, number);
}
__device__ inline double inverse_of(double number)
{
    return 1.0 / number;
}

/// Solves tile `number`; `shared` has three values of each thread. `before` and `behind`: what enters
/// columns at their ends, see TileThread.
template <bool last_unbounded, typename T>
__device__ void solve_unequal_tile(const TileSystems<T>& systems, long long number, T* shared,
                                   const double* before, const double* behind)
{
    constexpr int threads = Config::threads;
    const TileSums<T> sums{
        .loss = shared, .forward = shared + threads, .backward = shared + 2 * threads};
    TileThread<Config::values, Config::tile, T, last_unbounded> thread{
        systems, sums, number, static_cast<int>(threadIdx.x), threads};
    thread.load();
    thread.eliminate([](T value) { return inverse_of(value); });
    __syncthreads();
    thread.gather_forwards(before);
    __syncthreads();
    thread.substitute();
    __syncthreads();
    thread.gather_backwards(behind);
    __syncthreads();
    thread.store();
}

}  // namespace tobiuo::tridiagonal
