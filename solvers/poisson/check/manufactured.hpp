// SPDX-License-Identifier: BSD-3-Clause
// Manufactured solutions of any problem, with the right-hand side and boundary values that belong
// to them.
#pragma once

#include <array>
#include <vector>

#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"

namespace tobiuo::poisson {

enum class AtWalls {
    general,   ///< no symmetry: values and derivatives of all orders on the walls
    symmetric  ///< zero on the walls; its odd (Dirichlet) or even (Neumann) image is analytic
};

/// The solution u(x, y, z) = X(x) Y(y) Z(z), analytic in the box, periodic along periodic axes and
/// constant along absent ones, with f = laplacian(u) + lambda u.
///
/// Source    the method of manufactured solutions: K. Salari and P. Knupp, SAND2000-1444 (2000).
class Manufactured {
public:
    Manufactured(Problem problem, AtWalls walls);

    /// The solution at the unknowns, [z][y][x]. For a problem with a null space its mean is
    /// arbitrary.
    [[nodiscard]] std::vector<double> solution() const;
    [[nodiscard]] std::vector<double> right_hand_side() const;
    [[nodiscard]] FaceValues face_values() const;

private:
    /// A factor of u and its derivatives at one point.
    struct Factor {
        double value{};
        double first{};
        double second{};
    };

    [[nodiscard]] Factor factor(int axis, double at) const;
    [[nodiscard]] std::array<std::vector<Factor>, 3> factors() const;
    template <typename Formula>
    [[nodiscard]] std::vector<double> at_all_points(const Formula& formula) const;

    Problem problem_;
    AtWalls walls_;
};

/// The root of the mean square error of HostSolver with BoundaryLift against the manufactured
/// solution, up to a constant if the problem has a null space. Throws what they throw.
[[nodiscard]] double discretisation_error(const Problem& problem, AtWalls walls);

}  // namespace tobiuo::poisson
