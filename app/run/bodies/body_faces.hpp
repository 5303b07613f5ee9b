// The surfaces of bodies as a grid has them.
#pragma once

#include <array>
#include <vector>

#include <tobiuo/level_set.hpp>

#include "app/output/field/surface_file.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// Finds the faces between cells of bodies and others, and those at ends of the box, along the axes of a
/// case of so many dimensions. `numbers` reads the number of the body that has each cell, counted from 1.
///
/// Points  are nodes of the grid where the body that has the face is null in `rounded`. Else they lie in
///         the middle of where lines between the centres of the eight cells around the node go through its
///         surface, which is found to a part of a thousand of a cell.
/// Source  S. F. F. Gibson, Constrained elastic surface nets, MICCAI 1998, of points in cells.
[[nodiscard]] BodyFaces find_body_faces(const Grid& grid, int dimensions,
                                        const std::array<bool, 3>& is_periodic,
                                        const poisson::PlaneReader& numbers,
                                        const std::vector<InsideFunction>& rounded);

}  // namespace tobiuo
