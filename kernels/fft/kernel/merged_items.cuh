// SPDX-License-Identifier: BSD-3-Clause
// Two passes in one launch: the counts of finished items, and what an item does.
//
// struct Config gives Real and `merged`, a MergedForm.
#pragma once

#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"
#include "kernels/fft/pass/merged_form.hpp"
#include "runtime/device/block/dependent_launch.cuh"

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

/// An item of the second pass.
__forceinline__ void run_second(const MergedItem& item, const Progress& progress, void* middle,
                                void* out, const PassTables<Real>& tables, Complex<Real>* shared)
{
    progress.wait_for(item.plane);
    run_item<merged.second>(item, middle, merged.middle_bytes, out, merged.out_bytes, tables,
                            shared);
    discard_from_l2(item, middle);
    progress.post_last(item.plane);
}

}  // namespace tobiuo::fft
