// SPDX-License-Identifier: BSD-3-Clause
// A pointer chase: each load needs the result of the one before, so its time is the latency of the
// memory.
#pragma once

#include "kernels/memory_study/chase_map.hpp"

/// Writes the chain: the first word of the line at place(s) becomes place(s + 1).
///
/// Launch    any number of threads.
/// Twin      ChaseMap::place()
extern "C" __global__ void fill_chain(unsigned* lines, const tobiuo::memory::ChaseMap map)
{
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned long long s = blockIdx.x * blockDim.x + threadIdx.x; s < map.lines(); s += step) {
        const auto here = map.place(static_cast<unsigned>(s));
        lines[here * static_cast<unsigned long long>(tobiuo::memory::ChaseMap::line_words)] =
            map.place(static_cast<unsigned>(s) + 1U);
    }
}

/// Moves at[thread] on by `steps` lines.
///
/// Launch    one block of one warp.
/// 32 B per step and line; a warp's threads read one line or 32 different ones, as `at` says.
/// Source    A. Naruse, S. Sumimoto, K. Kumon (2008), section 3.2: one block, 32 threads.
/// Twin      ChaseMap::place(): a thread that started with step s ends at place(s + steps).
extern "C" __global__ void __launch_bounds__(32)
    chase(const unsigned* lines, unsigned* at, long long steps)
{
    unsigned line = at[threadIdx.x];
#pragma unroll 4
    for (long long step = 0; step < steps; ++step) {
        line = lines[line * static_cast<unsigned long long>(tobiuo::memory::ChaseMap::line_words)];
    }
    at[threadIdx.x] = line;
}
