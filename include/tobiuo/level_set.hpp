// SPDX-License-Identifier: BSD-3-Clause
// Bodies by numbers: below 0 inside, above outside.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/poisson/problem.hpp>

namespace tobiuo {

/// Whether a point lies inside.
using InsideFunction = std::function<bool(double x, double y, double z)>;

/// The body where a level set is below 0, such as the distance to a surface, or -1 inside and 1
/// outside: linear between its values along each axis, and beyond them the nearest one; round a period
/// it goes on. The values are [z][y][x], one for each unknown of a Poisson problem, or each cell of a
/// flow, at its centre. Throws std::invalid_argument for another number of values, or one that is none.
[[nodiscard]] InsideFunction inside_of_levels(const poisson::Problem& problem,
                                              std::vector<double> levels);
[[nodiscard]] InsideFunction inside_of_levels(const flow::Problem& problem,
                                              std::vector<double> levels);

}  // namespace tobiuo
