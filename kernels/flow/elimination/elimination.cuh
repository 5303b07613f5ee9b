// SPDX-License-Identifier: BSD-3-Clause
// The systems of implicit diffusion for the length of a step, as a kernel. struct Config gives
// Real.
//
// Launch    a block for each system, elimination_parts threads in it, each with a part of the rows.
// Traffic   2 words read and 5 written for each row of a system; nothing if the tables are those of
//           the time step already.
// Twin      eliminate_on_host(), the same parts in a loop.
#pragma once

#include "kernels/flow/elimination/elimination.hpp"

namespace tobiuo::flow {

struct DeviceRoot {
    double operator()(double square) const { return sqrt(square); }
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(tobiuo::flow::elimination_parts)
    flow_eliminate(const __grid_constant__ tobiuo::flow::Elimination<Config::Real> all)
{
    using namespace tobiuo::flow;
    __shared__ LossMap maps[elimination_parts];
    __shared__ double before[elimination_parts];
    const int part = static_cast<int>(threadIdx.x);
    const SystemElimination<Config::Real, DeviceRoot> system{all, static_cast<int>(blockIdx.x),
                                                             elimination_parts};
    if (system.is_made()) {
        return;
    }
    maps[part] = system.map_of(part);
    __syncthreads();
    if (part == 0) {
        system.link(maps, elimination_parts, before);
    }
    __syncthreads();
    system.eliminate(part, before[part]);
    if (part == 0) {
        system.note();
    }
}
