// SPDX-License-Identifier: BSD-3-Clause
// Copies an array as many streams side by side, with or without a barrier after every element.
//
// struct Config gives Word (float, float2 or float4), threads, streams and barrier.
#pragma once

#include "kernels/memory_study/stream_map.hpp"
#include "kernels/memory_study/word.cuh"

/// Copies `from` to `to`, `passes` times.
///
/// Launch    map.blocks blocks of Config::threads threads.
/// Traffic   each pass reads and writes map.size() words. A thread has one word in flight: the next
///           is loaded when this one is stored.
/// Source    A. Naruse, S. Sumimoto, K. Kumon (2008), figure 3 (float); A. Nukada, Y. Ogata,
///           T. Endo, S. Matsuoka (2008), section 2 (float2, streams unrolled).
/// Twin      stream_copy() of kernels/memory_study/copy_twin.hpp
extern "C" __global__ void __launch_bounds__(Config::threads)
    stream_copy(const Config::Word* from, Config::Word* to, const tobiuo::memory::StreamMap map,
                int passes)
{
    for (int pass = 0; pass < passes; ++pass) {
#pragma unroll 1
        for (long long at = map.first(blockIdx.x); at < map.each; at += map.step()) {
            const long long i = at + threadIdx.x;
#pragma unroll
            for (int stream = 0; stream < Config::streams; ++stream) {
                if (i < map.each) {
                    const long long place = map.place(stream, i);
                    tobiuo::memory::store(to + place, tobiuo::memory::load(from + place));
                }
                if constexpr (Config::barrier) {
                    __syncthreads();
                }
            }
        }
    }
}
