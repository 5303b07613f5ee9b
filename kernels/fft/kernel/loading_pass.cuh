// One pass over memory that reads what a function gives: the first pass of a plan.
//
// struct Config gives Real, `pass` (a PassForm), load(index, data) and
// load_pair(index, values, data).
// Traffic   what the function reads, and one write of the data.
// Twin      kernels/fft/kernel/pass_twin.hpp, on an array of what the function gives.
#pragma once

#include "kernels/device/dependent_launch.cuh"
#include "kernels/fft/kernel/loading_block.cuh"
#include "kernels/fft/kernel/run_pass.hpp"

extern "C" __global__ void __launch_bounds__(Config::pass.block.threads(),
                                             Config::pass.block.min_blocks_per_sm)
    fft_loading_pass(void* out, tobiuo::fft::PassTables<Config::Real> tables, const void* data)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    constexpr KernelConfig form = Config::pass.block;
    extern __shared__ __align__(16) unsigned char memory[];
    Complex<Config::Real> point[Config::pass.elements_per_thread()];
    const LoadingBlock<form, Config::Real, form.threads()> block{{point}, data};
    run_pass<Config::pass>(block, blockIdx.x, nullptr, out, tables,
                           reinterpret_cast<Complex<Config::Real>*>(memory));
}
