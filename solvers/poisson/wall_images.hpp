// What the five-point operator misses at a wall: the images of its outer points, from the equation.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solvers/poisson/face.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// What is to be subtracted from f in the two rows beside `face`, [row][slower][faster], so that the
/// five-point operator with plain odd (Dirichlet) or even (Neumann) images is of fourth order.
///
/// With d the distance from the wall, g the boundary value and v the wall's value (Dirichlet) or
/// outward derivative (Neumann) of u_nn, a smooth u has the images
///     u(-d) = -u(d) + 2 g + d^2 v + O(d^4),    u(-d) = u(d) + 2 d g + d^3 v / 3 + O(d^5)
/// and the equation gives v = f - laplacian of g along the face - lambda g, where f on the wall is
/// extrapolated from the rows beside it.
///
/// `values` are those of FaceValues, `f` the right-hand side before anything was subtracted.
template <typename Real>
[[nodiscard]] std::array<std::vector<double>, 2> wall_images(const Problem& problem,
                                                             const Face& face,
                                                             std::span<const double> values,
                                                             std::span<const Real> f);

}  // namespace tobiuo::poisson
