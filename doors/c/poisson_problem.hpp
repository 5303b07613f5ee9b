// SPDX-License-Identifier: BSD-3-Clause
// The Poisson problem of the C interface as the library's.
#pragma once

#include <tobiuo/poisson/problem.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo::c_door {

/// Throws std::invalid_argument for numbers that tobiuo.h does not have.
[[nodiscard]] poisson::Problem problem_of(const tobiuo_poisson_problem& asked);

}  // namespace tobiuo::c_door
