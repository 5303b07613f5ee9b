// SPDX-License-Identifier: BSD-3-Clause
// Which cells of a flow lie in bodies.
#pragma once

#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// 1 for each cell of the slab whose centre lies in an obstacle, and 0 for others, [z][y][x]; empty without
/// obstacles. Throws what these do.
[[nodiscard]] std::vector<unsigned char> solid_cells(const Problem& problem, const Slab& slab);

}  // namespace tobiuo::flow
