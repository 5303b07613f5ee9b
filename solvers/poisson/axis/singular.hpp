// SPDX-License-Identifier: BSD-3-Clause
// The error for a lambda that hits an eigenvalue.
#pragma once

#include <span>
#include <string>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The error in one sentence; `eigenvalue` is the Laplacian's nearest to -lambda.
[[nodiscard]] std::string singular_text(double lambda, double eigenvalue);

/// Throws std::invalid_argument if lambda is minus the sum of one of `sorted` and one of `others`,
/// up to the rounding `epsilon` of the precision that solves.
void validate_lambda(double lambda, std::span<const double> sorted, std::span<const double> others,
                     double epsilon);

/// Throws std::invalid_argument if lambda hits an eigenvalue of a mode of the problem, which has no
/// stretched axis where lambda is positive.
void validate_modes(const Problem& problem);

}  // namespace tobiuo::poisson
