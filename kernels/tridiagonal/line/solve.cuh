// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems as a kernel with a thread for each line. Neighbouring threads have
// neighbouring lines, so accesses are coalesced unless the systems themselves lie along contiguous
// rows.
//
// struct Config gives Real. Traffic: two reads and two writes of the data, and of a double for every
// rows_at_a_time of them one each. Twin: a loop over the lines of
// kernels/tridiagonal/line/solve_line.hpp.
#pragma once

#include "kernels/tridiagonal/line/solve_line.hpp"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::threads,
                                             tobiuo::tridiagonal::resident_blocks)
    tridiagonal_solve(tobiuo::tridiagonal::Systems<Config::Real> systems)
{
    using namespace tobiuo::tridiagonal;
    tobiuo::device::begin_after_previous();
    const long long line = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
    if (line < systems.inner_count * systems.beyond_count) {
        LineSolve<Config::Real>{systems, line, [](double square) { return sqrt(square); }}.run();
    }
}
