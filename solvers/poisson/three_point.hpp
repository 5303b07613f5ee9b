// The second-order second derivative along one axis, and how it sees the walls.
#pragma once

#include <array>
#include <vector>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Row k of a tridiagonal matrix: below[k] (u[k-1] - u[k]) + above[k] (u[k+1] - u[k]), in 1 / length
/// squared; along a periodic axis k - 1 and k + 1 wrap. At a wall the outer neighbour is the wall:
/// the first row gets wall[0] (g - u[0]) at a Dirichlet end, wall[0] g at a Neumann one (g the
/// derivative along the outward normal), the last row wall[1] likewise.
///
/// On uniform cells this is the stencil with the ghost values 2 g - u and u + h g.
struct ThreePoint {
    std::vector<double> below;
    std::vector<double> above;
    std::vector<double> width;  ///< of what a value stands for: the weights of a mean
    std::array<double, 2> wall{};
    Sides sides;

    /// What the first and the last row subtract u with because of a Dirichlet wall.
    [[nodiscard]] double lower_wall() const;
    [[nodiscard]] double upper_wall() const;
    /// What row k subtracts u[k] with.
    [[nodiscard]] double diagonal(std::size_t k) const;
};

/// Of any axis, uniform or stretched (finite volumes between nodes, finite differences on them).
[[nodiscard]] ThreePoint three_point(const Problem& problem, int axis);

}  // namespace tobiuo::poisson
