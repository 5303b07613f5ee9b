// SPDX-License-Identifier: BSD-3-Clause
// What the marching kernel is launched with: one definition for host and device.
#pragma once

#include "kernels/stencil/march/march_tiles.hpp"

namespace tobiuo::stencil {

/// All arrays are [ni][nj][nk] in device memory, k contiguous.
template <typename Real>
struct MarchArguments {
    const Real* coefficients[12];
    const Real* p;
    Real* p_new;
    double* block_sums;  ///< one per block
    double* gosa;        ///< one value: the sum of this sweep
    unsigned* finished;  ///< blocks done; zero before and after each launch
    MarchTiles tiles;
    Real omega;
};

}  // namespace tobiuo::stencil
