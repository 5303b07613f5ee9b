// Twiddle factors and a transposition between the factors of an axis, tile by tile.
//
// struct Config gives Real. Launch: ceil(columns / deal_tile) x blocks of deal_tile x deal_rows
// threads; blocks of a column of tiles take its tiles in turns. Traffic: each element is read and
// written once. Twin: deal_on_host().
#pragma once

#include "kernels/fft/out_of_card/deal.hpp"
#include "kernels/fft/out_of_card/deal_shape.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::fft::deal_tile* tobiuo::fft::deal_rows)
    fft_deal(tobiuo::fft::Deal<Config::Real> deal)
{
    using namespace tobiuo::fft;
    __shared__ Complex<Config::Real> tile[deal_tile][deal_tile + 1];
    const long long column = static_cast<long long>(blockIdx.x) * deal_tile;
    for (long long row = static_cast<long long>(blockIdx.y) * deal_tile; row < deal.rows;
         row += static_cast<long long>(gridDim.y) * deal_tile) {
        for (int y = static_cast<int>(threadIdx.y); y < deal_tile; y += deal_rows) {
            if (row + y < deal.rows && column + threadIdx.x < deal.columns) {
                tile[y][threadIdx.x] = deal.at(row + y, column + threadIdx.x);
            }
        }
        __syncthreads();
        for (int y = static_cast<int>(threadIdx.y); y < deal_tile; y += deal_rows) {
            if (column + y < deal.columns && row + threadIdx.x < deal.rows) {
                deal.out[(column + y) * deal.rows + row + threadIdx.x] = tile[threadIdx.x][y];
            }
        }
        __syncthreads();
    }
}
