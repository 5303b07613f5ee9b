// The internal functions of Poisson problems.
#pragma once

#include <optional>

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

}  // namespace tobiuo::poisson
