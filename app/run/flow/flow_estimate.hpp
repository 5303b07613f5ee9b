// What a flow case takes: memory, disk, work.
#pragma once

#include "app/case/case.hpp"
#include "app/run/flow/flow_backend.hpp"
#include "app/run/job.hpp"

namespace tobiuo {

[[nodiscard]] Estimate flow_estimate(const Case& the_case, const FlowCase& flow,
                                     const flow::Problem& problem, const FlowDecision& decision);

}  // namespace tobiuo
