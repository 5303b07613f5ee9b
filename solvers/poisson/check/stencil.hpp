// The finite-difference operator in real space: the independent check of a spectral solve.
#pragma once

#include <cstdint>
#include <span>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Computes out = laplacian(u) + lambda u by the stencil of second_order or fourth_order (along a
/// stretched axis always second_order), with zeros on the walls.
///
/// Shapes    points(problem) values each, [z][y][x] of the unknowns; two separate arrays.
/// Traffic   one read of u (its neighbours hit cache) and one write for each point.
/// Threads   as many as the size is worth, see threads_for().
/// Throws    std::invalid_argument for the spectral operator, which has no stencil, and for arrays
///           that do not fit.
void apply_stencil(const Problem& problem, std::span<const double> u, std::span<double> out);
void apply_stencil(const Problem& problem, std::span<const float> u, std::span<float> out);

/// The same for as many planes of z as `planes` holds, from plane `first` on; u is the whole array.
void apply_stencil(const Problem& problem, std::span<const double> u, std::int64_t first,
                   std::span<double> planes);
void apply_stencil(const Problem& problem, std::span<const float> u, std::int64_t first,
                   std::span<float> planes);

}  // namespace tobiuo::poisson
