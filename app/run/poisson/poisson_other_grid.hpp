// A second grid for a case, on which its error shows the order of convergence.
#pragma once

#include <optional>
#include <string>

#include "app/case/poisson/poisson_case.hpp"

namespace tobiuo {

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

}  // namespace tobiuo
