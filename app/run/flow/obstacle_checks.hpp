// SPDX-License-Identifier: BSD-3-Clause
// What is said, and refused, of the fluid that obstacles leave.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/fluid_parts.hpp"

namespace tobiuo {

/// Throws InputError, at `at`, if obstacles keep an inflow from all outflows: if the flow into a part
/// of the fluid, at the start or at some times to `until` where it changes, is not balanced in it.
void refuse_dead_ends(const FluidParts& parts, const flow::Problem& problem, const FlowFaces& faces,
                      std::optional<double> until, const Position& at);

/// A warning of parts that nothing can enter or leave; empty without any.
[[nodiscard]] std::string pocket_warning(const std::vector<FluidPart>& parts, const Position& at);

/// "2 cells along y at x = 0.5, y = 1, and 7 more"; empty for a gap that is wide enough.
[[nodiscard]] std::string text_of(const FluidGap& gap, const Grid& grid, int dimensions);
/// A warning of a gap that is too narrow for a flow through it; empty if it is not.
[[nodiscard]] std::string gap_warning(const FluidGap& gap, const Grid& grid, int dimensions,
                                      const Position& at);

}  // namespace tobiuo
