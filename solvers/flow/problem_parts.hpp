// SPDX-License-Identifier: BSD-3-Clause
// What a flow problem is made of, in numbers, for its validation and its description.
#pragma once

#include <array>

#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

[[nodiscard]] const Axis& axis_of(const Problem& problem, int axis);

/// What flows through a face: the sums of velocity times area.
struct FaceFlow {
    double entering = 0.0;
    double leaving = 0.0;
    /// A bound of the error of the sums, which are midpoint rules: a quarter of the second
    /// differences of the velocity times area. The error of a smooth profile is a sixth of it, the
    /// error of one that jumps within a cell is less.
    double uncertain = 0.0;

    [[nodiscard]] double net() const { return entering - leaving; }
    [[nodiscard]] double moved() const { return entering + leaving; }
};
[[nodiscard]] FaceFlow flow_of(const Problem& problem, int face);

/// The product of the widths of absent axes, by which areas are divided because nobody chose these
/// widths.
[[nodiscard]] double absent_width(const Problem& problem);

/// What enters through all inflow faces with their rates, less what leaves through them; the sum of
/// what flows through them either way; and the bound of its error.
struct Balance {
    double entering = 0.0;
    double moved = 0.0;
    double uncertain = 0.0;
    double outflow_area = 0.0;
};
[[nodiscard]] Balance balance_of(const Problem& problem);

/// Whether too much enters or leaves for sums with errors.
[[nodiscard]] bool is_out_of_balance(const Balance& balance);
/// Whether a flow is too little to be scaled to a rate, or has its opposite direction.
[[nodiscard]] bool cannot_carry(const FaceFlow& flow, double rate);
[[nodiscard]] bool carries_against(const FaceFlow& flow, double rate);

/// What the velocities across a face are multiplied with, where they enter and where they leave.
struct FaceScale {
    double entering = 1.0;
    double leaving = 1.0;
};

/// What balanced() makes of a problem, found from the sums of what flows through its faces.
struct BalancedFlows {
    std::array<FaceScale, 6> scales = {};
    double entering = 0.0;     ///< the balance of the scaled flows
    bool make_a_flow = false;  ///< nothing flows through walls, rates are kept, what enters leaves
};

/// For a problem with other values of its faces, of which only the sums are known.
[[nodiscard]] BalancedFlows balanced(const Problem& problem, const std::array<FaceFlow, 6>& flows);

}  // namespace tobiuo::flow
