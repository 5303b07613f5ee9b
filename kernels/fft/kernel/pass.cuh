// SPDX-License-Identifier: BSD-3-Clause
// One pass over memory as a kernel: the transforms of one axis.
//
// struct Config gives Real and `pass`, a PassForm. Twin: kernels/fft/kernel/pass_twin.hpp.
#pragma once

#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(Config::pass.block.threads(),
                                             Config::pass.block.min_blocks_per_sm)
    fft_pass(const void* in, void* out, tobiuo::fft::PassTables<Config::Real> tables)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    constexpr KernelConfig form = Config::pass.block;
    extern __shared__ __align__(16) unsigned char memory[];
    Complex<Config::Real> point[Config::pass.elements_per_thread()];
    const DeviceBlock<form, Config::Real, form.threads()> block{point};
    run_pass<Config::pass>(block, blockIdx.x, in, out, tables,
                           reinterpret_cast<Complex<Config::Real>*>(memory));
}
