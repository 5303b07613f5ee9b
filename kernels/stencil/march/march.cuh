// SPDX-License-Identifier: BSD-3-Clause
// One sweep per memory pass on a GPU: a thread owns a (j, k) column and marches along i.
//
// struct Config gives Real, block_k, block_j, occupancy (blocks a multiprocessor must hold)
// and unroll (planes per turn of the loop).
#pragma once

#include "kernels/stencil/march/march_arguments.hpp"
#include "kernels/stencil/reference/point.hpp"
#include "runtime/device/block/block_sum.cuh"

namespace tobiuo::stencil {

using Arguments = MarchArguments<Config::Real>;
inline constexpr int threads = Config::block_k * Config::block_j;

/// The 3 x 3 values of one i-plane around (j, k).
struct Window {
    Config::Real value[3][3];

    void load(const Config::Real* p, long long nk)
    {
#pragma unroll
        for (int dj = -1; dj <= 1; ++dj) {
#pragma unroll
            for (int dk = -1; dk <= 1; ++dk) {
                value[dj + 1][dk + 1] = __ldg(p + dj * nk + dk);
            }
        }
    }
};

/// Adds the block sums in a fixed order once the last block has written its own: this needs no
/// second launch and gives the same bits whatever order the blocks ran in.
inline void reduce_gosa(const Arguments& sweep, double mine)
{
    __shared__ bool last;
    const unsigned blocks = gridDim.x;
    const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
    const double sum = device::block_sum<threads>(mine, static_cast<int>(thread));
    if (thread == 0) {
        sweep.block_sums[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(sweep.finished, 1U) == blocks - 1;
    }
    __syncthreads();  // also frees the shared memory of the first sum for the second
    if (!last) {
        return;
    }
    __threadfence();
    double total = 0.0;
    for (unsigned other = thread; other < blocks; other += threads) {
        total += __ldcg(sweep.block_sums + other);
    }
    total = device::block_sum<threads>(total, static_cast<int>(thread));
    if (thread == 0) {
        *sweep.gosa = total;
        *sweep.finished = 0;
    }
}

}  // namespace tobiuo::stencil

/// Does one sweep and adds up its gosa.
///
/// Launch    block (block_k, block_j), grid tiles.blocks().
/// Traffic   13 reads and 1 write per point if p's neighbours hit L1 and L2; each of the 9 values
///           around a column is loaded once per plane and kept in registers for three.
/// Accuracy  p as the twin, bit by bit; gosa in double, summed in a fixed order.
/// Twin      kernels/stencil/reference/twin.cpp
extern "C" __global__ void __launch_bounds__(tobiuo::stencil::threads, Config::occupancy)
    himeno_march(const __grid_constant__ tobiuo::stencil::Arguments sweep)
{
    using tobiuo::stencil::Window;
    using Real = Config::Real;
    const tobiuo::stencil::MarchTiles& tiles = sweep.tiles;
    const tobiuo::stencil::MarchColumn column = tiles.column(blockIdx.x, threadIdx.x, threadIdx.y);
    double sum = 0.0;
    if (column.inside) {
        const long long plane = tiles.nj * tiles.nk;
        long long at = column.first * plane + column.j * tiles.nk + column.k;
        Window window[3];  // planes i - 1, i, i + 1
        window[0].load(sweep.p + at - plane, tiles.nk);
        window[1].load(sweep.p + at, tiles.nk);
#pragma unroll Config::unroll
        for (long long i = column.first; i < column.end; ++i, at += plane) {
            window[2].load(sweep.p + at + plane, tiles.nk);
            Real coefficient[12];
#pragma unroll
            for (int m = 0; m < 12; ++m) {
                coefficient[m] = __ldcs(sweep.coefficients[m] + at);
            }
            const Real ss = tobiuo::stencil::residual(
                [&](int m) { return coefficient[m]; },
                [&](int di, int dj, int dk) { return window[di + 1].value[dj + 1][dk + 1]; });
            __stcs(sweep.p_new + at, window[1].value[1][1] + sweep.omega * ss);
            sum += static_cast<double>(ss) * static_cast<double>(ss);
            window[0] = window[1];
            window[1] = window[2];
        }
    }
    tobiuo::stencil::reduce_gosa(sweep, sum);
}
