// SPDX-License-Identifier: BSD-3-Clause
// The second-order second derivative along one axis, and how it sees the walls.
#pragma once

#include <array>
#include <vector>

#include "kernels/tridiagonal/unequal_rows.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A tridiagonal matrix whose row k is below[k] (u[k-1] - u[k]) + above[k] (u[k+1] - u[k]), in 1 /
/// length squared; along a periodic axis k - 1 and k + 1 wrap. At a wall the first row gets wall[0] (g -
/// a u[0]), where g is a u + b du/dn on the wall: a and b are 1 and 0 at a Dirichlet end, 0 and 1 at a
/// Neumann end. The last row gets the corresponding term with wall[1]. Beyond an open end rows without sources go on, with the coefficient beyond[0] or beyond[1]
/// to both sides; wall is 0 there.
///
/// On uniform cells this matrix is the stencil with the ghost values 2 g - u (Dirichlet) and u + h
/// g (Neumann).
struct ThreePoint {
    std::vector<double> below;
    std::vector<double> above;
    std::vector<double> width;  ///< the width that a value stands for: the weights of a mean
    std::array<double, 2> wall{};
    std::array<double, 2> held{};  ///< the a of the walls
    std::array<double, 2> beyond{};
    std::array<double, 2> from_wall{};  ///< distance to the row beside a Neumann wall
    Sides sides;

    /// The coefficient of -u that a wall adds in the first row (lower) or the last one (upper).
    [[nodiscard]] double lower_wall() const { return wall[0] * held[0]; }
    [[nodiscard]] double upper_wall() const { return wall[1] * held[1]; }
    /// Whether rows along which nothing decays have the solution tridiagonal::UnboundedLevel: an end is
    /// open, and the other one is or has a given slope.
    [[nodiscard]] bool has_level() const;
    [[nodiscard]] tridiagonal::UnboundedLevel level() const;
    /// What the walls add to the coefficient of -u[k] in row k.
    [[nodiscard]] double wall_at(std::size_t k) const;
    /// The coefficient of -u[k] in row k.
    [[nodiscard]] double diagonal(std::size_t k) const;
};

/// The matrix of any axis, uniform or stretched (finite volumes between nodes, finite differences
/// on them). With a coefficient along the axis it is that of rho^-1 d/dx (rho d/dx), whose widths are
/// multiplied by rho.
[[nodiscard]] ThreePoint three_point(const Problem& problem, int axis);

/// rho at the unknowns along the axis of the problem's coefficient, by which rows are divided.
[[nodiscard]] std::vector<double> rho_of(const Problem& problem);

/// The rows as kernels see them, which point to those of `points`.
[[nodiscard]] tridiagonal::UnequalRows rows_of(const ThreePoint& points);

}  // namespace tobiuo::poisson
