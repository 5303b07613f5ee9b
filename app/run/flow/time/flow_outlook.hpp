// SPDX-License-Identifier: BSD-3-Clause
// How many steps a flow run is expected to take, before it begins.
#pragma once

#include <string>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/time/flow_times.hpp"
#include "app/run/place.hpp"

namespace tobiuo {

/// By the velocity at the start, as far as it is known without a solver, at faces, and by what
/// force, buoyancy and friction allow then; later velocities are not known.
struct FlowOutlook {
    double steps = 0.0;
    double time_step = 0.0;  ///< of the first step
    double seconds = 0.0;    ///< of wall time, by the order of magnitude
    bool is_exact = false;   ///< the case gives the number of steps
    bool by_friction = false;
};

[[nodiscard]] FlowOutlook flow_outlook(const FlowCase& flow, const flow::Problem& problem,
                                       const Place& place);

/// "about 1000 steps of 0.01 at the start, about 0:12".
[[nodiscard]] std::string outlook_text(const FlowOutlook& outlook);

/// A sentence that warns of more than 1e9 steps; empty for fewer.
[[nodiscard]] std::string many_steps_warning(const FlowCase& flow, const FlowOutlook& outlook);

/// Whether time no longer goes on: the step is lost where it is added to the time, or to that at
/// which the run ends, if no number of steps ends it before.
[[nodiscard]] bool stands_still(const FlowRun& run, const FlowTime& now, const FlowTime& next);

}  // namespace tobiuo
