// What a solution leaves of its equations, beside what rounding explains.
#pragma once

#include <span>

#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/norms.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Of r = f - removed mean - A u, where A is the discrete laplacian + lambda with zeros on the
/// walls, and |.| the root of the mean square.
struct Residual {
    Norms norms{};
    double relative_l2{};     ///< to the same norm of f; so relative_max
    double relative_max{};    ///< grows with the cells squared, for A amplifies what rounds u
    double backward_error{};  ///< |r| / (|A| |u| + |f|): does not grow
    double rounding_level{};  ///< up to which rounding explains backward_error

    /// False where anything is not finite.
    [[nodiscard]] bool at_rounding_level() const { return backward_error <= rounding_level; }
};

/// |A|, from above: |lambda| and, of each axis, the eigenvalue of largest absolute value, added up;
/// Gershgorin's bound of it along a stretched axis.
[[nodiscard]] double operator_norm(const Problem& problem);

/// The residual of u, written to `field` as well. f is the right-hand side that was solved for,
/// with what the walls contribute (BoundaryLift), `removed_mean` what the solve took off it.
///
/// Shapes    points(problem) values each, [z][y][x] of the unknowns; `field` is none of the others.
/// Method    A is the stencil, so that no transform checks itself; of the spectral operator, which
///           has none, the solver's apply().
/// Source    the normwise backward error: J. L. Rigal and J. Gaches, J. ACM 14(3), 543 (1967).
/// Throws std::invalid_argument for arrays that do not fit or are not in the problem's precision.
[[nodiscard]] Residual residual_of(const Problem& problem, const HostSolver& solver,
                                   std::span<const double> f, double removed_mean,
                                   std::span<const double> u, std::span<double> field);
[[nodiscard]] Residual residual_of(const Problem& problem, const HostSolver& solver,
                                   std::span<const float> f, double removed_mean,
                                   std::span<const float> u, std::span<float> field);

}  // namespace tobiuo::poisson
