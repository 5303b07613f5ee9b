// SPDX-License-Identifier: BSD-3-Clause
// Decides what a picture shows: a slice or a curve, its limits and its title.
#include "app/output/picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "app/output/atomic_file.hpp"
#include "app/output/picture/picture_frame.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/picture/ticks.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view axis_names = "xyz";

char name_of(int axis)
{
    return axis_names.at(static_cast<std::size_t>(axis));
}

const Axis& axis_of(const Grid& grid, int axis)
{
    return grid.axes.at(static_cast<std::size_t>(axis));
}

/// The axis along which the values of the plane form a curve, if the other axis has one cell.
std::optional<int> curve_axis(const Grid& grid, int normal)
{
    const auto [faster, slower] = plane_axes(normal);
    if (axis_of(grid, slower).cells == 1) {
        return faster;
    }
    return axis_of(grid, faster).cells == 1 ? std::optional{slower} : std::nullopt;
}

/// The position of the cut in words, "z = 0.5"; nothing if the grid has one cell along the axis.
std::string place_text(const Grid& grid, const Cut& cut)
{
    const Axis& axis = axis_of(grid, cut.normal);
    if (axis.cells == 1) {
        return {};
    }
    const Tick tick = cut.at < axis.upper ? even_ticks(cut.at, axis.upper, 2).front()
                                          : even_ticks(axis.lower, cut.at, 2).back();
    return std::string{name_of(cut.normal)}.append(" = ").append(tick.label);
}

/// The limits of the colours.
ValueRange limits_of(const std::vector<double>& values, const PictureLook& look)
{
    ValueRange limits = range_of(values);
    if (look.range) {
        limits.low = look.range->front();
        limits.high = look.range->back();
    } else if (look.map == ColourMap::diverging && limits.low < 0 && limits.high > 0) {
        limits.high = std::max(-limits.low, limits.high);
        limits.low = -limits.high;
    }
    return limits;
}

/// Round values for isolines, among the values of the plane and between the limits of the colours.
std::vector<double> levels_of(const std::vector<double>& values, const ValueRange& limits,
                              int isolines)
{
    const ValueRange all = range_of(values);
    const double low = std::max(all.low, limits.low);
    const double high = std::min(all.high, limits.high);
    return isolines > 0 && low < high ? round_values(low, high, isolines) : std::vector<double>{};
}

/// The least and the greatest finite value in words, "from -1 to 2.05"; nothing if there is none.
std::string extremes_text(const std::vector<double>& values)
{
    const auto is_finite = [](double value) { return std::isfinite(value); };
    const auto first = std::ranges::find_if(values, is_finite);
    if (first == values.end()) {
        return {};
    }
    double low = *first;
    double high = *first;
    for (const double value : values) {
        low = is_finite(value) ? std::min(low, value) : low;
        high = is_finite(value) ? std::max(high, value) : high;
    }
    if (low == high) {
        return "everywhere " + even_ticks(low, low + 1, 2).front().label;
    }
    const std::vector<Tick> ends = even_ticks(low, high, 2);
    return "from " + ends.front().label + " to " + ends.back().label;
}

std::string joined(const std::string& left, const std::string& right)
{
    return left + (left.empty() || right.empty() ? "" : ", ") + right;
}

}  // namespace

void write_picture(const std::filesystem::path& path, const Grid& grid, const Cut& cut,
                   const LayerReader& read, const PictureText& text, const PictureLook& look,
                   const LayerReader& solid)
{
    const auto along = curve_axis(grid, cut.normal);
    const bool has_bodies = solid && !along;
    const std::vector<double> plane =
        plane_values(grid, cut, has_bodies ? outside_of_bodies(read, solid) : read);
    std::vector<double> values = plane;
    if (has_bodies) {
        std::erase(values, in_body);
    }
    const std::string place = place_text(grid, cut);
    Caption caption{.title = text.name + ": " + text.field,
                    .subtitle = joined(text.details, extremes_text(values)),
                    .quantity = text.quantity};
    if (along) {
        caption.title.append(" along ").append(1, name_of(*along));
        caption.title += place.empty() ? "" : " at " + place;
        write_text(path, curve_png(grid, *along, middle_of_curve(grid, cut, *along, plane), caption,
                                   look.range));
        return;
    }
    caption.title += place.empty() ? "" : " at " + place;
    const PlaneSampler sampler{grid, cut.normal, plane};
    const ValueRange limits = limits_of(values, look);
    write_text(path, slice_png({.grid = grid,
                                .normal = cut.normal,
                                .sampler = sampler,
                                .limits = limits,
                                .levels = levels_of(values, limits, look.isolines),
                                .map = look.map,
                                .has_bodies = has_bodies},
                               caption));
}

}  // namespace tobiuo
