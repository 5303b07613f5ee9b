// SPDX-License-Identifier: BSD-3-Clause
// The measures of all threads of a launch, added up in a fixed order.
#pragma once

#include "kernels/flow/measure_row.hpp"
#include "kernels/flow/stage_arguments.hpp"

namespace tobiuo::flow {

/// Adds up the measures of the threads of a block; the result is valid in thread 0.
template <int threads>
Measures measures_of_block(const Measures& mine)
{
    static_assert(threads % 32 == 0);
    __shared__ alignas(Measures) unsigned char memory[threads / 32 * sizeof(Measures)];
    auto* const warps = reinterpret_cast<Measures*>(memory);
    Measures sum = mine;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) {
        Measures other;
#pragma unroll
        for (int axis = 0; axis < 3; ++axis) {
            other.velocity[axis] = __shfl_down_sync(0xffffffffU, sum.velocity[axis], distance);
        }
        other.square = __shfl_down_sync(0xffffffffU, sum.square, distance);
        other.rate = __shfl_down_sync(0xffffffffU, sum.rate, distance);
        other.divergence = __shfl_down_sync(0xffffffffU, sum.divergence, distance);
        other.friction = __shfl_down_sync(0xffffffffU, sum.friction, distance);
        sum.add(other);
    }
    if (threadIdx.x % 32 == 0) {
        warps[threadIdx.x / 32] = sum;
    }
    __syncthreads();
    Measures all;
    if (threadIdx.x == 0) {
        for (int warp = 0; warp < threads / 32; ++warp) {
            all.add(warps[warp]);
        }
    }
    return all;
}

/// What another block wrote, which only the L2 cache is sure to have.
inline Measures measures_from(const Measures* of_block)
{
    const auto* from = reinterpret_cast<const double*>(of_block);
    Measures measures;
    auto* to = reinterpret_cast<double*>(&measures);
#pragma unroll
    for (int value = 0; value < static_cast<int>(sizeof(Measures) / sizeof(double)); ++value) {
        to[value] = __ldcg(from + value);
    }
    return measures;
}

/// Adds up the measures of all blocks in the last one that ends, so that no second launch is needed
/// and the bits do not depend on the order of the blocks.
template <int threads, typename Arguments>
void add_up(const Arguments& arguments, const Measures& mine)
{
    __shared__ bool is_last;
    const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const Measures of_block = measures_of_block<threads>(mine);
    if (threadIdx.x == 0) {
        arguments.parts[block] = of_block;
        __threadfence();
        is_last = atomicAdd(arguments.finished, 1U) == blocks - 1;
    }
    __syncthreads();  // also frees the shared memory of the first sum for the second
    if (!is_last) {
        return;
    }
    __threadfence();
    Measures sum;
    for (unsigned other = threadIdx.x; other < blocks; other += threads) {
        sum.add(measures_from(arguments.parts + other));
    }
    sum = measures_of_block<threads>(sum);
    if (threadIdx.x == 0) {
        *arguments.measures = sum;
        *arguments.finished = 0;
    }
}

}  // namespace tobiuo::flow
