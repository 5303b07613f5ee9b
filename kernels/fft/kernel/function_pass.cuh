// SPDX-License-Identifier: BSD-3-Clause
// One pass over memory that calls functions: where it loads, between a transform and its inverse,
// or where it stores.
//
// struct Config gives Real, `pass` (a PassForm), `places` and the functions of function_block.cuh.
// Traffic   one read and one write of the data, and what the functions read; without the read if
//           the function at load takes no value.
// Twin      kernels/fft/kernel/function_twin.hpp.
#pragma once

#include "kernels/fft/kernel/device_block.cuh"
#include "kernels/fft/kernel/function_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(Config::pass.block.threads(),
                                             Config::pass.block.min_blocks_per_sm)
    fft_function_pass(const void* in, void* out, tobiuo::fft::PassTables<Config::Real> tables,
                      const void* load_data, const void* between_data, const void* store_data)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    constexpr KernelConfig form = Config::pass.block;
    extern __shared__ __align__(16) unsigned char memory[];
    Complex<Config::Real> point[Config::pass.elements_per_thread()];
    // Addresses that are not read count from null, so that they are the places in the array.
    const void* const begin = Config::places.takes_value ? in : nullptr;
    const FunctionBlock<DeviceBlock<form, Config::Real, form.threads()>, Config::Real,
                        ConfigFunctions<Config>, Config::places>
        block{{point}, {load_data, between_data, store_data}, begin, out};
    run_pass<Config::pass>(block, blockIdx.x, begin, out, tables,
                           reinterpret_cast<Complex<Config::Real>*>(memory));
}
