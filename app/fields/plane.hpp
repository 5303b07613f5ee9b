// A plane across an axis of a grid: its axes, and its values among those of the grid.
#pragma once

#include <cstdint>
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

/// Index of the middle plane along `normal`.
[[nodiscard]] std::int64_t middle_index(const Grid& grid, int normal);

/// Its values, from all of the grid's. Throws std::invalid_argument if those are not as many.
[[nodiscard]] std::vector<float> middle_plane(const Grid& grid, int normal,
                                              std::span<const float> values);
[[nodiscard]] std::vector<float> middle_plane(const Grid& grid, int normal,
                                              std::span<const double> values);

}  // namespace tobiuo
