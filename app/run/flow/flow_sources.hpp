// What acts inside the box of a flow at the start: sources as a case has them.
#pragma once

#include <array>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"

namespace tobiuo {

/// The largest size of the force along each axis at the start. Throws InputError for a source that is
/// not finite somewhere then, and for a sponge with a rate below 0.
[[nodiscard]] std::array<double, 3> largest_force(const FlowCase& flow,
                                                  const flow::Problem& problem);

/// A rate for the first step: that of the velocity to which a sponge tends, and where sources change
/// with time one that makes it short beside the run, for they may be 0 at the start.
[[nodiscard]] double rate_of_sources(const FlowCase& flow, const flow::Problem& problem);

}  // namespace tobiuo
