// SPDX-License-Identifier: BSD-3-Clause
// Lays out and draws a curve over faint grid lines.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/output/picture/canvas.hpp"
#include "app/output/picture/colour_map.hpp"
#include "app/output/picture/picture_frame.hpp"
#include "app/output/picture/plane.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view all_names = "xyz";
constexpr Rgb faint{.red = 226, .green = 226, .blue = 226};
constexpr Rgb curve_colour{.red = 38, .green = 92, .blue = 160};

// All lengths are in pixels.
constexpr int wide = 840;
constexpr int high = 460;
constexpr double curve_width = 2.6;
/// Marks show the single values if there are at most this many.
constexpr std::size_t most_marks = 64;
constexpr double mark_radius = 4.2;

/// The limits of the heights: the requested range, or that of the values with a margin.
ValueRange limits_of(const std::vector<double>& values,
                     const std::optional<std::array<double, 2>>& range)
{
    ValueRange limits = range_of(values);
    if (range) {
        limits.low = range->front();
        limits.high = range->back();
        return limits;
    }
    constexpr double beyond = 0.04;
    const double more = beyond * limits.high - beyond * limits.low;
    limits.low -= more;
    limits.high += more;
    return limits;
}

class Curve {
public:
    Curve(const Grid& grid, int along, const std::vector<double>& values, const ValueRange& limits)
        : grid_{grid}, along_{along}, values_{values}, limits_{limits}
    {
        const Axis& axis = grid.axes.at(static_cast<std::size_t>(along));
        constexpr int most_ticks = 8;
        horizontal_ = {.lower = axis.lower,
                       .upper = axis.upper,
                       .name = std::string{all_names[static_cast<std::size_t>(along)]},
                       .ticks = round_ticks(axis.lower, axis.upper, most_ticks)};
        NotedTicks heights = noted_ticks(limits.low, limits.high, most_ticks);
        note_ = heights.note;
        vertical_ = {.lower = limits.low,
                     .upper = limits.high,
                     .name = {},
                     .ticks = std::move(heights.ticks)};
    }

    [[nodiscard]] std::string png(const Caption& caption) const
    {
        constexpr int right = 60;  // for half of the last label; it also centres the curve
        constexpr int widest_quantity = 220;
        const int left = margin + widest_label(vertical_.ticks) + gap + tick_length;
        const Box box{.x = std::max(left, right + gap),
                      .y = height_below_box(),
                      .width = wide,
                      .height = high};
        const int width = box.right() + right;
        // The quantity is below the titles, so that no space beside them counts as free.
        const PictureHeader header = header_of(caption, note_, width, 0, widest_quantity);
        Canvas canvas{width, box.top() + header.height};
        draw_lines(canvas, box);
        draw_curve(canvas, box);
        draw_frame(canvas, box, horizontal_, vertical_, 0);
        draw_header(canvas, header, box, box.x - tick_length);
        if (!limits_.all_finite) {
            constexpr int key_width = 140;
            draw_not_finite_key(canvas, box.right() - key_width);
        }
        return canvas.png();
    }

private:
    void draw_lines(Canvas& canvas, const Box& box) const
    {
        for (const Tick& tick : horizontal_.ticks) {
            canvas.fill({box.x + horizontal_.place_of(tick.value, box.width), box.y, 1, box.height},
                        faint);
        }
        for (const Tick& tick : vertical_.ticks) {
            canvas.fill({box.x, box.y + vertical_.place_of(tick.value, box.height), box.width, 1},
                        faint);
        }
    }

    [[nodiscard]] Place place_of(const Box& box, std::size_t n) const
    {
        const double at = grid_.position(along_, static_cast<std::int64_t>(n));
        const double part = (at - horizontal_.lower) / (horizontal_.upper - horizontal_.lower);
        constexpr double far = 100.0;  // far outside of the box, which cuts the curve off
        const double height = std::clamp(limits_.fraction(values_[n]), -far, far);
        return {.x = box.x + part * box.width, .y = box.y + height * box.height};
    }

    void draw_curve(Canvas& canvas, const Box& box) const
    {
        Ink curve{box};
        Ink bad{box};
        std::vector<Place> places;
        const auto draw = [&] {
            curve.line(places, curve_width);
            if (places.size() == 1 || values_.size() <= most_marks) {
                for (const Place& place : places) {
                    curve.mark(place, Mark::disc, mark_radius);
                }
            }
            places.clear();
        };
        for (std::size_t n = 0; n < values_.size(); ++n) {
            if (std::isfinite(values_[n])) {
                places.push_back(place_of(box, n));
                continue;
            }
            draw();
            const double at = grid_.position(along_, static_cast<std::int64_t>(n));
            bad.mark(
                {.x = box.x + horizontal_.place_of(at, box.width) + 0.5, .y = box.y + mark_radius},
                Mark::square, mark_radius);
        }
        draw();
        curve.print(canvas, curve_colour);
        bad.print(canvas, not_finite_colour);
    }

    const Grid& grid_;
    int along_;
    const std::vector<double>& values_;
    ValueRange limits_;
    MarkedSide horizontal_;
    MarkedSide vertical_;
    std::string note_;
};

}  // namespace

std::vector<double> middle_of_curve(const Grid& grid, const Cut& cut, int along,
                                    const std::vector<double>& plane)
{
    const auto [faster, slower] = plane_axes(cut.normal);
    const int thin = along == faster ? slower : faster;
    const Axis& axis = grid.axes.at(static_cast<std::size_t>(thin));
    const Between between = between_values(grid, thin, middle_of(axis));
    const std::int64_t columns = grid.values(faster);
    const std::int64_t step = along == faster ? 1 : columns;
    const std::int64_t stride = along == faster ? columns : 1;
    std::vector<double> values;
    for (std::int64_t n = 0; n < grid.values(along); ++n) {
        const auto value = [&](std::int64_t beside) {
            return plane[static_cast<std::size_t>(n * step + beside * stride)];
        };
        values.push_back(between.fraction == 0.0 ? value(between.low)
                                                 : (1 - between.fraction) * value(between.low) +
                                                       between.fraction * value(between.next));
    }
    return values;
}

std::string curve_png(const Grid& grid, int along, const std::vector<double>& values,
                      const Caption& caption, const std::optional<std::array<double, 2>>& range)
{
    return Curve{grid, along, values, limits_of(values, range)}.png(caption);
}

}  // namespace tobiuo
