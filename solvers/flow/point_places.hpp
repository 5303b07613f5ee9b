// SPDX-License-Identifier: BSD-3-Clause
// What a flow has at points, and where they lie between the values of its staggered grid.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "kernels/flow/point_item.hpp"

namespace tobiuo::flow {

/// u, v, w, p and the scalar at a point, 0 without one.
using PointValues = std::array<double, values_of_point>;

/// The cell of an axis in which a place is; the first or last one for a place outside.
[[nodiscard]] std::int64_t cell_at(const Axis& axis, double place);

/// The places of points x, y, z. Next to a face the value beyond it is one of the two around a
/// point, so that a velocity on a wall is that of the wall. Along an axis of one periodic cell the
/// place of the point does not matter.
[[nodiscard]] std::vector<PointPlace> places_of(const Grid& grid,
                                                std::span<const std::array<double, 3>> points);

/// Whether a force or buoyancy acts along the faces across an axis.
[[nodiscard]] bool is_pushed_along(const Problem& problem, int axis);

}  // namespace tobiuo::flow
