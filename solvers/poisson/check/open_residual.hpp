// SPDX-License-Identifier: BSD-3-Clause
// The residual of a solution with open ends of several axes.
#pragma once

#include <cstdint>
#include <span>

#include <tobiuo/communicator.hpp>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Computes f - A u in `field`, on several ranks of the planes that ranks::slices_of() gives to each.
/// Collective.
///
/// Method    rows inside are the stencil. A row beside an open end takes the value beyond it, which
///           Green's third identity finds in u and f: with u as zero outside of the box, L u is
///           f - c inside and d in the layer beyond open ends, with c in the rows beside them only if
///           u is right elsewhere; the free solution less this u is the potential of c and -d, and so
///           beyond an end. That potential is found as OpenFaces finds it, and no solve with walls
///           takes part.
template <typename Real>
void open_residual_of(const Problem& problem, std::span<const Real> f, std::span<const Real> u,
                      std::span<Real> field, const Communicator& ranks);

/// Bytes of memory that it takes besides the arrays.
[[nodiscard]] std::int64_t open_residual_bytes(const Problem& problem);

}  // namespace tobiuo::poisson
