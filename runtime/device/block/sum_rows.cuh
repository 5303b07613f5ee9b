// SPDX-License-Identifier: BSD-3-Clause
// Adds the rows of a table in a fixed order, so that every run gives the same bits.
#pragma once

/// Computes sums[row] = table[row][0] + ... + table[row][columns - 1].
///
/// Launch    a block of 256 threads for each row.
extern "C" __global__ void sum_rows(const double* table, long long columns, double* sums)
{
    constexpr int threads = 256;
    __shared__ double partial[threads];
    const int thread = static_cast<int>(threadIdx.x);
    const double* row = table + blockIdx.x * columns;
    double sum = 0.0;
    for (long long column = thread; column < columns; column += threads) {
        sum += row[column];
    }
    partial[thread] = sum;
    for (int half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half) {
            partial[thread] += partial[thread + half];
        }
    }
    if (thread == 0) {
        sums[blockIdx.x] = partial[0];
    }
}
