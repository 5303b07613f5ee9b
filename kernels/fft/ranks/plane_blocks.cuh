// Planes to blocks for all ranks, or back.
//
// struct Config gives `unpacks`. Launch: a block of any number of threads for as many words of the
// widest columns, any number of blocks for the rows, a block for each rank. Traffic: each word is
// read and written once. Twin: pack_on_host(), unpack_on_host().
#pragma once

#include "kernels/fft/ranks/plane_blocks.hpp"

extern "C" __global__ void fft_plane_blocks(tobiuo::fft::PlaneBlocks what)
{
    const int of = static_cast<int>(blockIdx.z);
    const long long word = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (word >= what.columns(of)) {
        return;
    }
    for (long long row = blockIdx.y; row < what.rows; row += gridDim.y) {
        tobiuo::fft::Word* const plane = what.in_plane(of, row) + word;
        tobiuo::fft::Word* const block = what.in_block(of, row) + word;
        if (Config::unpacks) {
            *plane = *block;
        } else {
            *block = *plane;
        }
    }
}
