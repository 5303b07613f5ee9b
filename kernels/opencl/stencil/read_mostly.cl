// SPDX-License-Identifier: BSD-3-Clause
// The bandwidth probe: the sum of thirteen arrays goes to a fourteenth.

/// Launch    one work-item for four values.
/// Traffic   13 reads and 1 write of 16 bytes a work-item.
__kernel void read_mostly(__global const float4* a0, __global const float4* a1,
                          __global const float4* a2, __global const float4* a3,
                          __global const float4* a4, __global const float4* a5,
                          __global const float4* a6, __global const float4* a7,
                          __global const float4* a8, __global const float4* a9,
                          __global const float4* a10, __global const float4* a11,
                          __global const float4* a12, __global float4* sums)
{
    const size_t at = get_global_id(0);
    sums[at] = a0[at] + a1[at] + a2[at] + a3[at] + a4[at] + a5[at] + a6[at] + a7[at] + a8[at] +
               a9[at] + a10[at] + a11[at] + a12[at];
}
