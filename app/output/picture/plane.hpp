// SPDX-License-Identifier: BSD-3-Clause
// A plane across an axis of a grid: its values, and what lies between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
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

/// The value of points in bodies, where a field means nothing.
inline constexpr double in_body = std::numeric_limits<double>::infinity();

/// Reads what `read` reads, with `in_body` where the values of `solid` are not 0. What is infinite
/// elsewhere is then not a number.
[[nodiscard]] LayerReader outside_of_bodies(LayerReader read, LayerReader solid);

/// Reads layers from an array of the whole grid and keeps the span. Throws std::invalid_argument
/// unless `values` has as many values as the grid.
[[nodiscard]] LayerReader layers_of(const Grid& grid, std::span<const float> values);
[[nodiscard]] LayerReader layers_of(const Grid& grid, std::span<const double> values);

/// Interpolates bilinearly in a plane [slower][faster] of a grid between the positions of its
/// values; it is constant beyond the outermost ones (half a cell, for values at cell centres).
class PlaneSampler {
public:
    /// Keeps the span `plane`. Throws std::invalid_argument unless it has as many values as the
    /// grid's plane across `normal` (0, 1, 2 for x, y, z).
    PlaneSampler(const Grid& grid, int normal, std::span<const double> plane);

    /// The value at fractions `u`, `v` in [0, 1] of the plane's extents along its faster and slower
    /// axis; beside a body from the other values, and in it `in_body`; beside another value that is
    /// not finite, the nearest value.
    [[nodiscard]] double at(double u, double v) const;

private:
    /// A position at `fraction` between value `low` and the next one.
    struct Place {
        std::size_t low{};
        std::size_t next{};
        double fraction{};
    };

    [[nodiscard]] static Place place(double fraction, const std::vector<double>& places);
    [[nodiscard]] double value(std::size_t row, std::size_t column) const;

    std::span<const double> plane_;
    std::vector<double> columns_;  ///< positions of the values, as fractions of the extent
    std::vector<double> rows_;
};

/// The least and the greatest finite value, widened so that low < high if all values are equal
/// except for rounding.
struct ValueRange {
    double low{};
    double high{};
    bool all_finite = true;

    /// The position of `value` between low (0) and high (1); differences of halves do not overflow.
    [[nodiscard]] double fraction(double value) const
    {
        return (value / 2 - low / 2) / (high / 2 - low / 2);
    }
};

[[nodiscard]] ValueRange range_of(std::span<const double> values);

}  // namespace tobiuo
