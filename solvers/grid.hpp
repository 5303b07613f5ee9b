// A uniform grid: how many cells an axis has, where they lie, and where the values sit.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/stencil/shape.hpp"

namespace tobiuo {

enum class Location { cell, node };

/// One uniform axis: `cells` equal cells between `lower` and `upper` (in units of length).
struct Axis {
    std::int64_t cells{};
    double lower{};
    double upper{};

    [[nodiscard]] double spacing() const { return (upper - lower) / static_cast<double>(cells); }
};

/// Axes x, y, z; x is contiguous in memory. Values sit at cell centres or at nodes, so an axis
/// has `cells` or `cells + 1` of them.
struct Grid {
    std::array<Axis, 3> axes;
    Location location = Location::cell;

    [[nodiscard]] std::int64_t values(int axis) const;
    /// The arrays' shape [z][y][x].
    [[nodiscard]] stencil::Shape shape() const;
};

/// Cubic cells, the longest axis from 0 to 1: the extent of a case that gives none.
[[nodiscard]] Grid grid_of_cells(const std::array<std::int64_t, 3>& cells, Location location);

}  // namespace tobiuo
