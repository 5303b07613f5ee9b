// Walls as kernels: one thread for each point of a wall. struct Config gives Real.
//
// Launch    ceil(arguments.box.points / threads) blocks of `threads` threads: first wall_curvatures
//           if a face needs them, then wall_corrections.
// Traffic   a read of three rows beside each wall, and a read and a write of up to two. For a wall
//           across x these rows lie in one transaction of each line. A double for each point of a
//           wall.
// Twin      host_walls.hpp, loops over the same items.
#pragma once

#include "kernels/walls/wall_item.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::walls::threads) wall_curvatures(
    const __grid_constant__ tobiuo::walls::Arguments<Config::Real, Config::Real> arguments)
{
    using namespace tobiuo::walls;
    const long long item = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
    if (item < arguments.box.points) {
        WallItem<Config::Real, Config::Real>{arguments, item}.find_curvature();
    }
}

extern "C" __global__ void __launch_bounds__(tobiuo::walls::threads) wall_corrections(
    const __grid_constant__ tobiuo::walls::Arguments<Config::Real, Config::Real> arguments)
{
    using namespace tobiuo::walls;
    const long long item = static_cast<long long>(blockIdx.x) * threads + threadIdx.x;
    if (item < arguments.box.points) {
        WallItem<Config::Real, Config::Real>{arguments, item}.correct();
    }
}

/// Computes u += share, `count` values each. Launch: ceil(count / threads) blocks.
extern "C" __global__ void __launch_bounds__(tobiuo::walls::threads)
    add_share(const Config::Real* share, Config::Real* u, long long count)
{
    const long long at = static_cast<long long>(blockIdx.x) * tobiuo::walls::threads + threadIdx.x;
    if (at < count) {
        u[at] += share[at];
    }
}

/// Computes u = factor f, `count` values each; f may be u. Launch: ceil(count / threads) blocks.
extern "C" __global__ void __launch_bounds__(tobiuo::walls::threads)
    multiply(const Config::Real* f, Config::Real* u, double factor, long long count)
{
    const long long at = static_cast<long long>(blockIdx.x) * tobiuo::walls::threads + threadIdx.x;
    if (at < count) {
        u[at] = static_cast<Config::Real>(factor * static_cast<double>(f[at]));
    }
}
