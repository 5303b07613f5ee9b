// SPDX-License-Identifier: BSD-3-Clause
// The internal functions of grids.
#pragma once

#include <array>
#include <cstdint>

#include <tobiuo/grid.hpp>

#include "kernels/stencil/shape.hpp"

namespace tobiuo {

/// The shape [z][y][x] of the arrays of a grid's values.
[[nodiscard]] stencil::Shape shape_of(const Grid& grid);

/// A grid of cubic cells whose longest axis goes from 0 to 1: the extent of a case that gives none.
[[nodiscard]] Grid grid_of_cells(const std::array<std::int64_t, 3>& cells, Location location);

}  // namespace tobiuo
