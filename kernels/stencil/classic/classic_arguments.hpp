// SPDX-License-Identifier: BSD-3-Clause
// What the classic kernel is launched with: one definition for host and device.
#pragma once

#include "kernels/stencil/classic/classic_layout.hpp"
#include "kernels/stencil/march/march_tiles.hpp"

namespace tobiuo::stencil {

/// p and p_new are [ni][nj][pitch]; 16 bytes before the first and after the last value are
/// readable.
template <typename Real>
struct ClassicArguments {
    const Real* coefficients;
    const Real* p;
    Real* p_new;
    double* block_sums;  ///< one per block
    ClassicLayout layout;
    MarchTiles tiles;  ///< its block_k is ClassicForm::tile_k()
    Real omega;
};

}  // namespace tobiuo::stencil
