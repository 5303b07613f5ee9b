// SPDX-License-Identifier: BSD-3-Clause
// The walls of a problem in the types of kernels/walls/.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "kernels/walls/wall_box.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The terms that the walls of a problem subtract from f, so that the operator with zeros on the
/// walls solves it. Along a stretched axis and with the second-order operator, this is the coupling
/// of the first and the last row to the wall (three_point()). Otherwise it is the correction that
/// gives the five-point operator with plain odd (Dirichlet) or even (Neumann) images fourth order,
/// in the two rows beside each wall.
///
/// Let d be the distance from the wall, g the value on it, and v the wall's value (Dirichlet) or
/// outward derivative (Neumann) of u_nn. A smooth u has the images
///     u(-d) = -u(d) + 2 g + d^2 v + O(d^4),    u(-d) = u(d) + 2 d g + d^3 v / 3 + O(d^5)
/// and the equation gives v = f - laplacian of g along the face - lambda g, where f on the wall is
/// extrapolated from the rows beside it.
struct WallBox {
    /// The box; its pointers to the weights of second differences are null.
    walls::Box box;
    /// SecondDifference::weights of each axis; empty unless a wall needs curvatures.
    std::array<std::vector<double>, 3> second_differences;

    /// The box with pointers to the weights in host memory, valid while this object lives and is
    /// not moved.
    [[nodiscard]] walls::Box on_host() const;

    /// Bytes of second_differences.
    [[nodiscard]] std::size_t weight_bytes() const;
};

/// The walls of a valid problem with a stencil, so its operator is not the spectral one.
[[nodiscard]] WallBox wall_box_of(const Problem& problem);

}  // namespace tobiuo::poisson
