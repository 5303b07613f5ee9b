// Bilinear sampling that never spreads a NaN over its neighbours.
#include "app/fields/plane_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace tobiuo {

PlaneSampler::PlaneSampler(const Grid& grid, int normal, std::span<const float> plane)
    : plane_{plane},
      columns_{grid.values(normal == 0 ? 1 : 0)},
      rows_{grid.values(normal == 2 ? 1 : 2)},
      location_{grid.location}
{
    if (columns_ < 1 || rows_ < 1 || std::ssize(plane) != columns_ * rows_) {
        throw std::invalid_argument{"the plane of a picture does not have its grid's size"};
    }
}

double PlaneSampler::value(std::int64_t row, std::int64_t column) const
{
    return plane_[static_cast<std::size_t>(row * columns_ + column)];
}

double PlaneSampler::place(double fraction, std::int64_t count) const
{
    const auto last = static_cast<double>(count - 1);
    const double place =
        location_ == Location::cell ? fraction * static_cast<double>(count) - 0.5 : fraction * last;
    return std::clamp(place, 0.0, last);
}

double PlaneSampler::at(double u, double v) const
{
    const double x = place(u, columns_);
    const double y = place(v, rows_);
    const auto column = static_cast<std::int64_t>(x);
    const auto row = static_cast<std::int64_t>(y);
    const std::int64_t next_column = std::min(column + 1, columns_ - 1);
    const std::int64_t next_row = std::min(row + 1, rows_ - 1);
    const double a = x - static_cast<double>(column);
    const double b = y - static_cast<double>(row);
    const double mixed = (1 - b) * ((1 - a) * value(row, column) + a * value(row, next_column)) +
                         b * ((1 - a) * value(next_row, column) + a * value(next_row, next_column));
    if (std::isfinite(mixed)) {
        return mixed;
    }
    return value(b < 0.5 ? row : next_row, a < 0.5 ? column : next_column);
}

ValueRange range_of(std::span<const float> values)
{
    ValueRange range{.low = std::numeric_limits<double>::infinity(),
                     .high = -std::numeric_limits<double>::infinity()};
    for (const float value : values) {
        if (std::isfinite(value)) {
            range.low = std::min<double>(range.low, value);
            range.high = std::max<double>(range.high, value);
        } else {
            range.all_finite = false;
        }
    }
    if (range.low > range.high) {  // nothing is finite
        range.low = 0;
        range.high = 0;
    }
    if (range.low == range.high) {
        const double half = range.low == 0 ? 1.0 : std::abs(range.low) / 2;
        range.low -= half;
        range.high += half;
    }
    return range;
}

}  // namespace tobiuo
