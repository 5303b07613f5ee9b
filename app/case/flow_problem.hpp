// The problem of a flow case.
#pragma once

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow_case.hpp"

namespace tobiuo {

/// The problem of the case, but with velocities of zero on its faces.
[[nodiscard]] flow::Problem without_velocities(const FlowCase& flow);

}  // namespace tobiuo
