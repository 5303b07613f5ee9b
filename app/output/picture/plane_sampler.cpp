// Bilinear sampling that never spreads a NaN to its neighbours.
#include "app/output/picture/plane_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "app/output/picture/plane.hpp"

namespace tobiuo {
namespace {

/// The positions of the values along `axis`, as fractions of its extent.
std::vector<double> places_of(const Grid& grid, int axis)
{
    const Axis& along = grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<double> places;
    for (std::int64_t n = 0; n < grid.values(axis); ++n) {
        places.push_back((grid.position(axis, n) - along.lower) / (along.upper - along.lower));
    }
    return places;
}

}  // namespace

PlaneSampler::PlaneSampler(const Grid& grid, int normal, std::span<const double> plane)
    : plane_{plane},
      columns_{places_of(grid, plane_axes(normal).faster)},
      rows_{places_of(grid, plane_axes(normal).slower)}
{
    if (plane.empty() || plane.size() != columns_.size() * rows_.size()) {
        throw std::invalid_argument{"the plane of a picture does not have its grid's size"};
    }
}

double PlaneSampler::value(std::size_t row, std::size_t column) const
{
    return plane_[row * columns_.size() + column];
}

PlaneSampler::Place PlaneSampler::place(double fraction, const std::vector<double>& places)
{
    const auto next = std::ranges::upper_bound(places, fraction);
    if (next == places.begin()) {
        return {};
    }
    const auto low = static_cast<std::size_t>(next - places.begin()) - 1;
    if (next == places.end()) {
        return {.low = low, .next = low};
    }
    return {
        .low = low, .next = low + 1, .fraction = (fraction - places[low]) / (*next - places[low])};
}

double PlaneSampler::at(double u, double v) const
{
    const auto [column, next_column, a] = place(u, columns_);
    const auto [row, next_row, b] = place(v, rows_);
    const double mixed = (1 - b) * ((1 - a) * value(row, column) + a * value(row, next_column)) +
                         b * ((1 - a) * value(next_row, column) + a * value(next_row, next_column));
    if (std::isfinite(mixed)) {
        return mixed;
    }
    return value(b < 0.5 ? row : next_row, a < 0.5 ? column : next_column);
}

ValueRange range_of(std::span<const double> values)
{
    ValueRange range{.low = std::numeric_limits<double>::infinity(),
                     .high = -std::numeric_limits<double>::infinity()};
    for (const double value : values) {
        if (std::isfinite(value)) {
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        } else {
            range.all_finite = false;
        }
    }
    if (range.low > range.high) {  // no value is finite
        range.low = 0;
        range.high = 0;
    }
    constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    if (range.high - range.low <= rounding * size) {
        using Limits = std::numeric_limits<double>;
        const double half =
            size == 0 ? 1.0 : std::max(std::min(size / 2, Limits::max() - size), Limits::min());
        range.low -= half;
        range.high += half;
    }
    return range;
}

}  // namespace tobiuo
