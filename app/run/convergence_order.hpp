// The order of convergence between two grids.
#pragma once

#include <cmath>

namespace tobiuo {

/// The order at which the error falls from `coarse_error` to `fine_error` where the finer grid has
/// exp(`log_ratio`) times as many cells along each axis; where the ratios of the axes differ, their
/// logarithms' mean stands for them. No unit; not finite if an error is 0 or the ratio is 1.
[[nodiscard]] inline double convergence_order(double coarse_error, double fine_error,
                                              double log_ratio)
{
    return std::log(coarse_error / fine_error) / log_ratio;
}

}  // namespace tobiuo
