// SPDX-License-Identifier: BSD-3-Clause
// One sweep per pass with the techniques of 2008 as switches, and two of later GPUs.
//
// struct Config gives Real, block_k, block_j, p, loads and pacing as in ClassicForm.
#pragma once

#include "kernels/stencil/classic/classic_tile.cuh"
#include "kernels/stencil/reference/point.hpp"
#include "runtime/device/block/block_sum.cuh"

namespace tobiuo::stencil {

/// The twelve coefficients of a thread's points; each is read once and need not stay in the caches.
struct ClassicCoefficients {
    Real value[12][form.points()];

    __forceinline__ void load(const Real* first, long long between)
    {
#pragma unroll
        for (int m = 0; m < 12; ++m) {
            const Real* from = first + m * between;
            if constexpr (form.points() == 1) {
                value[m][0] = __ldcs(from);
            } else {
                const Vector vector = load_once(from);
#pragma unroll
                for (int point = 0; point < form.points(); ++point) {
                    value[m][point] = vector.value[point];
                }
            }
        }
    }
};

/// The 3 x 3 rows of p around a thread's points, each with one more value on both sides.
struct ClassicWindow {
    Real value[3][3][form.points() + 2];

    __forceinline__ explicit ClassicWindow(const Planes& planes)
    {
#pragma unroll
        for (int di = -1; di <= 1; ++di) {
#pragma unroll
            for (int dj = -1; dj <= 1; ++dj) {
                load(value[di + 1][dj + 1], planes.row(di, dj));
            }
        }
    }

    /// p at that offset from the thread's point `point`.
    __forceinline__ Real at(int point, int di, int dj, int dk) const
    {
        return value[di + 1][dj + 1][point + 1 + dk];
    }

private:
    __forceinline__ static void load(Real* to, const Real* from)
    {
        to[0] = from[-1];
        if constexpr (form.points() == 1) {
            to[1] = from[0];
        } else {
            const Vector middle = *reinterpret_cast<const Vector*>(from);
#pragma unroll
            for (int point = 0; point < form.points(); ++point) {
                to[1 + point] = middle.value[point];
            }
        }
        to[1 + form.points()] = from[form.points()];
    }
};

/// Updates the thread's interior points of one plane; returns the sum of their squared residuals.
__forceinline__ double update(const ClassicCoefficients& coefficients, const Planes& planes,
                              const Arguments& sweep, long long k, Real* p_new)
{
    const ClassicWindow window{planes};
    Vector result{};
    double sum = 0.0;
    bool whole = true;
#pragma unroll
    for (int point = 0; point < form.points(); ++point) {
        const Real ss =
            residual([&](int m) { return coefficients.value[m][point]; },
                     [&](int di, int dj, int dk) { return window.at(point, di, dj, dk); });
        result.value[point] = window.at(point, 0, 0, 0) + sweep.omega * ss;
        const bool interior = k + point > 0 && k + point < sweep.tiles.nk - 1;
        sum += interior ? static_cast<double>(ss) * static_cast<double>(ss) : 0.0;
        whole = whole && interior;
    }
    if (form.points() > 1 && whole) {
        __stcs(reinterpret_cast<uint4*>(p_new), __builtin_bit_cast(uint4, result));
        return sum;
    }
#pragma unroll
    for (int point = 0; point < form.points(); ++point) {
        if (k + point > 0 && k + point < sweep.tiles.nk - 1) {
            __stcs(p_new + point, result.value[point]);
        }
    }
    return sum;
}

}  // namespace tobiuo::stencil

/// Does one sweep of p into p_new and stores a sum of squared residuals for each block.
///
/// Launch    tiles.along_k x along_j x segments of i blocks of block_k x block_j threads.
/// Traffic   13 reads and 1 write per point, and the halo of p: depth + 2 of a block's planes,
///           block_j + 2 of its rows, and the adjacent pieces along k. Without planes in shared
///           memory the caches serve the neighbours.
/// Accuracy  one rounding per operation in the benchmark's order; sums in double, fixed order.
/// Source    Naruse, Sumimoto, Kumon 2008, sections 5.1 and 5.2.
/// Twin      kernels/stencil/reference/twin.cpp
extern "C" __global__ void __launch_bounds__(tobiuo::stencil::form.threads(), 2)
    himeno_classic(const __grid_constant__ tobiuo::stencil::Arguments sweep)
{
    using namespace tobiuo::stencil;
    const MarchTiles& tiles = sweep.tiles;
    const MarchColumn block = tiles.column(blockIdx.x, 0, 0);
    const MarchColumn mine = tiles.column(blockIdx.x, threadIdx.x * form.points(), threadIdx.y);
    const bool works = mine.j < tiles.nj - 1 && mine.k < tiles.nk - 1 &&
                       mine.k + form.points() > 1;  // its last point lies beyond k = 0
    const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
    const Copier copier{sweep, block.j, block.k, thread};
    Planes planes{sweep, mine, copier};
    const Real* coefficients = sweep.coefficients + sweep.layout.at(0, mine.first, mine.j, mine.k);
    const long long plane = tiles.nj * sweep.layout.pitch;
    Real* p_new = sweep.p_new + mine.first * plane + mine.j * sweep.layout.pitch + mine.k;
    double sum = 0.0;
    for (long long i = mine.first; i < mine.end; ++i) {
        ClassicCoefficients here;
        if (works) {
            here.load(coefficients, sweep.layout.between_coefficients);
        }
        planes.bring(i);
        if (works) {
            sum += update(here, planes, sweep, mine.k, p_new);
        }
        if constexpr (form.pacing && form.p != PlanesOnChip::three) {
            __syncthreads();  // with three planes, bring() has a barrier of its own
        }
        coefficients += sweep.layout.between_planes;
        p_new += plane;
    }
    sum = tobiuo::device::block_sum<form.threads()>(sum, thread);
    if (thread == 0) {
        sweep.block_sums[blockIdx.x] = sum;
    }
}
