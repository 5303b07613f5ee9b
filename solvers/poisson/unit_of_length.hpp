// SPDX-License-Identifier: BSD-3-Clause
// The unit of length in which a problem is solved.
#pragma once

#include <optional>
#include <string>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A unit of length s = 2^exponent. With x = s x', laplacian(u) + lambda u = f becomes
/// laplacian'(u) + s^2 lambda u = s^2 f, with derivatives s du/dn on Neumann walls, the same u on
/// Dirichlet walls and the factor b / s on Robin walls. Powers of two round nothing.
struct UnitOfLength {
    int exponent = 0;

    [[nodiscard]] bool is_one() const { return exponent == 0; }
    [[nodiscard]] double length() const;
    [[nodiscard]] double squared() const;
};

/// The unit in which the squares of the problem's lengths lie around one: one itself unless they
/// come near the limits of the problem's precision. The lengths are those of cells and axes, and
/// |lambda|^(-1/2), where the solution varies over it.
[[nodiscard]] UnitOfLength unit_of_length(const Problem& problem);

/// The problem in this unit; its lambda, too.
[[nodiscard]] Problem in_unit(Problem problem, UnitOfLength unit);

/// The reason why no unit brings the squares of all lengths into the range of the problem's
/// precision; nothing if one does.
[[nodiscard]] std::optional<std::string> lengths_unsupported_reason(const Problem& problem);

}  // namespace tobiuo::poisson
