// What a flow problem is made of, in numbers, for its validation and its description.
#pragma once

#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

[[nodiscard]] const Axis& axis_of(const Problem& problem, int axis);

/// What enters through all inflow faces, and the sum of what flows through them either way.
struct Balance {
    double entering = 0.0;
    double moved = 0.0;
    double outflow_area = 0.0;
};
[[nodiscard]] Balance balance_of(const Problem& problem);

}  // namespace tobiuo::flow
