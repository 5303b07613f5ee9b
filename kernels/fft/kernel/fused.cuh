// SPDX-License-Identifier: BSD-3-Clause
// All passes of small arrays in one launch: a block works on an array in its shared memory.
//
// struct Config gives Real and `fused`, a FusedForm. Traffic: one read and one write of the arrays.
// Twin: kernels/fft/kernel/fused_twin.hpp.
#pragma once

#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/run_fused.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::fft {

/// The threads of a block, for one pass after the other.
struct FusedBlocks {
    template <PassForm pass, typename Body>
    __forceinline__ void run(const Body& body) const
    {
        using T = Config::Real;
        Complex<T> point[pass.elements_per_thread()];
        body(DeviceBlock<pass.block, T, Config::fused.threads()>{point});
    }
    __forceinline__ void barrier() const { __syncthreads(); }
};

}  // namespace tobiuo::fft

extern "C" __global__ void __launch_bounds__(Config::fused.threads(),
                                             Config::fused.min_blocks_per_sm)
    fft_fused(const Config::Real* in, Config::Real* out,
              tobiuo::fft::FusedTables<Config::Real> tables)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    extern __shared__ __align__(16) unsigned char memory[];
    run_fused<Config::fused>(FusedBlocks{}, blockIdx.x, in, out, tables,
                             reinterpret_cast<Complex<Config::Real>*>(memory));
}
