// The observed order of convergence of a case, from a second solve on another grid.
#pragma once

#include "app/case/poisson/poisson_case.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {

/// Solves `poisson` again on other_grid(), on the CPU, and compares the errors; `fine` is the error
/// on the case's own grid. There is no second solve, but a reason, for inputs from files, without
/// another grid, and for errors of the size of rounding. Collective.
[[nodiscard]] ObservedOrder observed_order(const PoissonCase& poisson, const ErrorCheck& fine,
                                           const PoissonRanks& ranks = {});

/// A sentence about an order that is far from the `expected` one of ObservedOrder: lower by more than
/// a half, or higher by more than one. Nothing if it is near. An order that is not a number is far.
[[nodiscard]] std::string doubt_of(double order, const std::string& expected);

/// The relative error below which rounding hides the order: the sine and cosine transforms lose
/// about 1000 eps of the solution.
[[nodiscard]] double rounding_of(Precision precision);

/// The expected order alone, if there is no second solve because of `reason`.
[[nodiscard]] ObservedOrder no_order(const PoissonCase& poisson, std::string reason);

}  // namespace tobiuo
