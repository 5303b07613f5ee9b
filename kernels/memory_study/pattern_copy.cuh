// SPDX-License-Identifier: BSD-3-Clause
// A 16-point step of the five-step FFT without its arithmetic: read along one axis, write along
// another.
//
// struct Config gives threads.
#pragma once

#include "kernels/memory_study/pattern_map.hpp"
#include "kernels/memory_study/word.cuh"

/// Copies to[map.target(t, p)] = from[map.source(t, p)] for all tasks t and points p, `passes`
/// times.
///
/// any number of blocks of Config::threads threads; neighbouring threads read neighbouring words.
/// Traffic   268 MB a pass: reads and writes 16 words of 8 B a task. All its loads are in flight
///           before its first store.
/// Source    A. Nukada, Y. Ogata, T. Endo, S. Matsuoka (2008), tables 3 to 5.
/// Twin      pattern_copy() of kernels/memory_study/copy_twin.hpp
extern "C" __global__ void __launch_bounds__(Config::threads)
    pattern_copy(const float2* from, float2* to, const tobiuo::memory::PatternMap map, int passes)
{
    using tobiuo::memory::PatternMap;
    const int first = static_cast<int>(blockIdx.x * Config::threads + threadIdx.x);
    const int step = static_cast<int>(gridDim.x) * Config::threads;
    for (int pass = 0; pass < passes; ++pass) {
        for (int task = first; task < PatternMap::tasks; task += step) {
            float2 word[PatternMap::points];
#pragma unroll
            for (int point = 0; point < PatternMap::points; ++point) {
                word[point] = tobiuo::memory::load(from + map.source(task, point));
            }
#pragma unroll
            for (int point = 0; point < PatternMap::points; ++point) {
                tobiuo::memory::store(to + map.target(task, point), word[point]);
            }
        }
    }
}
