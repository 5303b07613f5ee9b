// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/operator_norm.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {
namespace {

/// Gershgorin's bound: the largest sum of a row's absolute values.
double gershgorin_bound(const ThreePoint& points)
{
    double bound = 0.0;
    for (std::size_t k = 0; k < points.below.size(); ++k) {
        bound = std::max(bound, points.diagonal(k) + points.below[k] + points.above[k]);
    }
    return bound;
}

}  // namespace

double operator_norm(const Problem& problem)
{
    double norm = std::abs(problem.lambda);
    for (int axis = 0; axis < 3; ++axis) {
        const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
        const bool is_open = sides.lower == Condition::open || sides.upper == Condition::open;
        norm += is_open || eliminated_axis(problem) == axis || has_own_rows(problem, axis)
                    ? gershgorin_bound(three_point(problem, axis))
                    : -std::ranges::min(modes_of(problem, axis).eigenvalues);
    }
    return norm;
}

}  // namespace tobiuo::poisson
