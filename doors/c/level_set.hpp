// SPDX-License-Identifier: BSD-3-Clause
// Bodies of the C interface, by level sets.
#pragma once

#include <cstdint>
#include <vector>

#include <tobiuo/level_set.hpp>

#include "doors/c/boundary.hpp"

namespace tobiuo::c_door {

/// The inside of a body by `count` numbers, as many as a sound problem has points. Throws
/// std::invalid_argument for fewer, or none.
template <typename Problem>
[[nodiscard]] InsideFunction inside_of(const double* levels, std::int64_t count,
                                       const Problem& problem)
{
    require(levels, "levels");
    require_size(count, points(problem), "levels", "values");
    return inside_of_levels(problem, std::vector<double>(levels, levels + points(problem)));
}

}  // namespace tobiuo::c_door
