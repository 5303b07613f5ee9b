// The velocity through faces, and a multiple of a field, as kernels. struct Config gives Real.
//
// Launch    a thread for each point of the face or field, face_threads in a block.
// Twin      face_items.hpp, the same items in a loop.
#pragma once

#include "kernels/flow/face_items.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::flow::face_threads)
    flow_outflow(const __grid_constant__ tobiuo::flow::Outflow<Config::Real> outflow,
                 tobiuo::flow::OutflowTask task)
{
    const long long point =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::face_threads + threadIdx.x;
    if (point < outflow.points()) {
        outflow.run(task, point);
    }
}

extern "C" __global__ void __launch_bounds__(tobiuo::flow::face_threads)
    flow_hold(const __grid_constant__ tobiuo::flow::HeldFace<Config::Real> face)
{
    const long long point =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::face_threads + threadIdx.x;
    if (point < face.points()) {
        face.hold(point);
    }
}

/// Computes to = factor from, `count` values each; both may be one array.
extern "C" __global__ void __launch_bounds__(tobiuo::flow::face_threads)
    flow_scale(Config::Real* to, const Config::Real* from, Config::Real factor, long long count)
{
    const long long at =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::face_threads + threadIdx.x;
    if (at < count) {
        to[at] = factor * from[at];
    }
}
