// The observed order of convergence of a case, from a second solve on another grid.
#pragma once

#include "app/case/poisson/poisson_case.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "kernels/precision.hpp"

namespace tobiuo {

/// Solves `poisson` again on other_grid(), on the CPU, and compares the errors; `fine` is the error
/// on the case's own grid. There is no second solve, but a reason, for inputs from files, without
/// another grid, and for errors of the size of rounding. Collective.
[[nodiscard]] ObservedOrder observed_order(const PoissonCase& poisson, const ErrorCheck& fine,
                                           const PoissonRanks& ranks = {});

/// The relative error below which rounding hides the order: the sine and cosine transforms lose
/// about 1000 eps of the solution.
[[nodiscard]] double rounding_of(Precision precision);

/// The expected order alone, if there is no second solve because of `reason`.
[[nodiscard]] ObservedOrder no_order(const PoissonCase& poisson, std::string reason);

}  // namespace tobiuo
