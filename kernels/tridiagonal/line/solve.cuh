// Tridiagonal systems as a kernel with a thread for each line. Neighbouring threads have
// neighbouring lines, so accesses are coalesced unless the systems themselves lie along contiguous
// rows.
//
// struct Config gives Real. Traffic: two reads and two writes of the data, one read and one write
// of as many doubles. Twin: a loop over the lines of kernels/tridiagonal/line/solve_line.hpp.
#pragma once

#include "kernels/tridiagonal/line/solve_line.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::threads)
    tridiagonal_solve(tobiuo::tridiagonal::Systems<Config::Real> systems)
{
    using namespace tobiuo::tridiagonal;
    const long long line = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
    if (line < systems.inner_count * systems.beyond_count) {
        LineSolve<Config::Real>{systems, line}.run();
    }
}
