// The values of a plane between its cells or nodes, and their range.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo {

/// Bilinear interpolation in a plane [slower][faster] of a grid between the places of its values,
/// constant beyond the outermost ones (half a cell, for values at cell centres).
class PlaneSampler {
public:
    /// Throws std::invalid_argument if `plane` has not as many values as the grid's plane across
    /// `normal` (0, 1, 2 for x, y, z). Keeps the span.
    PlaneSampler(const Grid& grid, int normal, std::span<const double> plane);

    /// At fractions `u`, `v` in [0, 1] of the plane's extents along its faster and slower axis.
    /// Beside a value that is not finite: the nearest value itself.
    [[nodiscard]] double at(double u, double v) const;

private:
    /// Between value `low` and the next one, `fraction` of the way.
    struct Place {
        std::size_t low{};
        std::size_t next{};
        double fraction{};
    };

    [[nodiscard]] static Place place(double fraction, const std::vector<double>& places);
    [[nodiscard]] double value(std::size_t row, std::size_t column) const;

    std::span<const double> plane_;
    std::vector<double> columns_;  ///< where they are, as fractions of the extent
    std::vector<double> rows_;
};

/// Least and greatest finite value, widened so that low < high where all are the same but for
/// rounding.
struct ValueRange {
    double low{};
    double high{};
    bool all_finite = true;

    /// Where `value` lies between low (0) and high (1); differences of halves do not overflow.
    [[nodiscard]] double fraction(double value) const
    {
        return (value / 2 - low / 2) / (high / 2 - low / 2);
    }
};

[[nodiscard]] ValueRange range_of(std::span<const double> values);

}  // namespace tobiuo
