// What a poisson run takes: memory, bytes of a solve, output.
#pragma once

#include "app/case/case.hpp"
#include "app/command/job.hpp"
#include "app/command/poisson_backend.hpp"

namespace tobiuo {

/// Where `decision` takes it. The host has all arrays in any case: there it is checked and written.
[[nodiscard]] Estimate estimate_of(const Case& the_case, const PoissonCase& poisson,
                                   const PoissonDecision& decision);

}  // namespace tobiuo
