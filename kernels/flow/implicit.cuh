// SPDX-License-Identifier: BSD-3-Clause
// The implicit part of a stage of the flow, as kernels. struct Config gives Real and `axis`.
//
// Launch    flow_implicit: a thread for each line along the axis, line_threads in a block, and along
//           the grid's y one block for each quantity. flow_implicit_parts: line_lanes x parts threads
//           for as many lines. flow_raise_pressure: a thread for each point.
// Traffic   flow_implicit_parts reads each velocity component, its value before the stage, impulse
//           and pressure once and writes the component: 5 words a cell and component, 3 for a
//           scalar, if neighbours along x are found in the caches. flow_implicit reads and writes
//           each component twice: 7 words and 5. Threads of its warps read neighbours along x where
//           the axis is y or z; where it is x their lines lie a row apart, which is slower.
//           flow_raise_pressure reads impulse and pressure and writes the pressure.
// Twin      plain_implicit.hpp, plain loops over points.
#pragma once

#include "kernels/flow/implicit_lines.hpp"
#include "kernels/flow/implicit_parts.hpp"
#include "kernels/flow/piece.cuh"

extern "C" __global__ void __launch_bounds__(tobiuo::flow::line_threads)
    flow_implicit(const __grid_constant__ tobiuo::flow::ImplicitStage<Config::Real> stage)
{
    const long long line =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::line_threads + threadIdx.x;
    if (line < stage.lines()) {
        using Lines = tobiuo::flow::ImplicitLines<Config::Real, Config::axis, 1,
                                                  tobiuo::flow::DeviceProjection>;
        Lines{stage, static_cast<int>(blockIdx.y), line, 1}.solve();
    }
}

// Threads without a line do the work of the last one, which is their block's, and store nothing.
extern "C" __global__ void __launch_bounds__(tobiuo::flow::line_lanes* tobiuo::flow::most_parts)
    flow_implicit_parts(const __grid_constant__ tobiuo::flow::ImplicitStage<Config::Real> stage)
{
    using namespace tobiuo::flow;
    using Real = Config::Real;
    __shared__ PartLink<Real> links[most_parts][line_lanes];
    __shared__ Real ends[line_lanes][3];
    const int lane = static_cast<int>(threadIdx.x);
    const int part = static_cast<int>(threadIdx.y);
    const int parts = static_cast<int>(blockDim.y);
    const long long line = static_cast<long long>(blockIdx.x) * line_lanes + lane;
    const bool is_line = line < stage.lines();
    ImplicitPart<Real, Config::axis, part_rows, DeviceProjection> own{
        stage, static_cast<int>(blockIdx.y), is_line ? line : stage.lines() - 1, part};
    links[part][lane] = own.up();
    __syncthreads();
    Real carried = own.before();
    for (int before = 0; before < part; ++before) {
        carried = links[before][lane](carried);
    }
    __syncthreads();
    links[part][lane] = own.down(carried);
    __syncthreads();
    carried = 0;
    for (int behind = parts - 1; behind > part; --behind) {
        carried = links[behind][lane](carried);
    }
    own.finish(carried);
    if (stage.box.periodic[Config::axis]) {
        own.tell(ends[lane]);
        __syncthreads();
        own.close(ends[lane]);
    }
    if (is_line) {
        own.store();
    }
}

extern "C" __global__ void __launch_bounds__(tobiuo::flow::line_threads)
    flow_raise_pressure(const __grid_constant__ tobiuo::flow::PressureRise<Config::Real> rise)
{
    const long long at =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::line_threads + threadIdx.x;
    if (at < rise.box.points()) {
        rise.raise(at, rise.index_of(at));
    }
}
