// The internal functions of Poisson problems.
#pragma once

#include <optional>
#include <string>

#include <tobiuo/poisson/problem.hpp>

#include "runtime/precision.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::poisson {

/// Throws std::invalid_argument with unsupported_reason(), without the limits of a back end. The
/// functions below require a valid problem.
void validate(const Problem& problem);

/// Whether the axis has one periodic cell, so that nothing changes along it.
[[nodiscard]] bool is_absent(const Problem& problem, int axis);

/// The number of axes in a description: all except absent ones at the end, at least one.
[[nodiscard]] int described_axes(const Problem& problem);

[[nodiscard]] std::optional<int> stretched_axis(const Problem& problem);

/// The first axis with an open end.
[[nodiscard]] std::optional<int> open_axis(const Problem& problem);

/// Whether several axes have open ends, which are solved with walls in their places (OpenFaces).
[[nodiscard]] bool has_open_axes(const Problem& problem);

/// The axis that no transform makes diagonal, because it is stretched or has an open end.
[[nodiscard]] std::optional<int> eliminated_axis(const Problem& problem);

/// Whether there is a wall at the end of an axis with this condition.
[[nodiscard]] constexpr bool is_wall(Condition condition)
{
    return condition == Condition::dirichlet || condition == Condition::neumann;
}

/// Whether each row of the operator takes a few neighbours. A row of a spectral operator takes all of
/// its line, one beside an open end all of the plane.
[[nodiscard]] bool has_stencil(const Problem& problem);

/// What no solver does with the open ends of a problem, as one sentence with the cure.
[[nodiscard]] std::optional<std::string> open_ends_fault(const Problem& problem);

/// Throws std::invalid_argument if the problem has an open end, which `who` do not solve: words as
/// in "several ranks".
void refuse_open_ends(const Problem& problem, const std::string& who);

}  // namespace tobiuo::poisson
