// Integrals of a field over the box, in proportion to its volume.
#pragma once

#include <span>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Of a field's unknowns, weighted with the volume that each stands for (half as much on a Neumann
/// node); summed in a fixed order, so the same bits on any number of threads. Finite where all
/// values are, whatever their size.
struct Norms {
    double mean{};
    double l2{};   ///< root of the mean square
    double max{};  ///< of the absolute values
};

/// Throws std::invalid_argument if there are not points(problem) values.
[[nodiscard]] Norms norms_of(const Problem& problem, std::span<const double> values);
[[nodiscard]] Norms norms_of(const Problem& problem, std::span<const float> values);

}  // namespace tobiuo::poisson
