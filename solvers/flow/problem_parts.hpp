// What a flow problem is made of, in numbers, for its validation and its description.
#pragma once

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

}  // namespace tobiuo::flow
