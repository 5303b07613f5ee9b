// SPDX-License-Identifier: BSD-3-Clause
// The residual of a solution, and the level that rounding explains.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/stretched_sums.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Norms of r = f - removed mean - A u, where A is the discrete laplacian + lambda with zeros on
/// the walls, and |.| is the root of the mean square.
struct Residual {
    Norms norms{};
    double relative_l2{};   ///< relative to the same norm of f, as is relative_max
    double relative_max{};  ///< grows with the cells squared, because A amplifies the rounding of u
    double backward_error{};  ///< |r| / (|A| |u| + |f|); does not grow
    double rounding_level{};  ///< the largest backward_error that rounding explains
    /// The largest relative_l2 that rounding explains: where it is near 1, rounding u leaves
    /// nothing of f in the equations, and the residual says nothing of u.
    double explained_l2{};
    /// What StretchedSums finds along a stretched axis; else 0, as is the largest one that rounding
    /// explains.
    double balance_error{};
    double balance_level{};
    /// The largest relative error of u that rounding f and u explains: eps (|f| / distance + |u|) /
    /// |u|, with the distance of the operator from a singular one. Nothing if that is not known.
    std::optional<double> forward_error{};

    /// False if a norm is not finite.
    [[nodiscard]] bool at_rounding_level() const
    {
        return backward_error <= rounding_level && balance_error <= balance_level;
    }
};

/// The decimal digits that an error leaves, from 0 on.
[[nodiscard]] int digits_left(double relative_error);

/// The norms of which a Residual is made, and what is checked along a stretched axis.
struct ResidualNorms {
    Norms left;  ///< of r
    Norms f;
    Norms u;
    std::optional<StretchedSums> stretched = {};
};

/// The residual of these norms of arrays in the problem's precision.
[[nodiscard]] Residual residual_of(const Problem& problem, const ResidualNorms& norms);

/// Computes the residual of u, and writes it to `field`. f is the right-hand side that was solved
/// for, with the contribution of the walls (BoundaryLift); `removed_mean` is the mean that the
/// solve removed from it.
///
/// Shapes    points(problem) values each, [z][y][x] of the unknowns; `field` is a separate array.
/// Method    A is the stencil, so that no transform checks itself; the spectral operator and open
///           ends have none (has_stencil()), and the solver's apply() takes its place.
///           Along a stretched axis |A| |u| has the entries of each row by themselves, and lines are
///           to be in balance, too: StretchedSums.
/// Source    the normwise backward error: J. L. Rigal and J. Gaches, J. ACM 14(3), 543 (1967).
/// Throws std::invalid_argument for arrays that do not fit or are not in the problem's precision.
[[nodiscard]] Residual residual_of(const Problem& problem, const HostSolver& solver,
                                   std::span<const double> f, double removed_mean,
                                   std::span<const double> u, std::span<double> field);
[[nodiscard]] Residual residual_of(const Problem& problem, const HostSolver& solver,
                                   std::span<const float> f, double removed_mean,
                                   std::span<const float> u, std::span<float> field);

/// The residual of a solution without a stencil, by an operator that is made for it: that of a HostSolver, or
/// on several ranks, each with the planes that it has of a solve, a RankOperator. Collective. Throws
/// std::invalid_argument as these do.
template <typename Real>
[[nodiscard]] Residual spectral_residual_of(const Problem& problem, std::span<const Real> f,
                                            double removed_mean, std::span<const Real> u,
                                            std::span<Real> field, const Communicator& ranks);
/// Bytes of memory that it takes besides the arrays.
[[nodiscard]] std::int64_t spectral_residual_bytes(const Problem& problem,
                                                   const Communicator& ranks);

/// The residual by the stencil, plane by plane, without the array `field`. On several ranks each
/// gives the planes that ranks::slices_of() gives to it, and all get the same bits. Collective.
/// The residual of the unknowns whose places `left_out` names, in ascending order, on one rank, counts
/// as 0, and lines need not be in balance then: other equations hold there.
/// Throws std::invalid_argument for a problem without a stencil, too.
[[nodiscard]] Residual residual_of(const Problem& problem, std::span<const double> f,
                                   double removed_mean, std::span<const double> u,
                                   const Communicator& ranks = ranks::OneRank{},
                                   std::span<const std::int64_t> left_out = {});
[[nodiscard]] Residual residual_of(const Problem& problem, std::span<const float> f,
                                   double removed_mean, std::span<const float> u,
                                   const Communicator& ranks = ranks::OneRank{},
                                   std::span<const std::int64_t> left_out = {});

/// Computes planes of r by the stencil when they are read; on several ranks own ones, by their
/// index in the whole field; 0 at the places that `left_out` names. All arrays must outlive the
/// reader. Collective. Throws as residual_of() does.
[[nodiscard]] PlaneReader residual_planes(const Problem& problem, std::span<const double> f,
                                          double removed_mean, std::span<const double> u,
                                          const Communicator& ranks = ranks::OneRank{},
                                          std::span<const std::int64_t> left_out = {});
[[nodiscard]] PlaneReader residual_planes(const Problem& problem, std::span<const float> f,
                                          double removed_mean, std::span<const float> u,
                                          const Communicator& ranks = ranks::OneRank{},
                                          std::span<const std::int64_t> left_out = {});

}  // namespace tobiuo::poisson
