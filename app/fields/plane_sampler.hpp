// The values of a plane between its cells or nodes, and their range.
#pragma once

#include <cstdint>
#include <span>

#include "solvers/grid.hpp"

namespace tobiuo {

/// Bilinear interpolation in a plane [slower][faster] of a grid, constant beyond the outermost
/// values (half a cell, for values at cell centres).
class PlaneSampler {
public:
    /// Throws std::invalid_argument if `plane` has not as many values as the grid's plane across
    /// `normal` (0, 1, 2 for x, y, z). Keeps the span.
    PlaneSampler(const Grid& grid, int normal, std::span<const float> plane);

    /// At fractions `u`, `v` in [0, 1] of the plane's extents along its faster and slower axis.
    /// Beside a value that is not finite: the nearest value itself.
    [[nodiscard]] double at(double u, double v) const;

private:
    [[nodiscard]] double value(std::int64_t row, std::int64_t column) const;
    [[nodiscard]] double place(double fraction, std::int64_t count) const;

    std::span<const float> plane_;
    std::int64_t columns_;
    std::int64_t rows_;
    Location location_;
};

/// Least and greatest finite value, widened around a single one so that low < high.
struct ValueRange {
    double low{};
    double high{};
    bool all_finite = true;

    /// Where `value` lies between low (0) and high (1).
    [[nodiscard]] double fraction(double value) const { return (value - low) / (high - low); }
};

[[nodiscard]] ValueRange range_of(std::span<const float> values);

}  // namespace tobiuo
