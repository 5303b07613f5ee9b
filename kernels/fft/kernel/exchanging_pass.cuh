// SPDX-License-Identifier: BSD-3-Clause
// One pass over memory that loads or stores the arrays of several ranks, see RankArray.
//
// struct Config gives Real, `pass` (a PassForm) and `exchange` (a PassExchange).
// Traffic   one read and one write of the data, of which (ranks - 1) / ranks / 2 pass between
//           devices: those that are loaded from outboxes, or stored to received arrays.
// Order     the pass that loads begins when the pass that stores has ended on all ranks.
// Twin      kernels/fft/kernel/exchanging_twin.hpp.
#pragma once

#include "kernels/fft/kernel/exchanging_block.cuh"
#include "runtime/device/block/dependent_launch.cuh"

extern "C" __global__ void __launch_bounds__(Config::pass.block.threads(),
                                             Config::pass.block.min_blocks_per_sm)
    fft_exchanging_pass(const void* in, void* out, tobiuo::fft::PassTables<Config::Real> tables,
                        const __grid_constant__ tobiuo::fft::RankAddresses addresses)
{
    using namespace tobiuo::fft;
    tobiuo::device::begin_after_previous();
    constexpr KernelConfig form = Config::pass.block;
    extern __shared__ __align__(16) unsigned char memory[];
    run_exchanging<Config::pass, Config::Real, form.threads()>(
        blockIdx.x, static_cast<long long>(blockIdx.x) * form.transforms_per_block,
        Config::exchange.loads ? out : const_cast<void*>(in), nullptr, tables,
        reinterpret_cast<Complex<Config::Real>*>(memory), addresses);
}
