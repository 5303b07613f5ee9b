// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson problem in a box with bodies in it.
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

/// A body in the box: the cells, or on nodes the nodes, whose positions lie inside. The equation holds
/// outside of it.
struct Body {
    /// Asked when a solver is made, for all positions of unknowns, from several threads at a time;
    /// what it throws, the solver's constructor throws.
    std::function<bool(double x, double y, double z)> inside;
    /// What u is in the body and on its surface, a conductor. Without it the body is closed: nothing
    /// goes through the faces of its cells, the derivative of u across them is 0.
    std::optional<double> value = {};
};

struct BodyOptions {
    /// Only backend, threads and host_arrays, which is refused, are looked at.
    SolverOptions solver = {};
    /// The root of the mean square of what is left of the equation beside bodies, times the width of its
    /// cell, by that of what the bodies keep from them, at which a solve ends.
    double tolerance = 1.0e-8;
};

/// What a solve with bodies took.
struct BodyUse {
    std::int64_t solves{};  ///< of the box
    /// As many solves of the whole box move as many words: most are in the planes of bodies only.
    double whole_solves{};
    double residual{};  ///< as BodyOptions::tolerance
};

/// The reason why a BodySolver cannot be made, as one sentence with the cure: that of Solver, an
/// operator that is not of second order, a lambda above 0, closed bodies on nodes, a body without a
/// shape, or a value or a tolerance that is no number.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Problem& problem,
                                                            const std::vector<Body>& bodies,
                                                            const BodyOptions& options);

/// Solves laplacian(u) + lambda u = f outside of bodies, by solves of the whole box.
///
///     const poisson::BodySolver solver{
///         problem, {{.inside = [](double x, double y, double z) {
///             return std::hypot(x - 0.5, y - 0.5, z - 0.5) < 0.2; }, .value = 1.0}}};
///     const poisson::BodyUse use = solver.solve_and_wait(f, u);
///
/// Arrays    as those of Solver. What f is inside bodies does not matter; u is a conductor's value
///           there, in closed bodies 0.
/// Method    conjugate gradients on the unknowns beside bodies, preconditioned with the solve of the
///           box, see ClosedCells. Closed bodies take about as many solves on any grid; conductors,
///           whose surfaces may lie close to unknowns, 19, 37 and 51 to 1e-6 between two spheres on
///           24^3, 64^3 and 96^3 cells.
/// Constant  where the problem has a null space, conductors hold u, and the fluxes into them take up
///           what f and the walls have too much. In each part of the box that bodies leave without a
///           conductor beside it, u is known but for a constant, and f must balance the walls there.
/// Accuracy  a conductor's surface lies where `inside` changes along the lines of the grid: order 2. A
///           closed body is its cells.
/// Source    F. Gibou, R. P. Fedkiw, L.-T. Cheng and M. Kang, J. Comput. Phys. 176, 205 (2002), for
///           surfaces of conductors; see ClosedCells for the method.
/// Memory    that of Solver, an array if f is to be kept, and about 250 bytes for each unknown beside
///           bodies.
class BodySolver {
public:
    /// Throws std::invalid_argument with unsupported_reason(), else as Solver.
    BodySolver(const Problem& problem, const std::vector<Body>& bodies,
               const BodyOptions& options = {});
    BodySolver(const BodySolver&) = delete;
    BodySolver& operator=(const BodySolver&) = delete;
    BodySolver(BodySolver&&) noexcept;
    BodySolver& operator=(BodySolver&&) noexcept;
    ~BodySolver();

    /// Solves with walls at zero, or at the given values, and waits; where rounding does not let it come
    /// to the tolerance, to what it lets. Arrays are two. Calls of several threads take turns. Throws
    /// as Solver::solve() does.
    BodyUse solve_and_wait(const double* f, double* u, Stream stream = nullptr) const;
    BodyUse solve_and_wait(const float* f, float* u, Stream stream = nullptr) const;
    BodyUse solve_and_wait(const double* f, const Walls<double>& walls, double* u,
                           Stream stream = nullptr) const;
    BodyUse solve_and_wait(const float* f, const Walls<float>& walls, float* u,
                           Stream stream = nullptr) const;

    /// The report of the box's last solve, see Solver::solved().
    [[nodiscard]] Solved solved(Stream stream = nullptr) const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;
    [[nodiscard]] std::string describe() const;
    /// The number of passes of a solve of the box over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const;
    /// Unknowns beside bodies, outside.
    [[nodiscard]] std::int64_t surface_points() const;
    /// Unknowns in bodies.
    [[nodiscard]] std::int64_t body_points() const;
    /// Bytes of memory that a solve needs besides f and u.
    [[nodiscard]] std::size_t workspace_bytes() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
