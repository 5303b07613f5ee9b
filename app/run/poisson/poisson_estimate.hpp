// What a poisson run takes: memory, bytes of a solve, output.
#pragma once

#include <cstdint>

#include "app/case/case.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/job.hpp"
#include "app/run/poisson/poisson_backend.hpp"

namespace tobiuo {

/// Where `decision` takes it. The host has all arrays in any case: there it is checked and written.
[[nodiscard]] Estimate estimate_of(const Case& the_case, const PoissonCase& poisson,
                                   const PoissonDecision& decision,
                                   CeilingUse ceiling = CeilingUse::none);

/// Of the arrays that a solve works with, on the GPU if that is where it runs.
[[nodiscard]] std::int64_t problem_bytes(const Case& the_case, const PoissonCase& poisson,
                                         const PoissonDecision& decision);

}  // namespace tobiuo
