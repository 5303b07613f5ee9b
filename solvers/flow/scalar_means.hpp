// SPDX-License-Identifier: BSD-3-Clause
// The mean of a scalar and what diffuses through the faces of its box.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo::flow {

struct ScalarMeans {
    double mean{};  ///< over the box, weighted by volume
    /// For face 2 axis + end: the mean over it of what diffuses into the box, for each unit of area
    /// and time. 0 on a periodic axis.
    std::array<double, 6> flux{};
};

/// The faces of a problem on which the scalar is given, in their order.
[[nodiscard]] std::vector<int> faces_with_scalar(const Problem& problem);

/// The flux of the scalar through a face over that of diffusion alone from one face of the axis to
/// the other, positive where it goes the same way: diffusivity (difference of both faces) / length.
/// Nothing unless both faces have values that are constant and differ.
///
/// Source    the Nusselt number of heat transfer.
[[nodiscard]] std::optional<double> nusselt_number(const Problem& problem, int face, double flux);

/// Computes them for a scalar of a state of a problem that has so many, see Solver::state().
///
/// Method    the fluxes are those of the scheme, between the centre of a cell and its mirror image
///           beyond the face.
template <typename T>
[[nodiscard]] ScalarMeans scalar_means(const Problem& problem, std::span<const T> state,
                                       int number = 0);

}  // namespace tobiuo::flow
