// A grid: how many cells an axis has, where they lie, and where the values sit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/stencil/shape.hpp"

namespace tobiuo {

enum class Location { cell, node };

/// One axis: `cells` cells between `lower` and `upper` (in units of length), equal ones unless the
/// axis is stretched.
struct Axis {
    std::int64_t cells{};
    double lower{};
    double upper{};
    /// Of a stretched axis the cells + 1 nodes, increasing from `lower` to `upper`; else empty.
    std::vector<double> nodes = {};

    [[nodiscard]] bool stretched() const { return !nodes.empty(); }
    /// Of a uniform axis; the mean one of a stretched axis.
    [[nodiscard]] double spacing() const { return (upper - lower) / static_cast<double>(cells); }
    /// Node `index` of 0 ... cells, and the centre of cell `index` of 0 ... cells - 1.
    [[nodiscard]] double node(std::int64_t index) const;
    [[nodiscard]] double centre(std::int64_t index) const;
};

/// Axes x, y, z; x is contiguous in memory. Values sit at cell centres or at nodes, so an axis
/// has `cells` or `cells + 1` of them.
struct Grid {
    std::array<Axis, 3> axes;
    Location location = Location::cell;

    [[nodiscard]] std::int64_t values(int axis) const;
    /// Where value `index` of the axis sits.
    [[nodiscard]] double position(int axis, std::int64_t index) const;
    /// The arrays' shape [z][y][x].
    [[nodiscard]] stencil::Shape shape() const;
};

/// Cubic cells, the longest axis from 0 to 1: the extent of a case that gives none.
[[nodiscard]] Grid grid_of_cells(const std::array<std::int64_t, 3>& cells, Location location);

}  // namespace tobiuo
