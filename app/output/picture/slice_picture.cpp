// SPDX-License-Identifier: BSD-3-Clause
// Lays out and draws a slice: the plane as large as fits, its isolines, the colour bar beside it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "app/output/picture/canvas.hpp"
#include "app/output/picture/picture_frame.hpp"
#include "app/output/picture/plane.hpp"
#include "runtime/threads.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view all_names = "xyz";

// All lengths are in pixels. The plane's longer side is `long_side`; a plane thinner than
// `least_side` is drawn with that thickness, out of proportion, because a line of one pixel shows
// nothing.
constexpr int long_side = 840;
constexpr int least_side = 160;
constexpr int bar_width = 30;
constexpr int bar_distance = 36;
constexpr int pixels_per_bar_tick = 60;
constexpr int fewest_bar_ticks = 7;  // three or more of them are round for any limits
constexpr double isoline_width = 1.3;

struct Layout {
    int width{};
    Box plane;
    Box bar;
    int vertical_name{};
    PictureHeader header;
};

/// Width and height of the plane in pixels, in proportion to its extents.
std::array<int, 2> plane_size(const std::array<const Axis*, 2>& axes)
{
    const double wide = axes[0]->upper - axes[0]->lower;
    const double high = axes[1]->upper - axes[1]->lower;
    const double longer = std::max(wide, high);
    const auto pixels = [&](double length) {
        return std::max(least_side, static_cast<int>(std::lround(long_side * length / longer)));
    };
    return {pixels(wide), pixels(high)};
}

/// The plane's axes with their marks, and the marks of the colour bar.
struct Marks {
    std::array<MarkedSide, 2> axes;
    NotedTicks bar;
};

class Slice {
public:
    explicit Slice(const SlicePicture& picture) : picture_{picture}
    {
        const auto [faster, slower] = plane_axes(picture.normal);
        const std::array along{static_cast<std::size_t>(faster), static_cast<std::size_t>(slower)};
        size_ = plane_size({&picture.grid.axes[along[0]], &picture.grid.axes[along[1]]});
        constexpr std::array pixels_per_tick{110, 60};
        for (std::size_t i = 0; i < 2; ++i) {
            const Axis& axis = picture.grid.axes[along[i]];
            const int most = std::clamp(size_[i] / pixels_per_tick[i], 2, 8);
            marks_.axes[i] = {.lower = axis.lower,
                              .upper = axis.upper,
                              .name = std::string{all_names[along[i]]},
                              .ticks = round_ticks(axis.lower, axis.upper, most)};
        }
        marks_.bar = noted_ticks(picture.limits.low, picture.limits.high,
                                 std::clamp(size_[1] / pixels_per_bar_tick, fewest_bar_ticks, 8));
    }

    [[nodiscard]] std::string png(Caption caption) const
    {
        if (std::ranges::min(size_) == least_side) {
            caption.subtitle += caption.subtitle.empty() ? "not to scale" : ", not to scale";
        }
        const Layout layout = layout_of(caption);
        Canvas canvas{layout.width, layout.plane.top() + layout.header.height};
        draw_plane(canvas, layout.plane);
        draw_frame(canvas, layout.plane, marks_.axes[0], marks_.axes[1], layout.vertical_name);
        draw_bar(canvas, layout.bar);
        draw_header(canvas, layout.header, layout.plane, layout.bar.x);
        if (!picture_.limits.all_finite) {
            draw_not_finite_key(canvas, layout.bar.x);
        }
        return canvas.png();
    }

private:
    [[nodiscard]] Layout layout_of(const Caption& caption) const
    {
        constexpr int least_width = 640;
        constexpr int widest_quantity = 150;
        const int left = margin + label_style.size + gap + widest_label(marks_.axes[1].ticks) +
                         gap + tick_length;
        const int quantity =
            std::min(widest_quantity, std::max(text_width(caption.quantity, label_style),
                                               text_width(marks_.bar.note, note_style)));
        const int bar = std::max(
            bar_width + tick_length + gap + widest_label(marks_.bar.ticks) + gap, quantity);
        const int natural_width = left + size_[0] + bar_distance + bar + margin;
        Layout layout;
        layout.width = std::max(natural_width, least_width);
        const int shift = (layout.width - natural_width) / 2;
        layout.plane = {
            .x = shift + left, .y = height_below_box(), .width = size_[0], .height = size_[1]};
        layout.bar = {.x = layout.plane.right() + bar_distance,
                      .y = layout.plane.y,
                      .width = bar_width,
                      .height = size_[1]};
        layout.vertical_name = shift + margin + label_style.size / 2;
        layout.header = header_of(caption, marks_.bar.note, layout.width, size_[0], bar);
        return layout;
    }

    /// The colour of a value. White of a diverging map is at 0 if the limits have both signs, else
    /// in their middle.
    [[nodiscard]] Rgb colour(double value) const
    {
        if (!std::isfinite(value)) {
            return picture_.has_bodies && value == in_body ? body_colour : not_finite_colour;
        }
        const ValueRange& limits = picture_.limits;
        if (picture_.map == ColourMap::diverging && limits.low < 0 && limits.high > 0) {
            const double reach = std::max(-limits.low, limits.high);
            return colour_of(picture_.map, 0.5 + value / reach / 2);
        }
        return colour_of(picture_.map, limits.fraction(value));
    }

    void draw_plane(Canvas& canvas, const Box& box) const
    {
        constexpr double nanoseconds = 20.0;  // of a pixel
        [[maybe_unused]] const int threads =
            threads_for(std::int64_t{box.width} * box.height, nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int y = 0; y < box.height; ++y) {
            for (int x = 0; x < box.width; ++x) {
                const double value =
                    picture_.sampler.at((x + 0.5) / box.width, (y + 0.5) / box.height);
                canvas.set(box.x + x, box.y + y, colour(value));
            }
        }
        constexpr double rounding = 1e-7;
        const double slack = rounding * (picture_.limits.high - picture_.limits.low);
        Ink lines{box};
        for (const double level : picture_.levels) {
            for (const Segment& segment : isoline(picture_.sampler, box, level, slack)) {
                lines.line(segment, isoline_width);
            }
        }
        lines.print(canvas, ink);
    }

    void draw_bar(Canvas& canvas, const Box& bar) const
    {
        const ValueRange& limits = picture_.limits;
        for (int y = 0; y < bar.height; ++y) {
            const double part = static_cast<double>(y) / (bar.height - 1);
            const double value = limits.low * (1 - part) + limits.high * part;
            canvas.fill({bar.x, bar.y + y, bar.width, 1}, colour(value));
        }
        const MarkedSide scale{.lower = limits.low, .upper = limits.high, .name = {}, .ticks = {}};
        Ink lines{bar};
        for (const double level : picture_.levels) {
            const double y = bar.y + scale.place_of(level, bar.height) + 0.5;
            lines.line(
                Segment{Place{.x = bar.x - 1.0, .y = y}, Place{.x = bar.right() + 1.0, .y = y}},
                isoline_width);
        }
        lines.print(canvas, ink);
        canvas.frame(bar, line_width_of_frames, ink);
        const int right = bar.right() + line_width_of_frames;
        for (const Tick& tick : marks_.bar.ticks) {
            const int y = bar.y + scale.place_of(tick.value, bar.height);
            canvas.fill({right, y - line_width_of_frames / 2, tick_length, line_width_of_frames},
                        ink);
            TextStyle style = tick_style;
            style.horizontal = Anchor::low;
            canvas.text(right + tick_length + gap, y, tick.label, style);
        }
    }

    const SlicePicture& picture_;
    std::array<int, 2> size_{};
    Marks marks_;
};

constexpr int pixels_apart = 2;

struct Corner {
    Place place;
    double height{};  ///< height above the level
};

/// The point where the line crosses the edge between two corners of different sign.
Place crossing(const Corner& from, const Corner& to)
{
    const double part = std::clamp(from.height / (from.height - to.height), 0.0, 1.0);
    return {.x = from.place.x + part * (to.place.x - from.place.x),
            .y = from.place.y + part * (to.place.y - from.place.y)};
}

/// Adds the pieces in the square of four corners, which are counter-clockwise. If opposite corners
/// have equal signs there are two pieces, and the sign in the middle tells which corners belong
/// together.
void add_pieces(const std::array<Corner, 4>& corners, double slack, std::vector<Segment>& pieces)
{
    const auto is_above = [&](double height) { return height > -slack; };
    std::array<Place, 4> ends{};
    std::size_t count = 0;
    double sum = 0;
    for (std::size_t n = 0; n < corners.size(); ++n) {
        const Corner& one = corners[n];
        const Corner& two = corners[(n + 1) % corners.size()];
        sum += one.height;
        if (is_above(one.height) != is_above(two.height)) {
            ends[count++] = crossing(one, two);
        }
    }
    if (!std::isfinite(sum) || count == 0) {
        return;
    }
    if (count == 2) {
        pieces.push_back({ends[0], ends[1]});
    } else if (is_above(sum / 4) == is_above(corners[0].height)) {
        pieces.push_back({ends[0], ends[1]});
        pieces.push_back({ends[2], ends[3]});
    } else {
        pieces.push_back({ends[3], ends[0]});
        pieces.push_back({ends[1], ends[2]});
    }
}

/// The corners of a row of the lattice, from left to right.
std::vector<Corner> row_of(const PlaneSampler& sampler, const Box& box, double level, int row,
                           int rows)
{
    const int columns = std::max(1, box.width / pixels_apart);
    const double v = static_cast<double>(row) / rows;
    std::vector<Corner> corners;
    for (int column = 0; column <= columns; ++column) {
        const double u = static_cast<double>(column) / columns;
        corners.push_back({.place = {.x = box.x + u * box.width, .y = box.y + v * box.height},
                           .height = sampler.at(u, v) - level});
    }
    return corners;
}

}  // namespace

std::string slice_png(const SlicePicture& picture, const Caption& caption)
{
    return Slice{picture}.png(caption);
}

// Marching squares: the signs at the corners of each square of a lattice give the pieces of a line.
// Source: W. E. Lorensen and H. E. Cline, Marching cubes, SIGGRAPH 1987, in two dimensions.
std::vector<Segment> isoline(const PlaneSampler& sampler, const Box& box, double level,
                             double slack)
{
    const int rows = std::max(1, box.height / pixels_apart);
    std::vector<Segment> pieces;
    std::vector<Corner> below = row_of(sampler, box, level, 0, rows);
    for (int row = 1; row <= rows; ++row) {
        std::vector<Corner> above = row_of(sampler, box, level, row, rows);
        for (std::size_t n = 1; n < above.size(); ++n) {
            add_pieces({below[n - 1], below[n], above[n], above[n - 1]}, slack, pieces);
        }
        below = std::move(above);
    }
    return pieces;
}

}  // namespace tobiuo
