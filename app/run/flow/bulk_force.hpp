// SPDX-License-Identifier: BSD-3-Clause
// The force that keeps the mean velocity of a flow constant.
#pragma once

#include <array>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"

namespace tobiuo {

/// What is known of the last step: its force for each unit of mass, its length, the mean velocity
/// before it, and the drag of the step before that, which is force minus acceleration.
struct BulkForce {
    std::array<double, 3> force{};
    std::array<double, 3> mean{};
    std::array<double, 3> drag{};
    double time_step{};  ///< 0 before the first step
};

/// The force of the next step, of `time_step`, after which the mean velocity is `bulk` if the drag
/// stays as it was. Along axes that are not periodic it is 0.
///
/// Method    a step finds out the mean velocity before it, so the mean before the next one is
///           extrapolated; what it was not is made good two steps later. This is stable while the
///           drag takes less than a third of the velocity in a step, as it does across more than a
///           few cells.
[[nodiscard]] std::array<double, 3> force_to_hold(const BulkForce& last,
                                                  const std::array<double, 3>& bulk,
                                                  const flow::Problem& problem, double time_step);

/// Notes a step with this force and length, and the mean velocity before it.
void note_step(BulkForce& last, const std::array<double, 3>& mean,
               const std::array<double, 3>& force, double time_step);

/// The |u| / dx + |v| / dy + |w| / dz of the velocity that is held, 0 if none is.
[[nodiscard]] double rate_of_bulk(const FlowCase& flow, const flow::Problem& problem);

}  // namespace tobiuo
