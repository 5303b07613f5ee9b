// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson or Helmholtz problem with a variable coefficient, by solves of the box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include <tobiuo/poisson/problem.hpp>
#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/poisson/walls.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::poisson {

/// The coefficient of the face between two unknowns, by theirs. All are of second order where a is smooth.
/// The harmonic one is exact for layers of equal cells whose surfaces are faces between them: the flux is the same on
/// both sides.
enum class FaceMean { harmonic, arithmetic, geometric };

/// What conjugate gradients are preconditioned with.
enum class CoefficientScaling {
    automatic,  ///< root where a is smooth, mean where it jumps
    mean,       ///< the solve with the mean of a in place of a
    root        ///< the solve for a^(1/2) u with a lambda
};

struct CoefficientOptions {
    /// Only backend, threads, watch and host_arrays, which is refused, are looked at.
    SolverOptions solver = {};
    FaceMean face_mean = FaceMean::harmonic;
    CoefficientScaling scaling = CoefficientScaling::automatic;
    /// The norm of what is left of the equation by that of f with what walls contribute, at which a solve
    /// ends; norms are roots of mean squares over the volume.
    double tolerance = 1.0e-8;
    std::int64_t iterations = 500;  ///< at most
};

/// What a solve with a variable coefficient took.
struct CoefficientUse {
    std::int64_t iterations{};  ///< each with one solve of the box
    double residual{};          ///< as CoefficientOptions::tolerance, of the solution itself
};

/// A solve has taken CoefficientOptions::iterations, and is not at its tolerance.
class NotConverged : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The reason why a CoefficientSolver cannot be made, as one sentence with the cure: that of Solver, an
/// operator that is not of second order, a lambda above 0, an end that is not periodic, Dirichlet's or
/// Neumann's, lengths far from one, or options that are no numbers.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Problem& problem,
                                                            const CoefficientOptions& options);

/// Solves div(a grad u) + lambda u = f with a coefficient a > 0 that varies from place to place.
///
///     const poisson::CoefficientSolver solver{problem, a};
///     const poisson::CoefficientUse use = solver.solve_and_wait(f, u);
///
/// Arrays    a, f and u hold points(problem) values each, [z][y][x]. f and u lie where those of Solver
///           do, a there or in host memory; only the constructor reads it.
/// Operator  fluxes a du/dn through the faces between unknowns, with a mean of their coefficients, and
///           the widths of the box's second-order operator; on a wall, half a step beyond the first
///           unknowns, their coefficients go on as a geometric series, at most by a factor of two. The
///           value of a Neumann wall is the derivative of u, which a multiplies.
/// Method    conjugate gradients, preconditioned with the direct solve of the box: with the mean of a in
///           its place, or for w = a^1/2 u, for which the operator is the Laplacian less q =
///           laplacian(a^1/2) / a^1/2, with the mean of q as lambda. One sum over the box an
///           inner product, two a step; they have the same bits for any number of threads.
/// Traffic   a step moves 11 words of an unknown besides the solve of the box, which moves two for each
///           of its passes.
/// Constant  if has_null_space(), the mean of f with what walls contribute is removed, and u has zero mean.
/// Source    P. Concus and G. H. Golub, SIAM J. Numer. Anal. 10, 1103 (1973); A. T. Chronopoulos and C. W.
///           Gear, J. Comput. Appl. Math. 25, 153 (1989).
/// Memory    that of Solver and five arrays.
class CoefficientSolver {
public:
    /// Throws std::invalid_argument with unsupported_reason(), for an `a` that has not points(problem)
    /// values in the problem's precision, each above 0 and finite, else as Solver. Waits.
    CoefficientSolver(const Problem& problem, std::span<const double> a,
                      const CoefficientOptions& options = {});
    CoefficientSolver(const Problem& problem, std::span<const float> a,
                      const CoefficientOptions& options = {});
    CoefficientSolver(const CoefficientSolver&) = delete;
    CoefficientSolver& operator=(const CoefficientSolver&) = delete;
    CoefficientSolver(CoefficientSolver&&) noexcept;
    CoefficientSolver& operator=(CoefficientSolver&&) noexcept;
    ~CoefficientSolver();

    /// Solves with walls at zero, or at the given values, and waits; where rounding does not let it come
    /// to the tolerance, to what it lets. Arrays are two. Calls of several threads take turns. Throws
    /// NotConverged after too many iterations, when u is what they came to; Stopped if the watch says so;
    /// else as Solver::solve() does.
    CoefficientUse solve_and_wait(const double* f, double* u, Stream stream = nullptr) const;
    CoefficientUse solve_and_wait(const float* f, float* u, Stream stream = nullptr) const;
    CoefficientUse solve_and_wait(const double* f, const Walls<double>& walls, double* u,
                                  Stream stream = nullptr) const;
    CoefficientUse solve_and_wait(const float* f, const Walls<float>& walls, float* u,
                                  Stream stream = nullptr) const;

    /// What the last solve of all has removed from f.
    [[nodiscard]] Solved solved(Stream stream = nullptr) const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;
    /// What was chosen: mean or root.
    [[nodiscard]] CoefficientScaling scaling() const;
    /// The greatest value of a by the least.
    [[nodiscard]] double contrast() const;
    [[nodiscard]] std::string describe() const;
    /// The number of passes of a solve of the box over the array in memory, each a read and a write.
    [[nodiscard]] int passes() const;
    /// Bytes of memory that a solve needs besides f and u.
    [[nodiscard]] std::size_t workspace_bytes() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
