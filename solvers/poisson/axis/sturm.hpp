// SPDX-License-Identifier: BSD-3-Clause
// The eigenvalues of the rows along a stretched axis, counted.
#pragma once

#include <cstdint>

#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {

/// The number of eigenvalues of the rows above -shift: the positive pivots of rows + shift (Sturm's
/// sequence; the rows are a symmetric matrix if each is multiplied by its width). Sums of rows are
/// carried in place of diagonal elements, so that eigenvalues near zero keep their digits. Not along
/// a periodic axis.
[[nodiscard]] std::int64_t eigenvalues_above(const ThreePoint& rows, double shift);

/// The eigenvalue that `from_top` others are greater than, by bisection: exact to some eps of itself
/// where sums of rows are, as they are near zero.
[[nodiscard]] double eigenvalue_of(const ThreePoint& rows, std::int64_t from_top);

}  // namespace tobiuo::poisson
