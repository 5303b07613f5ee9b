// SPDX-License-Identifier: BSD-3-Clause
// The values on the walls of a Poisson problem.
#pragma once

#include <array>

namespace tobiuo::poisson {

/// The value of u on a Dirichlet wall, or its derivative along the outward normal on a Neumann
/// wall.
template <typename Real>
struct Wall {
    Real constant = 0;
    /// Values that replace the constant: one for each unknown of the two other axes, the faster one
    /// contiguous ([z][y] across x, [z][x] across y, [y][x] across z), in the memory that holds f
    /// and u, but outside u; of a batch as many for each problem, one after the other. They must be
    /// finite, which is not checked.
    const Real* values = nullptr;
};

/// The walls of a box, zero by default: walls.z[1].constant = 2.5 holds the upper face across z.
/// Periodic axes have none.
template <typename Real>
struct Walls {
    std::array<Wall<Real>, 2> x;  ///< lower, upper
    std::array<Wall<Real>, 2> y;
    std::array<Wall<Real>, 2> z;
};

}  // namespace tobiuo::poisson
