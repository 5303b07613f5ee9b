// SPDX-License-Identifier: BSD-3-Clause
// Where a flow case runs, and what it takes: memory, disk, work.
#pragma once

#include <tobiuo/flow/problem.hpp>

#include "app/case/case.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/time/flow_outlook.hpp"
#include "app/run/job.hpp"
#include "app/run/place.hpp"

namespace tobiuo {

/// Decides where the case runs, see decide_place(); `faces` are those of the problem, `world` is null
/// on one rank, else this is collective. Throws as that does, and InputError for `backend: opencl`
/// and for what several ranks do not divide.
[[nodiscard]] Place decide_flow_place(const Case& the_case, const FlowCase& flow,
                                      const flow::Problem& problem, const FlowFaces& faces,
                                      const World* world);

/// Throws InputError at the grid of the case for what several ranks do not divide.
void refuse_flow_on_ranks(const FlowCase& flow, const flow::Problem& problem, int ranks);

[[nodiscard]] Estimate flow_estimate(const Case& the_case, const FlowCase& flow,
                                     const flow::Problem& problem, const Place& place,
                                     const FlowOutlook& outlook);

}  // namespace tobiuo
