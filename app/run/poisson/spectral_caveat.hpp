// SPDX-License-Identifier: BSD-3-Clause
// Whether the spectral operator has a lower order in a case than it seems.
#pragma once

#include <optional>
#include <string>

#include "app/case/poisson/poisson_case.hpp"

namespace tobiuo {

/// One sentence that says why method.operator spectral does not converge exponentially in this
/// case, and what to do; nothing if it does, as far as that is known before the solve. If a wall
/// holds zeros the right-hand side decides: its odd (Dirichlet) or even (Neumann) continuation must
/// have neither a jump nor a kink there. An expression is sampled; for a field from a file the
/// sentence says that it was not checked.
[[nodiscard]] std::optional<std::string> spectral_caveat(const PoissonCase& poisson);

}  // namespace tobiuo
