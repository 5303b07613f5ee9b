// SPDX-License-Identifier: BSD-3-Clause
// The checked values on the walls of a problem, in the types of kernels/walls/.
#pragma once

#include <cstdint>
#include <string>

#include <tobiuo/poisson/walls.hpp>

#include "kernels/walls/wall_box.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The name of a wall, "the upper wall across z"; `end` is 0 for the lower one.
[[nodiscard]] std::string wall_name(int axis, int end);

/// Throws std::invalid_argument if a periodic axis has walls that are not zero, or a constant is
/// not finite.
template <typename Real>
[[nodiscard]] walls::GivenFaces<Real> given_walls(const Problem& problem, const Walls<Real>& walls);

/// Throws std::invalid_argument if an array of the walls overlaps u, which is written before the
/// walls are read, or is not aligned. Arrays are those of so many problems.
template <typename T>
void validate_walls(const Problem& problem, const walls::GivenFaces<T>& given, const T* u,
                    std::int64_t problems = 1);

extern template void validate_walls(const Problem&, const walls::GivenFaces<float>&, const float*,
                                    std::int64_t);
extern template void validate_walls(const Problem&, const walls::GivenFaces<double>&, const double*,
                                    std::int64_t);
extern template walls::GivenFaces<float> given_walls(const Problem&, const Walls<float>&);
extern template walls::GivenFaces<double> given_walls(const Problem&, const Walls<double>&);

}  // namespace tobiuo::poisson
