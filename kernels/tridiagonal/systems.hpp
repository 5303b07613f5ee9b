// SPDX-License-Identifier: BSD-3-Clause
// Many tridiagonal systems, one for each line, whose matrices differ in a shift of the diagonal
// only.
#pragma once

#include "kernels/tridiagonal/unequal_rows.hpp"

namespace tobiuo::tridiagonal {

/// Systems with the same rows and the right-hand sides scale r[k]. The shift of line (i, j) is
/// inner[i] + outer[j].
///
/// u[k] of line (i, j) lies at i beside_step + j beyond_step + k step. `losses` has room for as
/// many numbers, in the same order, some of which the elimination keeps; double in any case, since
/// rounding them perturbs the matrix.
template <typename T>
struct Systems {
    UnequalRows rows;
    const double* inner;
    const double* outer;
    double scale;  ///< the factor of r
    T* data;       ///< r, then u
    double* losses;
    T* constant;  ///< the mean of r where the shift is zero and the matrix singular; or null
    long long step;
    long long inner_count;
    long long beside_step;
    long long beyond_count;
    long long beyond_step;
};

/// Threads of a block, each with a line.
inline constexpr int threads = 128;

/// Blocks that a multiprocessor holds at a time: what they have loaded fills most of its registers.
inline constexpr int resident_blocks = 4;

}  // namespace tobiuo::tridiagonal
