// What a poisson run takes: memory, bytes of a solve, output.
#pragma once

#include "app/case/case.hpp"
#include "app/command/job.hpp"

namespace tobiuo {

/// Of the CPU back end.
[[nodiscard]] Estimate estimate_of(const Case& the_case, const PoissonCase& poisson);

}  // namespace tobiuo
