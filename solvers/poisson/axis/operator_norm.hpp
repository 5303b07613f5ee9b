// SPDX-License-Identifier: BSD-3-Clause
// A bound of the operator of a problem.
#pragma once

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// An upper bound of |A|: the sum of |lambda| and, for each axis, the largest absolute value of an
/// eigenvalue, or Gershgorin's bound of it along a stretched axis.
[[nodiscard]] double operator_norm(const Problem& problem);

}  // namespace tobiuo::poisson
