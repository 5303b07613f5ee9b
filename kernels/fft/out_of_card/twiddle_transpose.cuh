// SPDX-License-Identifier: BSD-3-Clause
// Twiddle factors and a transposition between the factors of an axis, tile by tile.
//
// struct Config gives Real. Launch: ceil(columns / transpose_tile) columns of blocks of
// transpose_tile x transpose_rows threads; the blocks of a column take its tiles in turns. Traffic:
// each element is read and written once. Twin: twiddle_transpose_on_host().
#pragma once

#include "kernels/fft/out_of_card/twiddle_transpose.hpp"

extern "C" __global__ void __launch_bounds__(
    tobiuo::fft::transpose_tile* tobiuo::fft::transpose_rows)
    fft_twiddle_transpose(tobiuo::fft::TwiddleTranspose<Config::Real> what)
{
    using namespace tobiuo::fft;
    __shared__ Complex<Config::Real> tile[transpose_tile][transpose_tile + 1];
    const long long column = static_cast<long long>(blockIdx.x) * transpose_tile;
    for (long long row = static_cast<long long>(blockIdx.y) * transpose_tile; row < what.rows;
         row += static_cast<long long>(gridDim.y) * transpose_tile) {
        for (int y = static_cast<int>(threadIdx.y); y < transpose_tile; y += transpose_rows) {
            if (row + y < what.rows && column + threadIdx.x < what.columns) {
                tile[y][threadIdx.x] = what.at(row + y, column + threadIdx.x);
            }
        }
        __syncthreads();
        for (int y = static_cast<int>(threadIdx.y); y < transpose_tile; y += transpose_rows) {
            if (column + y < what.columns && row + threadIdx.x < what.rows) {
                what.out[(column + y) * what.rows + row + threadIdx.x] = tile[threadIdx.x][y];
            }
        }
        __syncthreads();
    }
}
