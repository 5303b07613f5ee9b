// SPDX-License-Identifier: BSD-3-Clause
// The eigenvalues of a solve on the GPU, line by line of its middle pass.
#pragma once

#include <cstddef>

#include "solvers/poisson/device/solve_lines.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Fills the round trip, the eigenvalues and the zero modes of a schedule that has all else.
/// `middle` is the number of the axis between the others, `has_parts_of_rows` tells a chunk that
/// has only a part of the fastest axis.
void fill_eigenvalues(const Problem& problem, const SolveLines& lines, std::size_t middle,
                      bool has_parts_of_rows, SolveSchedule& solve);

}  // namespace tobiuo::poisson
