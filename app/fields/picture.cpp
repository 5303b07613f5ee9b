// Lays out and draws a slice: coloured plane, axes, colour bar, title.
#include "app/fields/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "app/fields/canvas.hpp"
#include "app/fields/colour_map.hpp"
#include "app/fields/plane.hpp"
#include "app/fields/plane_sampler.hpp"
#include "app/fields/ticks.hpp"
#include "app/output/atomic_file.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view all_names = "xyz";
constexpr Rgb ink{.red = 34, .green = 34, .blue = 34};

// Pixels. The plane's longer side is `long_side`; a plane thinner than `least_side` is drawn that
// thick, out of proportion, for a line of one pixel shows nothing.
constexpr int long_side = 840;
constexpr int least_side = 160;
constexpr int margin = 28;
constexpr int gap = 10;
constexpr int tick_length = 8;
constexpr int bar_width = 30;
constexpr int bar_distance = 36;
constexpr int line = 2;
constexpr int bar_tick_count = 5;  // odd, so that the value of a constant field has a label
constexpr TextStyle tick_style{.size = 20};
constexpr TextStyle label_style{.size = 23};
constexpr TextStyle title_style{.size = 27, .bold = true};
constexpr TextStyle subtitle_style{.size = 20, .colour = pale_ink};

struct Plot {
    std::array<const Axis*, 2> axes{};  ///< horizontal, vertical
    std::array<std::string, 2> names;
    std::array<std::vector<Tick>, 2> ticks;
    std::vector<Tick> bar_ticks;
    std::string subtitle;
};

struct Layout {
    int width{};
    int height{};
    Box plane;
    Box bar;
    int vertical_label{};  ///< x of the middle of the vertical axis' name
    int quantity_label{};  ///< x of the middle of the colour bar's name
    TextStyle title;
};

int widest(const std::vector<Tick>& ticks)
{
    int width = 0;
    for (const Tick& tick : ticks) {
        width = std::max(width, text_width(tick.label, tick_style));
    }
    return width;
}

/// The style with its size reduced until `text` fits in `width`, but still readable.
TextStyle fitted(TextStyle style, const std::string& text, int width)
{
    constexpr int least_size = 12;
    while (style.size > least_size && text_width(text, style) > width) {
        --style.size;
    }
    return style;
}

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

/// "slice at y = 0.5"; nothing if the grid has no other slices. On a uniform axis the middle of its
/// extent, though the values shown may be half a cell beside it.
std::string slice_text(const Grid& grid, int normal)
{
    const Axis& axis = grid.axes.at(static_cast<std::size_t>(normal));
    if (axis.cells == 1) {
        return {};
    }
    const double place = axis.stretched() ? grid.position(normal, middle_index(grid, normal))
                                          : axis.lower + (axis.upper - axis.lower) / 2;
    std::string text = "slice at ";
    text.append(1, all_names[static_cast<std::size_t>(normal)]).append(" = ");
    return text + even_ticks(place, axis.upper, 2).front().label;
}

Plot plot_of(const Grid& grid, int normal, const ValueRange& range)
{
    const auto [faster, slower] = plane_axes(normal);
    const std::array along{static_cast<std::size_t>(faster), static_cast<std::size_t>(slower)};
    Plot plot{.axes = {&grid.axes[along[0]], &grid.axes[along[1]]},
              .names = {std::string{all_names[along[0]]}, std::string{all_names[along[1]]}},
              .ticks = {},
              .bar_ticks = even_ticks(range.low, range.high, bar_tick_count),
              .subtitle = {}};
    const auto size = plane_size(plot.axes);
    constexpr std::array pixels_per_tick{110, 60};
    for (std::size_t i = 0; i < 2; ++i) {
        plot.ticks[i] = round_ticks(plot.axes[i]->lower, plot.axes[i]->upper,
                                    std::clamp(size[i] / pixels_per_tick[i], 2, 8));
    }
    plot.subtitle = slice_text(grid, normal);
    if (std::ranges::min(size) == least_side) {
        plot.subtitle += plot.subtitle.empty() ? "not to scale" : ", not to scale";
    }
    return plot;
}

Layout layout_of(const Plot& plot, const PictureText& text)
{
    const auto [plane_width, plane_height] = plane_size(plot.axes);
    const int left = margin + label_style.size + gap + widest(plot.ticks[1]) + gap + tick_length;
    const int right = bar_distance + bar_width + tick_length + gap + widest(plot.bar_ticks) +
                      2 * gap + label_style.size + margin;
    const int bottom = margin + label_style.size + gap + tick_style.size + gap + tick_length;
    const int top = margin + title_style.size + gap + subtitle_style.size + 2 * gap;

    Layout layout;
    const int natural_width = left + plane_width + right;
    constexpr int least_width = 640;
    layout.width = std::max(natural_width, least_width);
    layout.height = bottom + plane_height + top;
    const int shift = (layout.width - natural_width) / 2;
    layout.plane = {.x = shift + left, .y = bottom, .width = plane_width, .height = plane_height};
    layout.bar = {.x = layout.plane.right() + bar_distance,
                  .y = bottom,
                  .width = bar_width,
                  .height = plane_height};
    layout.vertical_label = shift + margin + label_style.size / 2;
    layout.quantity_label = shift + natural_width - margin - label_style.size / 2;
    layout.title = fitted(title_style, text.title, layout.width - 2 * margin);
    return layout;
}

/// The pixel at which `value` lies on a side of `pixels` between `lower` and `upper`.
int place_of(double value, double lower, double upper, int pixels)
{
    return static_cast<int>(std::lround((value - lower) / (upper - lower) * (pixels - 1)));
}

void draw_plane(Canvas& canvas, const Box& box, const PlaneSampler& sampler,
                const ValueRange& range)
{
    for (int y = 0; y < box.height; ++y) {
        for (int x = 0; x < box.width; ++x) {
            const double value = sampler.at((x + 0.5) / box.width, (y + 0.5) / box.height);
            const Rgb colour =
                std::isfinite(value) ? viridis(range.fraction(value)) : not_finite_colour;
            canvas.set(box.x + x, box.y + y, colour);
        }
    }
    canvas.frame(box, line, ink);
}

void draw_axes(Canvas& canvas, const Layout& layout, const Plot& plot)
{
    const Box& plane = layout.plane;
    const auto& [horizontal, vertical] = plot.axes;
    const int below = plane.y - line - tick_length;
    for (const Tick& tick : plot.ticks[0]) {
        const int x =
            plane.x + place_of(tick.value, horizontal->lower, horizontal->upper, plane.width);
        canvas.fill({x - line / 2, below, line, tick_length}, ink);
        TextStyle style = tick_style;
        style.vertical = Anchor::high;
        canvas.text(x, below - gap, tick.label, style);
    }
    const int beside = plane.x - line - tick_length;
    for (const Tick& tick : plot.ticks[1]) {
        const int y =
            plane.y + place_of(tick.value, vertical->lower, vertical->upper, plane.height);
        canvas.fill({beside, y - line / 2, tick_length, line}, ink);
        TextStyle style = tick_style;
        style.horizontal = Anchor::high;
        canvas.text(beside - gap, y, tick.label, style);
    }
    canvas.text(plane.x + plane.width / 2, margin + label_style.size / 2, plot.names[0],
                label_style);
    canvas.text(layout.vertical_label, plane.y + plane.height / 2, plot.names[1], label_style);
}

void draw_bar(Canvas& canvas, const Layout& layout, const Plot& plot, const std::string& quantity)
{
    const Box& bar = layout.bar;
    for (int y = 0; y < bar.height; ++y) {
        const Rgb colour = viridis(static_cast<double>(y) / (bar.height - 1));
        canvas.fill({bar.x, bar.y + y, bar.width, 1}, colour);
    }
    canvas.frame(bar, line, ink);
    const int right = bar.right() + line;
    for (const Tick& tick : plot.bar_ticks) {
        const int y = bar.y + place_of(tick.value, plot.bar_ticks.front().value,
                                       plot.bar_ticks.back().value, bar.height);
        canvas.fill({right, y - line / 2, tick_length, line}, ink);
        TextStyle style = tick_style;
        style.horizontal = Anchor::low;
        canvas.text(right + tick_length + gap, y, tick.label, style);
    }
    TextStyle style = fitted(label_style, quantity, bar.height);
    style.upwards = true;
    canvas.text(layout.quantity_label, bar.y + bar.height / 2, quantity, style);
}

/// What the odd colour means: below the colour bar, beside the name of the horizontal axis.
void draw_not_finite_key(Canvas& canvas, const Box& bar)
{
    constexpr int side = 18;
    constexpr int y = margin + (label_style.size - side) / 2;
    const Box key{.x = bar.x, .y = y, .width = side, .height = side};
    canvas.fill(key, not_finite_colour);
    canvas.frame(key, 1, ink);
    TextStyle style = tick_style;
    style.horizontal = Anchor::low;
    canvas.text(key.right() + gap, y + side / 2, "not finite", style);
}

void draw_titles(Canvas& canvas, const Layout& layout, const PictureText& text,
                 const std::string& subtitle)
{
    const int title_y = layout.height - margin - title_style.size / 2;
    const int subtitle_y = title_y - title_style.size / 2 - gap - subtitle_style.size / 2;
    // Centred over the plane as far as the canvas allows.
    const int half = text_width(text.title, layout.title) / 2;
    const int centre = layout.plane.x + layout.plane.width / 2;
    const int low = std::min(margin + half, layout.width / 2);
    const int x = std::clamp(centre, low, layout.width - low);
    canvas.text(x, title_y, text.title, layout.title);
    canvas.text(x, subtitle_y, subtitle, subtitle_style);
}

}  // namespace

void write_slice_png(const std::filesystem::path& path, const Grid& grid, int normal,
                     std::span<const float> plane, const PictureText& text)
{
    const PlaneSampler sampler{grid, normal, plane};
    const ValueRange range = range_of(plane);
    const Plot plot = plot_of(grid, normal, range);
    const Layout layout = layout_of(plot, text);

    Canvas canvas{layout.width, layout.height};
    draw_plane(canvas, layout.plane, sampler, range);
    draw_axes(canvas, layout, plot);
    draw_bar(canvas, layout, plot, text.quantity);
    if (!range.all_finite) {
        draw_not_finite_key(canvas, layout.bar);
    }
    draw_titles(canvas, layout, text, plot.subtitle);
    write_text(path, canvas.png());
}

}  // namespace tobiuo
