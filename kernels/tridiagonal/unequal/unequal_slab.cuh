// Systems of unequal rows, slab by slab, as kernels: one thread for each column.
//
// struct Config gives Real. Launch: ceil(systems.columns / slab_threads) blocks of slab_threads
// threads. Traffic: both kernels read and write the slab once, and one double in kept_step of it.
// Twin: kernels/tridiagonal/unequal/unequal_slab_twin.hpp.
#pragma once

#include "kernels/tridiagonal/unequal/unequal_slab.hpp"

namespace tobiuo::tridiagonal {

/// Calls work(column) for the column of this thread.
template <typename Work>
__device__ void for_my_column(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                              const Work& work)
{
    const long long column = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (column < systems.columns) {
        work(UnequalSlabColumn{systems, sums, column});
    }
}

}  // namespace tobiuo::tridiagonal

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    unequal_slab_rise(tobiuo::tridiagonal::UnequalSlabSystems systems,
                      tobiuo::tridiagonal::UnequalSlabSums sums,
                      tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_column(systems, sums,
                                       [&](const auto& column) { column.rise(slab); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    unequal_slab_fall(tobiuo::tridiagonal::UnequalSlabSystems systems,
                      tobiuo::tridiagonal::UnequalSlabSums sums,
                      tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_column(systems, sums,
                                       [&](const auto& column) { column.fall(slab); });
}
