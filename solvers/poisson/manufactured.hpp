// Solutions made up for any problem, with the right-hand side and boundary values that have them.
#pragma once

#include <array>
#include <vector>

#include "solvers/poisson/boundary_values.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

enum class AtWalls {
    general,   ///< no symmetry: values and derivatives of all orders on the walls
    symmetric  ///< zero there; its odd (Dirichlet) or even (Neumann) continuation is analytic
};

/// u(x, y, z) = X(x) Y(y) Z(z), analytic in the box, periodic along periodic axes, constant along
/// absent ones; f = laplacian(u) + lambda u.
///
/// Source    the method of manufactured solutions: K. Salari and P. Knupp, SAND2000-1444 (2000).
class Manufactured {
public:
    Manufactured(const Problem& problem, AtWalls walls);

    /// At the unknowns, [z][y][x]. Of a problem with a null space u has any mean.
    [[nodiscard]] std::vector<double> solution() const;
    [[nodiscard]] std::vector<double> right_hand_side() const;
    [[nodiscard]] FaceValues face_values() const;

private:
    /// A factor of u and its derivatives at one place.
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

/// What HostSolver with BoundaryLift leaves of the manufactured solution: the root of the mean
/// square error, up to a constant where u is known up to one. Throws what they throw.
[[nodiscard]] double discretisation_error(const Problem& problem, AtWalls walls);

}  // namespace tobiuo::poisson
