// The implicit part of a stage of the flow, as kernels. struct Config gives Real and `axis`.
//
// Launch    flow_implicit: a thread for each line along the axis, line_threads in a block, and along
//           the grid's y one block for each quantity. flow_raise_pressure: a thread for each point.
// Traffic   flow_implicit reads and writes each velocity component twice and reads its value before
//           the stage, impulse and pressure once: 7 words a cell and component, 5 for a scalar, if
//           neighbours along x are found in the caches. Threads of a warp read neighbours along x
//           where the axis is y or z; where it is x their lines lie a row apart, which is slower.
//           flow_raise_pressure reads impulse and pressure and writes the pressure.
// Twin      plain_implicit.hpp, plain loops over points.
#pragma once

#include "kernels/flow/implicit_lines.hpp"
#include "kernels/flow/piece.cuh"

namespace tobiuo::flow {

struct DeviceProjection {
    template <typename T>
    T operator()(T velocity, T per_gap, T difference) const
    {
        return projected(velocity, per_gap, difference);
    }
};

}  // namespace tobiuo::flow

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

extern "C" __global__ void __launch_bounds__(tobiuo::flow::line_threads)
    flow_raise_pressure(const __grid_constant__ tobiuo::flow::PressureRise<Config::Real> rise)
{
    const long long at =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::line_threads + threadIdx.x;
    if (at < rise.box.points()) {
        rise.raise(at, rise.index_of(at));
    }
}
