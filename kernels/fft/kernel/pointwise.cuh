// A pass that transforms forward, applies a user's function to every mode, and transforms back.
//
// struct Config gives Real, `pass` (a PassForm of modes) and apply(value, index, data).
// Traffic: one read and one write of the data, and what the function reads.
// Twin: kernels/fft/kernel/pointwise_twin.hpp.
#pragma once

#include "kernels/device/dependent_launch.cuh"
#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"

namespace tobiuo::fft {

/// The threads of a block, with the user's function as apply().
struct PointwiseBlock
    : DeviceBlock<Config::pass.block, Config::Real, Config::pass.block.threads()> {
    const void* data;

    __forceinline__ Complex<Config::Real> apply(Complex<Config::Real> value,
                                                const ModeIndex& index) const
    {
        return Config::apply(value, index, data);
    }
};

}  // namespace tobiuo::fft

extern "C" __global__ void __launch_bounds__(Config::pass.block.threads(),
                                             Config::pass.block.min_blocks_per_sm)
    fft_pointwise(const void* in, void* out, tobiuo::fft::PassTables<Config::Real> tables,
                  const void* data)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    extern __shared__ __align__(16) unsigned char memory[];
    Complex<Config::Real> point[Config::pass.block.elements_per_thread()];
    const PointwiseBlock block{{point}, data};
    run_pass<Config::pass>(block, blockIdx.x, in, out, tables,
                           reinterpret_cast<Complex<Config::Real>*>(memory));
}
