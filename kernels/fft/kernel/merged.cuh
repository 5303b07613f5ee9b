// SPDX-License-Identifier: BSD-3-Clause
// Two passes in one launch: the second reads a plane while it is still in the L2 cache.
//
// struct Config gives Real and `merged`, a MergedForm. Block b computes item b, and an item waits
// only for items of lower blocks. Blocks start in the order of their index (CUDA does not promise
// this, but every GPU does it and CUB's scans rely on it), so the items that a block waits for have
// started, and there is no deadlock however few blocks are resident. An atomic ticket instead of
// the index would cost each block an access to L2.
// Traffic: one read and one write of the data, if `pipeline_distance` planes and those being worked
// on fit in L2; one write more if the middle is an array of its own that is not discarded.
// Twin: the two passes one after the other.
#pragma once

#include "kernels/fft/kernel/merged_items.cuh"

extern "C" __global__ void __launch_bounds__(Config::merged.threads(),
                                             Config::merged.min_blocks_per_sm())
    fft_merged(const void* in, void* middle, void* out,
               tobiuo::fft::PassTables<Config::Real> first_tables,
               tobiuo::fft::PassTables<Config::Real> second_tables, unsigned* counters)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    extern __shared__ __align__(16) unsigned char memory[];
    auto* shared = reinterpret_cast<Complex<Config::Real>*>(memory);
    const Progress progress{counters};
    const MergedItem item = merged.item(blockIdx.x);
    if (item.second) {
        run_second(item, progress, middle, out, second_tables, shared);
    } else {
        run_item<merged.first>(item, in, merged.in_bytes, middle, merged.middle_bytes, first_tables,
                               shared);
        progress.post(item.plane);
    }
}
