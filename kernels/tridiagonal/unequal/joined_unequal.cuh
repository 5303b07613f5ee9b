// Joined slabs of unequal rows as kernels: one thread for each column.
//
// struct Config gives Real. Launch: ceil(systems.columns / slab_threads) blocks of slab_threads
// threads. Traffic: rise and fall read and write the slab once, and fall reads two doubles in
// joined_kept_step of it; join reads two to four doubles a device. Twin:
// kernels/tridiagonal/unequal/joined_unequal_twin.hpp.
#pragma once

#include "kernels/tridiagonal/slab/my_column.cuh"
#include "kernels/tridiagonal/unequal/joined_unequal.hpp"

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    joined_unequal_prepare(tobiuo::tridiagonal::UnequalSlabSystems systems,
                           tobiuo::tridiagonal::UnequalPassages passages,
                           tobiuo::tridiagonal::JoinedSlabs joined)
{
    tobiuo::tridiagonal::for_my_column(systems.columns, [&](long long column) {
        tobiuo::tridiagonal::JoinedUnequalColumn{systems, passages, column}.prepare(joined);
    });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    joined_unequal_rise(tobiuo::tridiagonal::UnequalSlabSystems systems,
                        tobiuo::tridiagonal::UnequalPassages passages,
                        tobiuo::tridiagonal::SlabSums sums,
                        tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_column(systems.columns, [&](long long column) {
        tobiuo::tridiagonal::JoinedUnequalColumn{systems, passages, column}.rise(slab, sums);
    });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    joined_unequal_join(tobiuo::tridiagonal::UnequalSlabSystems systems,
                        tobiuo::tridiagonal::UnequalPassages passages,
                        tobiuo::tridiagonal::SlabSums sums, tobiuo::tridiagonal::JoinedSlabs joined)
{
    tobiuo::tridiagonal::for_my_column(systems.columns, [&](long long column) {
        tobiuo::tridiagonal::JoinedUnequalColumn{systems, passages, column}.join(joined, sums);
    });
}

extern "C" __global__ void __launch_bounds__(tobiuo::tridiagonal::slab_threads)
    joined_unequal_fall(tobiuo::tridiagonal::UnequalSlabSystems systems,
                        tobiuo::tridiagonal::UnequalPassages passages,
                        tobiuo::tridiagonal::SlabSums sums,
                        tobiuo::tridiagonal::Slab<Config::Real> slab)
{
    tobiuo::tridiagonal::for_my_column(systems.columns, [&](long long column) {
        tobiuo::tridiagonal::JoinedUnequalColumn{systems, passages, column}.fall(slab, sums);
    });
}
