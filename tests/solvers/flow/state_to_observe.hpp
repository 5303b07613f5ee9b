// SPDX-License-Identifier: BSD-3-Clause
// A state of a flow with its pressure, for tests of what is found out about it.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {

/// Sums of some ten thousand terms of about 1, in another order.
inline constexpr double order_of_sums = 1e3 * std::numeric_limits<double>::epsilon();

struct StateToObserve {
    std::vector<double> state;
    std::vector<double> pressure;
};

/// A flow after a step from these fields; `scalar` is that of a problem that has one.
[[nodiscard]] inline StateToObserve state_to_observe(const Problem& problem, const Field& velocity,
                                                     const Component& scalar)
{
    Solver solver =
        problem.scalar ? started_with(problem, velocity, scalar) : started(problem, velocity);
    solver.step(1e-3);
    StateToObserve snapshot{.state = state_of(solver), .pressure = {}};
    snapshot.pressure.resize(static_cast<std::size_t>(points(problem)));
    solver.pressure(snapshot.pressure.data());
    return snapshot;
}

}  // namespace tobiuo::flow
