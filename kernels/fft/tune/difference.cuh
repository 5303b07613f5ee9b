// SPDX-License-Identifier: BSD-3-Clause
// Sums of squares of a - b and of b. struct Config gives Real. Twin: square_sums().
#pragma once

#include "runtime/device/block/warp_sum.cuh"

/// Adds to sums[0] all |a - b|^2 and to sums[1] all |b|^2. The order of addition is not fixed, so
/// the result is for tolerances only.
extern "C" __global__ void __launch_bounds__(256)
    fft_difference(const Config::Real* a, const Config::Real* b, unsigned long long count,
                   double* sums)
{
    double difference = 0;
    double reference = 0;
    for (unsigned long long index = blockIdx.x * 256ULL + threadIdx.x; index < count;
         index += gridDim.x * 256ULL) {
        const double apart = static_cast<double>(a[index]) - static_cast<double>(b[index]);
        difference += apart * apart;
        reference += static_cast<double>(b[index]) * static_cast<double>(b[index]);
    }
    difference = tobiuo::device::warp_sum(difference);
    reference = tobiuo::device::warp_sum(reference);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(sums, difference);
        atomicAdd(sums + 1, reference);
    }
}
