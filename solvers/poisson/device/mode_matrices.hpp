// SPDX-License-Identifier: BSD-3-Clause
// The transforms along an axis as matrices, with modes in the order and at the scale of the passes on
// the GPU.
#pragma once

#include <vector>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

struct ModeMatrices {
    std::vector<double> forward;  ///< [point][mode]
    std::vector<double>
        inverse;  ///< [mode][point], times forward the axis's part of the round trip
};

/// Of an axis of equal cells of a valid problem with three axes; not of a periodic first one, whose
/// modes are complex.
[[nodiscard]] ModeMatrices mode_matrices(const Problem& problem, int axis);

}  // namespace tobiuo::poisson
