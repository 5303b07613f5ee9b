// Samples the values of a plane between its cells or nodes, and finds their range.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {

/// Interpolates bilinearly in a plane [slower][faster] of a grid between the positions of its
/// values; it is constant beyond the outermost ones (half a cell, for values at cell centres).
class PlaneSampler {
public:
    /// Keeps the span `plane`. Throws std::invalid_argument unless it has as many values as the
    /// grid's plane across `normal` (0, 1, 2 for x, y, z).
    PlaneSampler(const Grid& grid, int normal, std::span<const double> plane);

    /// The value at fractions `u`, `v` in [0, 1] of the plane's extents along its faster and slower
    /// axis; beside a value that is not finite, the nearest value.
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
