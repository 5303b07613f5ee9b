// A second grid for a case, on which its error shows the order of convergence.
#pragma once

#include <optional>
#include <string>

#include "app/case/poisson_case.hpp"

namespace tobiuo {

struct OtherGrid {
    PoissonCase poisson;  ///< the case on it
    double log_ratio{};   ///< of cells per axis, here to there: the mean of the axes' logarithms
    bool refined = false;
};

/// The case with about half as many cells on each axis: exactly half where all numbers are even,
/// else numbers whose ratios to those of the case are nearly equal. Twice as many where an axis has
/// less than 8 and that is not too much to solve. Nothing if neither can be.
[[nodiscard]] std::optional<OtherGrid> other_grid(const PoissonCase& poisson);

/// Why there is no other grid.
[[nodiscard]] std::string no_other_grid(const PoissonCase& poisson);

}  // namespace tobiuo
