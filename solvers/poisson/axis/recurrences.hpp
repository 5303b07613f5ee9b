// SPDX-License-Identifier: BSD-3-Clause
// The problems that a solve may treat by recurrences along an axis instead of transforms.
#pragma once

#include <span>

#include "kernels/tridiagonal/edge.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Whether the operator has three points along an axis of equal cells, and no eigenvalue plus
/// lambda is positive, as tridiagonal::EdgeSeries requires.
[[nodiscard]] bool allows_recurrences(const Problem& problem);

/// The column of systems, i + j inner.size(), whose eigenvalues inner[i] and outer[j] are both 0; -1
/// if there is none.
[[nodiscard]] long long zero_mode_of(std::span<const double> inner, std::span<const double> outer);

struct Edges {
    tridiagonal::Edge first{};
    tridiagonal::Edge last{};
};

[[nodiscard]] Edges edges_of(const Problem& problem, int axis);

/// The order in which recurrences number the rows of a line, see tridiagonal::is_better_reversed().
struct RowOrder {
    Edges edges;
    bool reversed = false;  ///< rows are numbered from the upper end
};

[[nodiscard]] RowOrder row_order_of(const Problem& problem, int axis);

}  // namespace tobiuo::poisson
