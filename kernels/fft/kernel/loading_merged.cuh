// Two passes in one launch, see merged.cuh, of which the first reads what a function gives.
//
// struct Config gives Real, `merged` (a MergedForm), load(index, data) and
// load_pair(index, values, data).
// Traffic   as that of merged.cuh, with what the function reads instead of the data.
// Twin      the two passes one after the other, on an array of what the function gives.
#pragma once

#include "kernels/fft/kernel/loading_block.cuh"
#include "kernels/fft/kernel/merged_items.cuh"

extern "C" __global__ void __launch_bounds__(Config::merged.threads(),
                                             Config::merged.min_blocks_per_sm())
    fft_loading_merged(void* middle, void* out, tobiuo::fft::PassTables<Config::Real> first_tables,
                       tobiuo::fft::PassTables<Config::Real> second_tables, unsigned* counters,
                       const void* data)
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
        constexpr PassForm pass = merged.first;
        Complex<Real> point[pass.elements_per_thread()];
        const LoadingBlock<pass.block, Real, merged.threads()> block{{point}, data};
        run_pass<pass>(
            block, item.number, reinterpret_cast<const void*>(item.plane * merged.in_bytes),
            static_cast<char*>(middle) + item.plane * merged.middle_bytes, first_tables, shared);
        progress.post(item.plane);
    }
}
