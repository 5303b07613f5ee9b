// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows, slab by slab, on the host.
#pragma once

#include "kernels/tridiagonal/line/solve_line.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab.hpp"

namespace tobiuo::tridiagonal {

template <typename T>
void rise_on_host(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                  const Slab<T>& slab)
{
    for (long long column = 0; column < systems.columns; ++column) {
        UnequalSlabColumn{systems, sums, column}.rise(slab);
    }
}

inline void turn_on_host(const UnequalSlabSystems& systems, const UnequalSlabSums& sums)
{
    if (systems.zero_mode >= 0) {
        const Systems<double> line = zero_line(systems, sums);
        LineSolve<double>{line, 0}.run();
    }
}

template <typename T>
void fall_on_host(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                  const Slab<T>& slab)
{
    for (long long column = 0; column < systems.columns; ++column) {
        UnequalSlabColumn{systems, sums, column}.fall(slab);
    }
}

}  // namespace tobiuo::tridiagonal
