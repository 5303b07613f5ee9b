// A plane across an axis of a grid: its axes, and its values among those of the grid.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {

/// The two other axes; values of the plane are [slower][faster].
struct PlaneAxes {
    int faster{};
    int slower{};
};

[[nodiscard]] constexpr PlaneAxes plane_axes(int normal)
{
    return {.faster = normal == 0 ? 1 : 0, .slower = normal == 2 ? 1 : 2};
}

/// Where a grid is cut: across axis `normal` (0, 1, 2 for x, y, z) at position `at` of that axis.
struct Cut {
    int normal{};
    double at{};
};

/// The middle of its extent.
[[nodiscard]] double middle_of(const Axis& axis);

/// Through the middle of the extent. Across `preferred`, but across the only axis of one cell if
/// there is such a one, so that a flat grid is seen from above.
[[nodiscard]] Cut middle_cut(const Grid& grid, int preferred);

/// A position among the values of an axis: `fraction` of the way from value `low` to value `next`.
/// Beyond the outermost values (half a cell, for values at cell centres) both are that value.
struct Between {
    std::int64_t low{};
    std::int64_t next{};
    double fraction{};
};

[[nodiscard]] Between between_values(const Grid& grid, int axis, double at);

/// Fills `layer` with the values [y][x] of all points whose index along z is `index`.
using LayerReader = std::function<void(std::int64_t index, std::span<double> layer)>;

/// The values of the plane, [slower][faster], linear between the two neighbouring ones of the grid.
/// Reads every layer that it needs once, so that the grid's values need not be held twice.
[[nodiscard]] std::vector<double> plane_values(const Grid& grid, const Cut& cut,
                                               const LayerReader& read);

/// Reads layers from an array of the whole grid. Throws std::invalid_argument unless `values` are
/// as many as the grid's. Keeps the span.
[[nodiscard]] LayerReader layers_of(const Grid& grid, std::span<const float> values);
[[nodiscard]] LayerReader layers_of(const Grid& grid, std::span<const double> values);

}  // namespace tobiuo
