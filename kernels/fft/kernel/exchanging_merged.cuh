// SPDX-License-Identifier: BSD-3-Clause
// Two passes in one launch, see merged.cuh, of which the first loads or the second stores the
// arrays of several ranks, see RankArray.
//
// struct Config gives Real, `merged` (a MergedForm) and `exchange` (a PassExchange).
// Traffic   as that of merged.cuh; of the exchanged side as that of exchanging_pass.cuh.
// Twin      the two passes one after the other, the exchanging one as exchanging_twin.hpp has it.
#pragma once

#include "kernels/fft/kernel/exchanging_block.cuh"
#include "kernels/fft/kernel/merged_items.cuh"

namespace tobiuo::fft {

/// An item of the pass that exchanges; `plain` is the plane of its other side.
template <PassForm pass>
__forceinline__ void run_exchanging_item(const MergedItem& item, long long exchanged_bytes,
                                         void* plain, const PassTables<Real>& tables,
                                         Complex<Real>* shared, const RankAddresses& addresses)
{
    const long long first_line =
        item.plane * pass.source.count +
        static_cast<long long>(item.number) * pass.block.transforms_per_block;
    run_exchanging<pass, Real, merged.threads()>(
        item.number, first_line, plain, reinterpret_cast<void*>(item.plane * exchanged_bytes),
        tables, shared, addresses);
}

}  // namespace tobiuo::fft

extern "C" __global__ void __launch_bounds__(Config::merged.threads(),
                                             Config::merged.min_blocks_per_sm())
    fft_exchanging_merged(const void* in, void* middle, void* out,
                          tobiuo::fft::PassTables<Config::Real> first_tables,
                          tobiuo::fft::PassTables<Config::Real> second_tables, unsigned* counters,
                          const __grid_constant__ tobiuo::fft::RankAddresses addresses)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    constexpr bool loads = Config::exchange.loads;
    extern __shared__ __align__(16) unsigned char memory[];
    auto* shared = reinterpret_cast<Complex<Config::Real>*>(memory);
    const Progress progress{counters};
    const MergedItem item = merged.item(blockIdx.x);
    char* const plane = static_cast<char*>(middle) + item.plane * merged.middle_bytes;
    if (item.second) {
        if constexpr (loads) {
            run_second(item, progress, middle, out, second_tables, shared);
        } else {
            progress.wait_for(item.plane);
            run_exchanging_item<merged.second>(item, merged.out_bytes, plane, second_tables, shared,
                                               addresses);
            discard_from_l2(item, middle);
            progress.post_last(item.plane);
        }
    } else {
        if constexpr (loads) {
            run_exchanging_item<merged.first>(item, merged.in_bytes, plane, first_tables, shared,
                                              addresses);
        } else {
            run_item<merged.first>(item, in, merged.in_bytes, middle, merged.middle_bytes,
                                   first_tables, shared);
        }
        progress.post(item.plane);
    }
}
