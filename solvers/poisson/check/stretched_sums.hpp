// Sums over a field that show what a stretched axis hides from the norm of a residual.
#pragma once

#include <span>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// What is checked along a stretched axis.
struct StretchedSums {
    /// | |A| |u| + |f| |, the root of the mean square, with the entries of each row along the axis by
    /// themselves: rows of wide cells do not get the size of the narrowest one.
    double scale{};
    /// How far lines along the axis are out of balance. Added up over a line, with the widths as
    /// weights, the equations say that what walls and the other axes take is what f gives; what
    /// rows exchange drops out, and with it the rounding of u, which is all that residuals show where
    /// cells are narrow. This is what the sums miss, relative to the sum of their terms: the most of
    /// those of lines, and of those of planes and the box where no wall of the other axes holds u.
    double balance_error{};
};

/// Checks a solution for f of a problem with a stretched axis. On several ranks each gives the planes
/// that ranks::slices_of() gives to it, and all get the same bits. Collective.
///
/// Traffic   one read of both arrays, and six doubles for each line along the axis.
[[nodiscard]] StretchedSums stretched_sums(const Problem& problem, std::span<const double> f,
                                           double removed_mean, std::span<const double> u,
                                           const Communicator& ranks = ranks::OneRank{});
[[nodiscard]] StretchedSums stretched_sums(const Problem& problem, std::span<const float> f,
                                           double removed_mean, std::span<const float> u,
                                           const Communicator& ranks = ranks::OneRank{});

}  // namespace tobiuo::poisson
