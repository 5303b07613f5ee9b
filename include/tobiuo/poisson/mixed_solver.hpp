// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson problem whose walls change their kind over a face.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/problem.hpp>
#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/poisson/walls.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::poisson {

/// A Neumann wall of a problem that is a Dirichlet wall on a part of its face.
struct MixedWall {
    int axis = 0;
    int end = 0;  ///< 0: lower, 1: upper
    /// Where it is Dirichlet's: asked when a solver is made, for the points of the face beside unknowns.
    std::function<bool(double x, double y, double z)> is_dirichlet = {};
    /// In place of the function: whether it is Dirichlet's at each point of the face, the faster axis
    /// contiguous, as values of walls are.
    std::vector<bool> points = {};
};

struct MixedOptions {
    /// Only backend, threads and host_arrays, which is refused, are looked at.
    SolverOptions solver = {};
    /// The root of the mean square of what u misses of its values on the Dirichlet parts, by what it
    /// misses of them with no flux through these, at which a solve ends.
    double tolerance = 1.0e-8;
};

/// What a solve with mixed walls took.
struct MixedUse {
    std::int64_t solves{};  ///< of the box
    double residual{};      ///< as MixedOptions::tolerance
};

/// The reason why a MixedSolver cannot be made, as one sentence with the cure: that of Solver, an operator
/// that is not of second order, a lambda above 0, open ends, a wall that is not Neumann's in the problem
/// or named twice, or has neither a function nor as many
/// points as its face, or a tolerance that is no number.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Problem& problem,
                                                            const std::vector<MixedWall>& walls,
                                                            const MixedOptions& options);

/// Solves laplacian(u) + lambda u = f between walls of which some are Dirichlet's on a part of their face,
/// and Neumann's on the rest.
///
///     // the left half of the lid is held, the right half insulates
///     problem.sides[1].upper = poisson::Condition::neumann;
///     const poisson::MixedSolver solver{
///         problem, {{.axis = 1, .end = 1, .is_dirichlet = [](double x, double, double) {
///             return x < 0.5; }}}};
///     const poisson::MixedUse use = solver.solve_and_wait(f, walls, u);
///
/// Arrays    as those of Solver; unknowns are those of the problem, so that nodes on mixed walls are among
///           them. The values of a mixed wall are those of u on the Dirichlet part, and derivatives along
///           the outward normal on the rest. At a node that the Dirichlet parts of two walls share, the
///           value of the wall that is named first holds.
/// Operator  each cell beside a face has the row of its own kind of wall; on nodes u has the value on the
///           Dirichlet part. Order 2 where u is smooth; where the kind changes u goes as the root of the
///           distance in general, and the error is of first order there.
/// Method    conjugate gradients on the fluxes through the Dirichlet parts, with which a box of Neumann
///           walls has the values there: a symmetric definite problem, each step a solve of the box.
///           Preconditioned with (q - laplacian)^(1/2) on each face, by a few solves of its plane, so that
///           the number of steps hardly depends on the grid.
/// Constant  where the Neumann walls leave a constant free, fluxes balance f, and the constant is that
///           with which the values fit.
/// Source    capacitance: W. Proskurowski and O. Widlund, Math. Comp. 30, 433 (1976); the root as
///           preconditioner: M. Dryja, Numer. Math. 39, 51 (1982); its poles: N. Hale, N. J. Higham and
///           L. N. Trefethen, SIAM J. Numer. Anal. 46, 2505 (2008).
/// Memory    that of Solver, and some arrays of the faces, which are on the host: a step copies a face to
///           a GPU and back.
class MixedSolver {
public:
    /// Throws std::invalid_argument with unsupported_reason(), else as Solver.
    MixedSolver(const Problem& problem, const std::vector<MixedWall>& walls,
                const MixedOptions& options = {});
    MixedSolver(const MixedSolver&) = delete;
    MixedSolver& operator=(const MixedSolver&) = delete;
    MixedSolver(MixedSolver&&) noexcept;
    MixedSolver& operator=(MixedSolver&&) noexcept;
    ~MixedSolver();

    /// Solves with walls at zero, or at the given values, and waits; where rounding does not let it come
    /// to the tolerance, to what it lets. Arrays are two. Calls of several threads take turns. Throws
    /// as Solver::solve() does.
    MixedUse solve_and_wait(const double* f, double* u, Stream stream = nullptr) const;
    MixedUse solve_and_wait(const float* f, float* u, Stream stream = nullptr) const;
    MixedUse solve_and_wait(const double* f, const Walls<double>& walls, double* u,
                            Stream stream = nullptr) const;
    MixedUse solve_and_wait(const float* f, const Walls<float>& walls, float* u,
                            Stream stream = nullptr) const;

    /// The mean that the last solve has removed from f: 0 unless no part of a wall is Dirichlet's.
    [[nodiscard]] Solved solved(Stream stream = nullptr) const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;
    [[nodiscard]] std::string describe() const;
    /// The number of passes of a solve of the box over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const;
    /// Points of faces on Dirichlet parts.
    [[nodiscard]] std::int64_t dirichlet_points() const;
    /// Bytes of memory that a solve needs besides f and u, where these are.
    [[nodiscard]] std::size_t workspace_bytes() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
