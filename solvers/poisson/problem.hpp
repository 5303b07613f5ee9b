// SPDX-License-Identifier: BSD-3-Clause
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

/// The first stretched axis.
[[nodiscard]] std::optional<int> stretched_axis(const Problem& problem);

/// Whether the operator along the axis has three points with coefficients of its own, because the axis
/// is stretched, has a Robin end or a coefficient: no transform makes it diagonal.
[[nodiscard]] bool has_own_rows(const Problem& problem, int axis);

/// The first axis with an open end.
[[nodiscard]] std::optional<int> open_axis(const Problem& problem);

/// Whether several axes have open ends, which are solved with walls in their places (OpenFaces).
[[nodiscard]] bool has_open_axes(const Problem& problem);

/// The axis along which systems are eliminated: the one with an open end, or else the last one that
/// has_own_rows().
[[nodiscard]] std::optional<int> eliminated_axis(const Problem& problem);

/// Whether the axis has_own_rows() and another one is eliminated: its modes are the eigenvectors of its
/// matrix, by which lines are multiplied.
[[nodiscard]] bool is_dense(const Problem& problem, int axis);
[[nodiscard]] bool has_dense_axes(const Problem& problem);

/// What solvers without dense axes say of them, of Robin ends and of a coefficient, as one sentence with
/// the cure; `who` are words as in "several ranks". Nothing if the problem has none of them.
[[nodiscard]] std::optional<std::string> own_rows_fault(const Problem& problem,
                                                        const std::string& who);
/// Throws std::invalid_argument with it.
void refuse_own_rows(const Problem& problem, const std::string& who);

/// Whether there is a wall at the end of an axis with this condition.
[[nodiscard]] constexpr bool is_wall(Condition condition)
{
    return condition == Condition::dirichlet || condition == Condition::neumann ||
           condition == Condition::robin;
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
