// SPDX-License-Identifier: BSD-3-Clause
// Solves a Poisson or Helmholtz problem on the CPU: built once, executed many times.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/fft/host/plan.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A spectral solver with homogeneous boundaries (for others see BoundaryLift), on `threads`
/// threads or on as many OpenMP threads as its size is worth (threads_for()), unless one is faster
/// (ThreadChoice).
///
///     const poisson::HostSolver solver{problem};
///     solver.solve(f, u);
///
/// Shapes    f and u hold points(problem) values, [z][y][x] of the unknowns; they may be the same.
/// Method    along each axis the transform for its pair of boundary conditions (U. Schumann and R.
///           A. Sweet, J. Comput. Phys. 75, 123 (1988)), division by the eigenvalues, and the
///           inverse transforms. A stretched axis is solved as tridiagonal systems, further ones by
///           products with their eigenvectors (DenseModes); the last axis
///           is solved by two recurrences if the operator has three points and lambda is not
///           positive (tridiagonal::EdgeSeries).
/// Null      where has_null_space(), u has zero mean over the box.
/// Traffic   passes() reads and writes of the array. For three axes these are three: x and y of a
///           plane, z forward and inverse, y and x of a plane; five if x is stretched.
/// Sharing   any number of solves at a time.
class HostSolver {
public:
    /// Throws std::invalid_argument for a problem that validate() refuses, fewer than 0 threads, or
    /// a lambda that hits an eigenvalue (the text says which); std::runtime_error if FFTW makes no
    /// plan.
    explicit HostSolver(const Problem& problem, fft::Effort effort = fft::Effort::estimate,
                        int threads = 0);
    HostSolver(const HostSolver&) = delete;
    HostSolver& operator=(const HostSolver&) = delete;
    HostSolver(HostSolver&&) noexcept;
    HostSolver& operator=(HostSolver&&) noexcept;
    ~HostSolver();

    /// Each throws std::invalid_argument if the arrays do not fit the problem, are not in its
    /// precision, or overlap in part.
    Solved solve(std::span<const double> f, std::span<double> u) const;
    Solved solve(std::span<const float> f, std::span<float> u) const;

    /// Computes laplacian(u) + lambda u by the solver's operator, without a solve, for residuals
    /// and tests.
    void apply(std::span<const double> u, std::span<double> out) const;
    void apply(std::span<const float> u, std::span<float> out) const;

    /// Bytes of working memory of a solve, besides f and u.
    [[nodiscard]] std::int64_t workspace_bytes() const;

    /// The number of passes over the array in memory, each a read and a write, for a valid problem.
    [[nodiscard]] static int passes(const Problem& problem);

    /// A solver of a valid problem in words: "tiles of lines, dft x dst-2 x dct-2, 2 threads,
    /// estimate".
    [[nodiscard]] static std::string description(const Problem& problem, fft::Effort effort,
                                                 int threads);
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<const Implementation> implementation_;
};

}  // namespace tobiuo::poisson
