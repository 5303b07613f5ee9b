// SPDX-License-Identifier: BSD-3-Clause
// A fold, see fold.cuh, that calls a function where it loads or where it stores: the first or the
// last step of a plan.
//
// struct Config gives Real, `fold` (a FoldForm), `places` and the functions of function_block.cuh.
// Twin: kernels/fft/kernel/function_twin.hpp.
#pragma once

#include "kernels/fft/kernel/function_block.cuh"
#include "kernels/fft/real/fold_item.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::fft::FoldForm::threads)
    fft_function_fold(void* data, tobiuo::fft::PassTables<Config::Real> tables,
                      const void* load_data, const void* between_data, const void* store_data)
{
    using namespace tobiuo::fft;
    const long long item = static_cast<long long>(blockIdx.x) * FoldForm::threads + threadIdx.x;
    const FunctionBlock<PlainMemory, Config::Real, ConfigFunctions<Config>, Config::places> block{
        {}, {load_data, between_data, store_data}, data, data};
    run_fold<Config::fold>(block, item, static_cast<Complex<Config::Real>*>(data), tables);
}
