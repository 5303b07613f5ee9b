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

#include "kernels/device/dependent_launch.cuh"
#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"
#include "kernels/fft/pass/merged_form.hpp"

namespace tobiuo::fft {

using Real = Config::Real;
inline constexpr MergedForm merged = Config::merged;

/// Counts the finished items of each plane; all counts are zero before and after a launch.
struct Progress {
    unsigned* counters;

    /// Waits until the first pass has finished `plane`.
    void wait_for(int plane) const
    {
        if (threadIdx.x == 0) {
            const unsigned* counter = counters + plane;
            unsigned done = 0;
            while (true) {
                asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                             : "=r"(done)
                             : "l"(counter)
                             : "memory");
                if (done >= merged.first_items()) {
                    break;
                }
                __nanosleep(64);
            }
        }
        __syncthreads();
    }

    /// Counts this block's item of the first pass as finished.
    void post(int plane) const
    {
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counters + plane)
                         : "memory");
        }
    }

    /// Counts this block's item of the second pass as finished; the last item of a plane resets the
    /// count.
    void post_last(int plane) const
    {
        if (threadIdx.x == 0) {
            const unsigned before = atomicAdd(counters + plane, 1U);
            if (before + 1 == merged.first_items() + merged.second_items()) {
                counters[plane] = 0;
            }
        }
    }
};

/// Discards from the L2 cache what the block has read, so that it is not written to memory. Only an
/// array that starts at a cache line has lines that can be discarded.
__forceinline__ void discard_from_l2(const MergedItem& item, void* middle)
{
#if __CUDA_ARCH__ >= 800
    constexpr int line_bytes = MergedForm::cache_line_bytes;
    if constexpr (merged.discard_bytes > 0) {
        if (reinterpret_cast<unsigned long long>(middle) % line_bytes != 0) {
            return;
        }
        __syncthreads();
        const MergedForm::Bytes spent = merged.discarded(item.number);
        char* const plane = static_cast<char*>(middle) + item.plane * merged.middle_bytes;
        for (long long at = spent.begin + threadIdx.x * line_bytes; at < spent.end;
             at += merged.threads() * line_bytes) {
            asm volatile("discard.global.L2 [%0], 128;" ::"l"(plane + at) : "memory");
        }
    }
#endif
}

template <PassForm pass>
__forceinline__ void run_item(const MergedItem& item, const void* in, long long in_bytes, void* out,
                              long long out_bytes, const PassTables<Real>& tables,
                              Complex<Real>* shared)
{
    Complex<Real> point[pass.elements_per_thread()];
    const DeviceBlock<pass.block, Real, merged.threads()> block{point};
    run_pass<pass>(block, item.number, static_cast<const char*>(in) + item.plane * in_bytes,
                   static_cast<char*>(out) + item.plane * out_bytes, tables, shared);
}

}  // namespace tobiuo::fft

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
        progress.wait_for(item.plane);
        run_item<merged.second>(item, middle, merged.middle_bytes, out, merged.out_bytes,
                                second_tables, shared);
        discard_from_l2(item, middle);
        progress.post_last(item.plane);
    } else {
        run_item<merged.first>(item, in, merged.in_bytes, middle, merged.middle_bytes, first_tables,
                               shared);
        progress.post(item.plane);
    }
}
