// The velocity through faces, the pressure on them, and a multiple of a field, as kernels. struct
// Config gives Real.
//
// Launch    a thread for each point of the face or field, face_threads in a block; the constants of
//           pressures one block.
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

extern "C" __global__ void __launch_bounds__(tobiuo::flow::face_threads)
    flow_buoyancy(const __grid_constant__ tobiuo::flow::FaceBuoyancy<Config::Real> face)
{
    const long long point =
        static_cast<long long>(blockIdx.x) * tobiuo::flow::face_threads + threadIdx.x;
    if (point < face.points()) {
        face.find(point);
    }
}

extern "C" __global__ void __launch_bounds__(tobiuo::flow::face_threads)
    flow_constants(const __grid_constant__ tobiuo::flow::FaceConstants<Config::Real> faces)
{
    __shared__ Config::Real differences[tobiuo::flow::most_face_edges];
    const int thread = static_cast<int>(threadIdx.x);
    if (thread < faces.edges) {
        differences[thread] = faces.difference(thread);
    }
    __syncthreads();
    if (thread < tobiuo::flow::face_count) {
        faces.find(thread, differences);
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
