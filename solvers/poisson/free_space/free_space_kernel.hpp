// SPDX-License-Identifier: BSD-3-Clause
// The spectrum of a free-space kernel on padded axes.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <tobiuo/poisson/free_space_solver.hpp>

#include "solvers/poisson/free_space/padded_axis.hpp"

namespace tobiuo::poisson {

/// What the spectrum of the padded source is multiplied by, for modes k >= 0 along each axis:
/// [z][y][x] with PaddedAxis::half_count() values, with the factor of an inverse transform.
///
/// Closed axes    modes of wave number k add k^2 to mu^2 of the Green's function along the open ones.
/// truncated      the transform of the Green's function, cut off where no source is as far from a value,
///                is sampled so densely that this function does not overlap its periodic images,
///                transformed to values within the padded axes, and these back to their modes.
/// derivative     along an open axis: the kernel is the derivative of the Green's function along it, and
///                i times the spectrum is multiplied. Only of a truncated kernel.
/// Work           of n^3 cells with three open axes 8 n^3 values of a transform and a cosine transform
///                of a plane each, and memory for 2 n^3 values.
[[nodiscard]] std::vector<double> free_space_spectrum(const std::array<PaddedAxis, 3>& axes,
                                                      FreeSpaceKernel kernel, double lambda,
                                                      std::optional<int> derivative, int threads);

}  // namespace tobiuo::poisson
