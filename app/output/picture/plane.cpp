// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/picture/plane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

namespace tobiuo {
namespace {

template <typename Real>
LayerReader layers_in(const Grid& grid, std::span<const Real> values)
{
    const stencil::Shape shape = shape_of(grid);
    if (std::ssize(values) != shape.values()) {
        throw std::invalid_argument{"a plane is wanted of values that are not those of the grid"};
    }
    return [values, plane = shape.plane()](std::int64_t index, std::span<double> layer) {
        std::ranges::copy(values.subspan(static_cast<std::size_t>(index * plane), layer.size()),
                          layer.begin());
    };
}

/// Interpolates linearly. For a fraction of zero the next value has no effect, even if it is not
/// finite.
double mixed(double low, double next, double fraction)
{
    return fraction == 0.0 ? low : (1 - fraction) * low + fraction * next;
}

/// The plane across x or y: it takes one row from every layer.
std::vector<double> upright_plane(const Grid& grid, const Cut& cut, const LayerReader& read)
{
    const Between between = between_values(grid, cut.normal, cut.at);
    const std::int64_t row = grid.values(0);
    const std::int64_t stride = cut.normal == 0 ? 1 : row;  // along the normal axis
    const std::int64_t step = cut.normal == 0 ? row : 1;    // along the plane's faster axis
    const std::int64_t columns = grid.values(plane_axes(cut.normal).faster);
    std::vector<double> layer(static_cast<std::size_t>(row * grid.values(1)));
    std::vector<double> plane;
    for (std::int64_t index = 0; index < grid.values(2); ++index) {
        read(index, layer);
        for (std::int64_t column = 0; column < columns; ++column) {
            const auto value = [&](std::int64_t along) {
                return layer[static_cast<std::size_t>(along * stride + column * step)];
            };
            plane.push_back(mixed(value(between.low), value(between.next), between.fraction));
        }
    }
    return plane;
}

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

double middle_of(const Axis& axis)
{
    return axis.lower + (axis.upper - axis.lower) / 2;
}

Cut middle_cut(const Grid& grid, int preferred)
{
    const auto is_thin = [](const Axis& axis) { return axis.cells == 1; };
    int normal = preferred;
    if (std::ranges::count_if(grid.axes, is_thin) == 1) {
        normal = static_cast<int>(std::ranges::find_if(grid.axes, is_thin) - grid.axes.begin());
    }
    return {.normal = normal, .at = middle_of(grid.axes.at(static_cast<std::size_t>(normal)))};
}

Between between_values(const Grid& grid, int axis, double at)
{
    const std::int64_t count = grid.values(axis);
    std::int64_t low = 0;  // the last value at or below `at`, by bisection
    for (std::int64_t end = count; end - low > 1;) {
        const std::int64_t middle = low + (end - low) / 2;
        (grid.position(axis, middle) <= at ? low : end) = middle;
    }
    const double here = grid.position(axis, low);
    if (low + 1 == count || at <= here) {
        return {.low = low, .next = low};
    }
    const double fraction = (at - here) / (grid.position(axis, low + 1) - here);
    return {.low = low, .next = low + 1, .fraction = fraction};
}

std::vector<double> plane_values(const Grid& grid, const Cut& cut, const LayerReader& read)
{
    if (cut.normal != 2) {
        return upright_plane(grid, cut, read);
    }
    const Between between = between_values(grid, cut.normal, cut.at);
    std::vector<double> plane(static_cast<std::size_t>(grid.values(0) * grid.values(1)));
    read(between.low, plane);
    if (between.fraction > 0.0) {
        std::vector<double> above(plane.size());
        read(between.next, above);
        std::ranges::transform(plane, above, plane.begin(), [&](double low, double next) {
            return mixed(low, next, between.fraction);
        });
    }
    return plane;
}

LayerReader outside_of_bodies(LayerReader read, LayerReader solid)
{
    return [read = std::move(read), solid = std::move(solid)](std::int64_t index,
                                                              std::span<double> layer) {
        std::vector<double> bodies(layer.size());
        solid(index, bodies);
        read(index, layer);
        std::ranges::transform(layer, bodies, layer.begin(), [](double value, double body) {
            return body != 0.0         ? in_body
                   : std::isinf(value) ? std::numeric_limits<double>::quiet_NaN()
                                       : value;
        });
    };
}

LayerReader layers_of(const Grid& grid, std::span<const float> values)
{
    return layers_in(grid, values);
}

LayerReader layers_of(const Grid& grid, std::span<const double> values)
{
    return layers_in(grid, values);
}

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
    const double nearest = value(b < 0.5 ? row : next_row, a < 0.5 ? column : next_column);
    if (!std::isfinite(nearest)) {
        return nearest;
    }
    const std::array<double, 4> values{value(row, column), value(row, next_column),
                                       value(next_row, column), value(next_row, next_column)};
    const std::array<double, 4> weights{(1 - b) * (1 - a), (1 - b) * a, b * (1 - a), b * a};
    double sum = 0.0;
    double weight = 0.0;
    for (std::size_t corner = 0; corner < values.size(); ++corner) {
        if (values.at(corner) != in_body) {
            sum += weights.at(corner) * values.at(corner);
            weight += weights.at(corner);
        }
    }
    return std::isfinite(sum) ? sum / weight : nearest;
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
