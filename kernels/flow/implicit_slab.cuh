// SPDX-License-Identifier: BSD-3-Clause
// The implicit part of a stage on slabs along z, as kernels. struct Config gives Real.
//
// Launch    a thread for each line of the slab, line_threads in a block, and along the grid's y one
//           block for each quantity.
// Traffic   that of flow_implicit: the rise reads `next`, the quantity before the stage and, for a
//           velocity, impulse and pressure, and writes `next`; the fall reads and writes `next`.
// Twin      sweeps of solve_implicit_on_host().
#pragma once

#include "kernels/flow/implicit_lines.hpp"
#include "kernels/flow/piece.cuh"

namespace tobiuo::flow {

/// A thread's line of a slab, for ImplicitStages of `stage`.
template <typename Work>
void with_line(const ImplicitStage<Config::Real>& stage, const Work& work)
{
    const long long line = static_cast<long long>(blockIdx.x) * line_threads + threadIdx.x;
    if (line < stage.lines()) {
        constexpr int axis = 2;
        constexpr bool is_slab = true;
        ImplicitLines<Config::Real, axis, 1, DeviceProjection, is_slab> lines{
            stage, static_cast<int>(blockIdx.y), line, 1};
        work(lines);
    }
}

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(tobiuo::flow::line_threads)
    flow_implicit_rise(const __grid_constant__ tobiuo::flow::ImplicitStage<Config::Real> stage)
{
    tobiuo::flow::with_line(stage, [](auto& lines) { lines.rise(); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::flow::line_threads)
    flow_implicit_fall(const __grid_constant__ tobiuo::flow::ImplicitStage<Config::Real> stage)
{
    tobiuo::flow::with_line(stage, [](auto& lines) { lines.fall(); });
}
