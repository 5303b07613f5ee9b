// The error for a lambda that hits an eigenvalue.
#pragma once

#include <span>
#include <string>

namespace tobiuo::poisson {

/// The error in one sentence; `eigenvalue` is the Laplacian's nearest to -lambda.
[[nodiscard]] std::string singular_text(double lambda, double eigenvalue);

/// Throws std::invalid_argument if lambda is minus the sum of one of `sorted` and one of `others`,
/// up to the rounding `epsilon` of the precision that solves.
void validate_lambda(double lambda, std::span<const double> sorted, std::span<const double> others,
                     double epsilon);

}  // namespace tobiuo::poisson
