// SPDX-License-Identifier: BSD-3-Clause
// Himeno's memory mix without its arithmetic: thirteen streams read, one written.
//
// struct Config gives threads.
#pragma once

/// Computes out = the sum of thirteen arrays of `count` float4 each; array m starts at in + m *
/// stride.
///
/// Launch    one thread per float4.
/// Traffic   13 reads and 1 write of 16 B per thread.
/// Twin      add_row() of runtime/memory/host_ceiling.cpp
extern "C" __global__ void __launch_bounds__(Config::threads)
    read_mostly(const float4* in, long long stride, float4* out, long long count)
{
    const long long i = blockIdx.x * static_cast<long long>(Config::threads) + threadIdx.x;
    if (i >= count) {
        return;
    }
    float4 value[13];
#pragma unroll
    for (int m = 0; m < 13; ++m) {
        value[m] = __ldcs(in + m * stride + i);
    }
#pragma unroll
    for (int m = 1; m < 13; ++m) {
        value[0].x += value[m].x;
        value[0].y += value[m].y;
        value[0].z += value[m].z;
        value[0].w += value[m].w;
    }
    __stcs(out + i, value[0]);
}
