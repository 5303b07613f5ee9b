// SPDX-License-Identifier: BSD-3-Clause
// The distance of the operator from a singular one.
#pragma once

#include <optional>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The effect of the mode nearest to singular: a solve divides its part of f by `distance`.
struct Conditioning {
    double eigenvalue{};  ///< the Laplacian's eigenvalue nearest to -lambda
    double distance{};    ///< |eigenvalue + lambda|
    double condition{};   ///< operator_norm() / distance
    /// Whether lambda costs half the digits of the precision or more: the distance is below
    /// sqrt(eps) times lambda, or below sqrt(eps) times the distance of the Laplacian alone.
    bool nearly_singular{};
};

/// The conditioning of a valid problem that a solver accepts. Nothing for lambda = 0, and nothing
/// with a stretched axis and a positive lambda that is not nearly singular: its eigenvalues are
/// sought near -lambda only.
[[nodiscard]] std::optional<Conditioning> conditioning_of(const Problem& problem);

/// The least absolute value by which a solve divides a mode of f; the constant mode, whose mean is
/// removed, is none of these. Nothing where conditioning_of() has no answer for a lambda that is not
/// 0.
[[nodiscard]] std::optional<double> distance_of(const Problem& problem);

}  // namespace tobiuo::poisson
