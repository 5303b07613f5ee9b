// How near lambda brings the operator to a singular one.
#pragma once

#include <optional>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// What the nearest mode does to a solve: its share of f is divided by `distance`.
struct Conditioning {
    double eigenvalue{};  ///< of the Laplacian, the nearest to -lambda
    double distance{};    ///< |eigenvalue + lambda|
    double condition{};   ///< operator_norm() / distance
    /// lambda costs half the digits of the precision or more: the distance is below sqrt(eps) times
    /// lambda, or below sqrt(eps) times the distance of the Laplacian alone.
    bool nearly_singular{};
};

/// Of a valid problem that a solver takes. Nothing for lambda = 0, and with a stretched axis, whose
/// eigenvalues no solver computes.
[[nodiscard]] std::optional<Conditioning> conditioning_of(const Problem& problem);

}  // namespace tobiuo::poisson
