// SPDX-License-Identifier: BSD-3-Clause
// Axes whose values are modes already when a solve begins, with the eigenvalue of each.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace tobiuo::poisson {

/// The eigenvalues along each axis, one for each of its values, in their order, none positive; empty for
/// an axis that the solve transforms or eliminates itself. Along the others it does nothing but add
/// them to the eigenvalues of the rest, as for axes that were multiplied by eigenvectors, or whose
/// values belong to problems with a lambda of their own.
///
/// Host      HostPart::eigenvalues
/// Device    make_solve_schedule(problem, limits, choices, last_axis, modes)
using GivenModes = std::array<std::vector<double>, 3>;

[[nodiscard]] inline bool are_given(const GivenModes& modes, int axis)
{
    return !modes.at(static_cast<std::size_t>(axis)).empty();
}

}  // namespace tobiuo::poisson
