// The order of convergence that a case shows, from a second solve on another grid.
#pragma once

#include "app/case/poisson_case.hpp"
#include "app/output/report/poisson_report.hpp"

namespace tobiuo {

/// Solves `poisson` again, on the CPU, on other_grid() and compares the errors; `fine` is that of
/// the case's own grid. Not done, with the reason, for inputs from files, where there is no other
/// grid, and for errors of the size of rounding.
[[nodiscard]] ObservedOrder observed_order(const PoissonCase& poisson, const ErrorCheck& fine);

/// The expected order alone, where no second solve is done because of `reason`.
[[nodiscard]] ObservedOrder no_order(const PoissonCase& poisson, std::string reason);

}  // namespace tobiuo
