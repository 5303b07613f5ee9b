// SPDX-License-Identifier: BSD-3-Clause
// The problem of a flow solver, from the structures of the C interface.
#pragma once

#include <cstdint>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo::c_door {

/// `rates` are null or the six that tobiuo_flow_create_with_rates takes.
/// Throws std::invalid_argument for numbers that tobiuo.h does not have, profiles of another size
/// than their face, and structures that were not filled whole.
[[nodiscard]] flow::Problem flow_problem_of(const tobiuo_flow_problem& asked, const double* rates);

/// Gives the problem these parts. Throws std::invalid_argument likewise.
void add_parts(const tobiuo_flow_parts& parts, std::int64_t obstacles, flow::Problem& problem);

/// The obstacles of a sound problem. Throws likewise.
[[nodiscard]] std::vector<flow::Obstacle> obstacles_of(const tobiuo_obstacle* asked,
                                                       std::int64_t count,
                                                       const flow::Problem& problem);

}  // namespace tobiuo::c_door
