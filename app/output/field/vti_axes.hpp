// The axes of a grid from what a VTK file says of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/output/field/xml_tags.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

/// The first and the last node along x, then y, then z.
using Extent = std::array<int, 6>;

/// The coordinates of the nodes along x, y and z.
using Nodes = std::array<std::vector<double>, 3>;

/// The extent in the attribute `name`, which must exist.
[[nodiscard]] Extent extent_of(const XmlElement& element, const char* name);

/// The number of cells along each axis; 0 if there is one point.
[[nodiscard]] std::array<std::int64_t, 3> cells_of(const Extent& extent);

/// The axes of an image, whose element is `grid`. An axis of one point gets a cell above it. Throws
/// for a rotated grid, which the solvers do not support.
[[nodiscard]] std::array<Axis, 3> equal_axes(const XmlElement& grid, const Extent& extent);

/// The axes of a rectilinear grid, which has at least one node along each. They have no nodes where
/// these are those of equal cells; an axis of one point gets a cell above it.
[[nodiscard]] std::array<Axis, 3> unequal_axes(Nodes nodes);

}  // namespace tobiuo::vti
