// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows, slab by slab, as kernels: one thread for each column.
//
// struct Config gives Real, first and last. Launch: ceil(systems.columns / slab_threads) blocks of
// slab_threads threads. Traffic: slab_rise reads the slab twice and writes it once, slab_fall reads
// and writes it twice; the second time finds the rows of a short slab in L2. slab_tell reads the
// rows near both edges: about 37 / (|k| h) of a column with the wave number k along x and y in
// double precision, and 17 / (|k| h) in single. Twin: kernels/tridiagonal/slab/slab_twin.hpp.
#pragma once

#include "kernels/tridiagonal/slab/slab_item.hpp"

namespace tobiuo::tridiagonal {

/// Calls work(item) for the column of this thread, unless it is beyond the last one.
template <typename Work>
__device__ void for_my_item(const SlabSystems& systems, const SlabSums& sums, const Work& work)
{
    const long long column = static_cast<long long>(blockIdx.x) * slab_threads + threadIdx.x;
    if (column < systems.columns) {
        work(SlabItem<Config::first, Config::last>{systems, sums, column,
                                                   [](double square) { return sqrt(square); }});
    }
}

}  // namespace tobiuo::tridiagonal

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    slab_rise(tobiuo::tridiagonal::SlabSystems systems, tobiuo::tridiagonal::SlabSums sums,
              tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_item(systems, sums, [&](const auto& item) { item.rise(slab); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    slab_turn(tobiuo::tridiagonal::SlabSystems systems, tobiuo::tridiagonal::SlabSums sums)
{
    tobiuo::tridiagonal::for_my_item(systems, sums, [&](const auto& item) { item.turn(); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    slab_join(tobiuo::tridiagonal::SlabSystems systems, tobiuo::tridiagonal::SlabSums sums,
              tobiuo::tridiagonal::AllTold<Config::Real> joined)
{
    tobiuo::tridiagonal::for_my_item(systems, sums, [&](const auto& item) { item.turn(joined); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    slab_fall(tobiuo::tridiagonal::SlabSystems systems, tobiuo::tridiagonal::SlabSums sums,
              tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_item(systems, sums, [&](const auto& item) { item.fall(slab); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    slab_tell(tobiuo::tridiagonal::SlabSystems systems, tobiuo::tridiagonal::SlabSums sums,
              tobiuo::tridiagonal::ToldSums<Config::Real> told,
              tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_item(systems, sums,
                                     [&](const auto& item) { item.tell(slab, told); });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    slab_tell_risen(tobiuo::tridiagonal::SlabSystems systems, tobiuo::tridiagonal::SlabSums sums,
                    tobiuo::tridiagonal::ToldSums<Config::Real> told)
{
    tobiuo::tridiagonal::for_my_item(systems, sums, [&](const auto& item) { item.tell(told); });
}
