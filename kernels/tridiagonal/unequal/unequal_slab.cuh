// Systems of unequal rows, slab by slab, as kernels: one thread for each column.
//
// struct Config gives Real. Launch: ceil(systems.columns / slab_threads) blocks of slab_threads
// threads. Traffic: both kernels read and write the slab once, and one double in kept_step of it.
// Twin: kernels/tridiagonal/unequal/unequal_slab_twin.hpp.
#pragma once

#include "kernels/tridiagonal/slab/my_column.cuh"
#include "kernels/tridiagonal/unequal/unequal_slab.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    unequal_slab_rise(tobiuo::tridiagonal::UnequalSlabSystems systems,
                      tobiuo::tridiagonal::UnequalSlabSums sums,
                      tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_column(systems.columns, [&](long long column) {
        tobiuo::tridiagonal::UnequalSlabColumn{systems, sums, column}.rise(slab);
    });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    unequal_slab_fall(tobiuo::tridiagonal::UnequalSlabSystems systems,
                      tobiuo::tridiagonal::UnequalSlabSums sums,
                      tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_column(systems.columns, [&](long long column) {
        tobiuo::tridiagonal::UnequalSlabColumn{systems, sums, column}.fall(slab);
    });
}
