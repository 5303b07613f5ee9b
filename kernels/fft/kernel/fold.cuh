// SPDX-License-Identifier: BSD-3-Clause
// Half spectra from the transforms of pairs, or back, as a kernel that reads and writes them once.
//
// struct Config gives Real and `fold`, a FoldForm. Twin: kernels/fft/kernel/pass_twin.hpp.
#pragma once

#include "kernels/fft/real/fold_item.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::fft::FoldForm::threads)
    fft_fold(void* data, tobiuo::fft::PassTables<Config::Real> tables)
{
    using namespace tobiuo::fft;
    const long long item = static_cast<long long>(blockIdx.x) * FoldForm::threads + threadIdx.x;
    run_fold<Config::fold>(PlainMemory{}, item, static_cast<Complex<Config::Real>*>(data), tables);
}
