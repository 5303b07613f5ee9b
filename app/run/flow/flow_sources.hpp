// SPDX-License-Identifier: BSD-3-Clause
// What acts inside the box of a flow at the start: sources as a case has them.
#pragma once

#include <array>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"

namespace tobiuo {

/// What limits the first step.
struct SourcesAtStart {
    std::array<double, 3> force{};  ///< the largest size along each axis
    /// The rate of the velocity to which a sponge tends, and where sources change with time one that
    /// makes the step short beside the run, for they may be 0 at the start.
    double rate = 0.0;
};

/// Throws InputError for a source that is not finite somewhere at the start, and for a sponge with a
/// rate below 0.
SourcesAtStart look_at_sources(const FlowCase& flow, const flow::Problem& problem);

}  // namespace tobiuo
