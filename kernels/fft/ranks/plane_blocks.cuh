// Planes to blocks for all ranks, or back.
//
// struct Config gives `unpacks` and Word, an integer of word_bytes_of(inner) bytes. Launch: a block
// of any number of threads for as many words of the widest columns, any number of blocks for the
// rows, a block for each rank. Traffic: each word is read and written once. Twin: pack_on_host(),
// unpack_on_host().
#pragma once

#include "kernels/fft/ranks/plane_blocks.hpp"

extern "C" __global__ void fft_plane_blocks(tobiuo::fft::PlaneBlocks what)
{
    using Word = Config::Word;
    const int of = static_cast<int>(blockIdx.z);
    const long long word = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (word * static_cast<long long>(sizeof(Word)) >= what.columns(of)) {
        return;
    }
    for (long long row = blockIdx.y; row < what.rows; row += gridDim.y) {
        Word* const plane = reinterpret_cast<Word*>(what.in_plane(of, row)) + word;
        Word* const block = reinterpret_cast<Word*>(what.in_block(of, row)) + word;
        if (Config::unpacks) {
            *plane = *block;
        } else {
            *block = *plane;
        }
    }
}
