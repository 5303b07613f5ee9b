// SPDX-License-Identifier: BSD-3-Clause
// Finite-difference weights for points at any positions.
#pragma once

#include <span>
#include <vector>

namespace tobiuo::poisson {

/// The weights w for which the sum of w[i] u(positions[i]) is derivative `order` of u at `at`,
/// exact for polynomials of degree below the number of positions. The positions are distinct and
/// more than `order`.
///
/// Source    B. Fornberg, Math. Comp. 51(184), 699 (1988).
[[nodiscard]] std::vector<double> difference_weights(std::span<const double> positions, double at,
                                                     int order);

}  // namespace tobiuo::poisson
