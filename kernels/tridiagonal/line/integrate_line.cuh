// SPDX-License-Identifier: BSD-3-Clause
// One line of equal rows as a kernel of one block.
//
// struct Config gives Real. Traffic: two reads and one write of the data, the second read of what
// the caches hold. Twin: kernels/tridiagonal/line/integrate_line_twin.hpp.
#pragma once

#include "kernels/tridiagonal/line/integrate_line.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::most_line_threads)
    tridiagonal_integrate_line(tobiuo::tridiagonal::UniformLine<Config::Real> line)
{
    using namespace tobiuo::tridiagonal;
    __shared__ LineSegment segments[most_line_threads];
    const int threads = static_cast<int>(blockDim.x);
    LineIntegration<Config::Real> mine{line, segments, static_cast<int>(threadIdx.x), threads};
    mine.add_up();
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        mine.look_back(distance);
        __syncthreads();
        mine.keep();
    }
    __syncthreads();
    mine.integrate();
}
