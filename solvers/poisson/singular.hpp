// What is said of a lambda that leaves a mode without a solution.
#pragma once

#include <string>

namespace tobiuo::poisson {

/// One sentence; `eigenvalue` is the Laplacian's nearest to -lambda.
[[nodiscard]] std::string singular_text(double lambda, double eigenvalue);

}  // namespace tobiuo::poisson
