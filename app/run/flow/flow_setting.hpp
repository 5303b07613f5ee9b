// What a flow run is about.
#pragma once

#include <tobiuo/flow/problem.hpp>

#include "app/case/case.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/run/checkpoint_file.hpp"

namespace tobiuo {

/// What a run is about, all of which outlives it.
struct FlowSetting {
    const Case& the_case;
    const FlowCase& flow;
    const flow::Problem& problem;  ///< its faces are those at the time of the run
    CheckpointIdentity identity;   ///< of checkpoints
    FlowProfiles reference{};      ///< to be drawn beside the statistics
};

}  // namespace tobiuo
