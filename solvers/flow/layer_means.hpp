// SPDX-License-Identifier: BSD-3-Clause
// Means of a flow over layers of cells: what profiles across a channel are made of.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo::flow {

/// The quantities of layer_means(): the velocity, the pressure and products of velocities; in flows
/// that carry a scalar also the scalar, its square and its products with velocities.
enum class Mean { u, v, w, p, uu, vv, ww, uv, uw, vw, s, ss, us, vs, ws };
inline constexpr std::size_t most_means = 15;

/// How many of them a flow has, the first ones.
[[nodiscard]] inline std::size_t mean_count(const Problem& problem)
{
    return problem.scalar ? most_means : static_cast<std::size_t>(Mean::s);
}

/// Means over the layers of cells across `axis` of a state, see Solver::state(), and its pressure,
/// weighted by the areas of cells.
///
/// Shapes    the result is [layer][quantity], mean_count(problem) values for each cell along the
///           axis.
/// Method    the velocity of a cell is the mean of two opposite faces. The squares of cells are the
///           means of the squares of both faces, as in kinetic energy; the products of different
///           components, and with the scalar, are those of the velocities of cells.
/// Scalar    that of the number `scalar`.
/// Bodies    cells that are not 0 in `solid`, see solid_cells(), are left out; means of a layer without
///           others are 0.
/// Bits      the same for any number of threads.
template <typename T>
[[nodiscard]] std::vector<double> layer_means(const Problem& problem, int axis,
                                              std::span<const T> state, std::span<const T> pressure,
                                              std::span<const unsigned char> solid = {},
                                              int scalar = 0);

/// The means of a flow with several scalars: in each layer those of further ones, s, ss, us, vs and ws,
/// behind the others. `of_scalar(number)` gives the means with one of the scalars.
inline constexpr std::size_t means_of_scalar = most_means - static_cast<std::size_t>(Mean::s);
[[nodiscard]] std::vector<double> with_further_scalars(
    const Problem& problem, const std::function<std::vector<double>(int number)>& of_scalar);
/// How many with_further_scalars() has in a layer.
[[nodiscard]] std::size_t all_mean_count(const Problem& problem);

/// The means of sums with an area behind those of each layer.
[[nodiscard]] std::vector<double> means_outside_bodies(std::span<const double> sums,
                                                       std::size_t quantities);

}  // namespace tobiuo::flow
