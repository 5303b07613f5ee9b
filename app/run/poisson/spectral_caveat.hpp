// Where the spectral operator is of lower order than it seems.
#pragma once

#include <optional>
#include <string>

#include "app/case/poisson_case.hpp"

namespace tobiuo {

/// One sentence: why method.operator spectral is not of exponential order in this case, and what to
/// do; nothing where it is, for all that can be told before the solve. Of a wall that holds zeros
/// the right-hand side decides: its odd (Dirichlet) or even (Neumann) continuation must have no
/// jump and no kink there. An expression is asked; what a file holds is not judged but named.
[[nodiscard]] std::optional<std::string> spectral_caveat(const PoissonCase& poisson);

}  // namespace tobiuo
