// SPDX-License-Identifier: BSD-3-Clause
// A grid: how many cells its axes have, where the cells lie, and where the values sit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <tobiuo/extents.hpp>

namespace tobiuo {

enum class Location { cell, node };

/// One axis: `cells` cells between `lower` and `upper` (in units of length), of equal width unless
/// the axis is stretched.
struct Axis {
    std::int64_t cells = 1;
    double lower = 0.0;
    double upper = 1.0;
    /// The cells + 1 nodes of a stretched axis, increasing from `lower` to `upper`; otherwise
    /// empty.
    std::vector<double> nodes = {};

    [[nodiscard]] bool stretched() const { return !nodes.empty(); }
    /// The width of a cell of a uniform axis; the mean width of a stretched one.
    [[nodiscard]] double spacing() const { return (upper - lower) / static_cast<double>(cells); }
    /// Node `index` of 0 ... cells, and the centre of cell `index` of 0 ... cells - 1.
    [[nodiscard]] double node(std::int64_t index) const;
    [[nodiscard]] double centre(std::int64_t index) const;
};

/// Axes x, y, z; x is contiguous in memory, see Extents. Values sit at cell centres or at nodes, so
/// an axis has `cells` or `cells + 1` of them.
struct Grid {
    std::array<Axis, 3> axes;
    Location location = Location::cell;

    [[nodiscard]] std::int64_t values(int axis) const;
    /// The position of value `index` of the axis.
    [[nodiscard]] double position(int axis, std::int64_t index) const;
};

/// A box from the origin with `lengths` along x, y and z. An axis of one cell is absent from a
/// Poisson problem that is periodic along it: {.x = 256, .y = 128} is two-dimensional.
[[nodiscard]] Grid box(const Extents& cells, const std::array<double, 3>& lengths,
                       Location location = Location::cell);

}  // namespace tobiuo
