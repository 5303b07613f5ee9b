// Velocity, pressure and scalar at any points of a flow.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <tobiuo/flow/problem.hpp>

namespace tobiuo::flow {

/// u, v, w, p and the scalar, 0 without one, at points x, y, z in the box of a state, see
/// Solver::state(), and its pressure.
///
/// Method    each is interpolated linearly along all axes between the eight places around the point
///           where the staggered grid has it; next to a face the value beyond it is that of the
///           scheme, so a velocity on a wall is that of the wall. Along an axis of one periodic
///           cell the place of the point does not matter.
template <typename T>
[[nodiscard]] std::vector<std::array<double, 5>> point_values(
    const Problem& problem, std::span<const std::array<double, 3>> points, std::span<const T> state,
    std::span<const T> pressure);

}  // namespace tobiuo::flow
