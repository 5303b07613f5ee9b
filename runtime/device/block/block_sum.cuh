// SPDX-License-Identifier: BSD-3-Clause
// The sum over a block of threads, in a fixed order.
#pragma once

namespace tobiuo::device {

/// The sum of `mine` over the `threads` threads of the block, which must be whole warps and must
/// all call it; the result is valid in thread 0. A second call in a launch needs a barrier of the
/// block between the two.
template <int threads>
double block_sum(double mine, int thread)
{
    static_assert(threads % 32 == 0);
    __shared__ double warps[threads / 32];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        mine += __shfl_down_sync(0xffffffffU, mine, distance);
    }
    if (thread % 32 == 0) {
        warps[thread / 32] = mine;
    }
    __syncthreads();
    double sum = 0.0;
    if (thread == 0) {
#pragma unroll
        for (const double warp : warps) {
            sum += warp;
        }
    }
    return sum;
}

}  // namespace tobiuo::device
