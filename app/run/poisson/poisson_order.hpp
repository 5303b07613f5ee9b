// SPDX-License-Identifier: BSD-3-Clause
// The observed order of convergence of a case, from a second solve on another grid.
#pragma once

#include <cmath>
#include <optional>
#include <string>

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

struct OtherGrid {
    PoissonCase poisson;  ///< the case on it
    double log_ratio{};   ///< mean logarithm over the axes of cells here / cells there
    bool refined = false;
};

/// Whether the source or the exact solution is a file, which has values on one grid only.
[[nodiscard]] bool has_files(const PoissonCase& poisson);

/// The case with about half as many cells on each axis: exactly half if all numbers are even, else
/// numbers whose ratios to those of the case are nearly equal. If an axis has less than 8 cells,
/// the grid has twice as many cells unless that is too many to solve. Nothing if neither is
/// possible.
[[nodiscard]] std::optional<OtherGrid> other_grid(const PoissonCase& poisson);

/// Why there is no other grid.
[[nodiscard]] std::string no_other_grid(const PoissonCase& poisson);

/// The order at which the error falls from `coarse_error` to `fine_error` where the finer grid has
/// exp(`log_ratio`) times as many cells along each axis; where the ratios of the axes differ, their
/// logarithms' mean stands for them. No unit; not finite if an error is 0 or the ratio is 1.
[[nodiscard]] inline double convergence_order(double coarse_error, double fine_error,
                                              double log_ratio)
{
    return std::log(coarse_error / fine_error) / log_ratio;
}

}  // namespace tobiuo
