// Norms of a field over the box, weighted by volume.
#pragma once

#include <span>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The norms of a field at the unknowns, weighted with the volume that each stands for (half as
/// much on a Neumann node). They are summed in a fixed order, so that any number of threads gives
/// the same bits, and are finite if all values are, whatever their size.
struct Norms {
    double mean{};
    double l2{};   ///< root of the mean square
    double max{};  ///< largest absolute value
};

/// Throws std::invalid_argument if there are not points(problem) values.
[[nodiscard]] Norms norms_of(const Problem& problem, std::span<const double> values);
[[nodiscard]] Norms norms_of(const Problem& problem, std::span<const float> values);

}  // namespace tobiuo::poisson
