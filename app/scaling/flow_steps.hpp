// SPDX-License-Identifier: BSD-3-Clause
// The steps of a flow problem as the model of several ranks sees them.
#pragma once

#include <tobiuo/flow/problem.hpp>

#include "app/scaling/model.hpp"

namespace tobiuo::scaling {

/// Steps of a problem that several ranks can divide, of which one rank takes one in so long, on so
/// many ranks: the parts in which these send blocks depend on their number.
[[nodiscard]] FlowSteps flow_steps(const flow::Problem& problem, Backend backend, int ranks,
                                   double one_rank_seconds);

}  // namespace tobiuo::scaling
