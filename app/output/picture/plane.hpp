// A plane across an axis of a grid: its axes, and its values interpolated from those of the grid.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {

/// The two other axes; the plane's values are [slower][faster].
struct PlaneAxes {
    int faster{};
    int slower{};
};

[[nodiscard]] constexpr PlaneAxes plane_axes(int normal)
{
    return {.faster = normal == 0 ? 1 : 0, .slower = normal == 2 ? 1 : 2};
}

/// Where a grid is cut: across axis `normal` (0, 1, 2 for x, y, z) at position `at` on that axis.
struct Cut {
    int normal{};
    double at{};
};

/// The middle of the axis's extent.
[[nodiscard]] double middle_of(const Axis& axis);

/// A cut through the middle of the extent, across `preferred`. If exactly one axis has one cell,
/// the cut is across that axis, so that a flat grid is seen from above.
[[nodiscard]] Cut middle_cut(const Grid& grid, int preferred);

/// A position between values of an axis: at `fraction` between value `low` and value `next`. Beyond
/// the outermost values (half a cell, for values at cell centres) both are the outermost one.
struct Between {
    std::int64_t low{};
    std::int64_t next{};
    double fraction{};
};

[[nodiscard]] Between between_values(const Grid& grid, int axis, double at);

/// Fills `layer` with the values [y][x] of all points whose index along z is `index`.
using LayerReader = std::function<void(std::int64_t index, std::span<double> layer)>;

/// The values of the plane, [slower][faster], interpolated linearly between the two neighbouring
/// values of the grid. Reads every needed layer once, so that the grid's values need not be stored
/// twice.
[[nodiscard]] std::vector<double> plane_values(const Grid& grid, const Cut& cut,
                                               const LayerReader& read);

/// Reads layers from an array of the whole grid and keeps the span. Throws std::invalid_argument
/// unless `values` has as many values as the grid.
[[nodiscard]] LayerReader layers_of(const Grid& grid, std::span<const float> values);
[[nodiscard]] LayerReader layers_of(const Grid& grid, std::span<const double> values);

}  // namespace tobiuo
