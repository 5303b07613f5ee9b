// Lays out a chart: titles and legend above, axes left and below, and the lines in the rest.
#include "app/output/chart/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "app/output/chart/chart_scale.hpp"

namespace tobiuo {
namespace {

constexpr Rgb grid_grey{.red = 229, .green = 231, .blue = 235};
constexpr Rgb frame_grey{.red = 150, .green = 155, .blue = 162};

// All lengths are in pixels.
constexpr int gap = 10;
constexpr int tick_length = 6;
constexpr int line_height = 27;  // of the legend
constexpr int sample_width = 46;
constexpr int legend_space = 26;  // between columns of the legend
constexpr double mark_radius = 5.2;
constexpr TextStyle tick_style{.size = 17};
constexpr TextStyle label_style{.size = 19};
constexpr TextStyle title_style{
    .size = 23, .horizontal = Anchor::low, .vertical = Anchor::high, .bold = true};
constexpr TextStyle subtitle_style{
    .size = 17, .horizontal = Anchor::low, .vertical = Anchor::high, .colour = pale_ink};
constexpr TextStyle legend_style{.size = 17, .horizontal = Anchor::low};
constexpr TextStyle guide_style{
    .size = 15, .horizontal = Anchor::low, .vertical = Anchor::low, .colour = pale_ink};

/// A legend whose entries run down one column, then the next, so that related entries are together.
struct Legend {
    std::vector<const ChartLine*> entries;
    int rows = 0;
    std::vector<int> column_widths;

    [[nodiscard]] int width() const
    {
        return std::accumulate(column_widths.begin(), column_widths.end(), -legend_space);
    }
};

Legend legend_in(std::vector<const ChartLine*> entries, int columns)
{
    Legend legend{.entries = std::move(entries), .column_widths = {}};
    const auto count = static_cast<int>(legend.entries.size());
    legend.rows = (count + columns - 1) / columns;
    for (int n = 0; n < count; ++n) {
        if (n % legend.rows == 0) {
            legend.column_widths.push_back(0);
        }
        const std::string& label = legend.entries[static_cast<std::size_t>(n)]->label;
        legend.column_widths.back() =
            std::max(legend.column_widths.back(),
                     sample_width + gap + text_width(label, legend_style) + legend_space);
    }
    return legend;
}

/// The legend of `chart` in as many columns as `width` holds.
Legend legend_of(const Chart& chart, int width)
{
    constexpr int most_columns = 3;
    std::vector<const ChartLine*> entries;
    for (const ChartLine& line : chart.lines) {
        if (!line.label.empty()) {
            entries.push_back(&line);
        }
    }
    for (int columns = most_columns; columns > 1; --columns) {
        if (Legend legend = legend_in(entries, columns); legend.width() <= width) {
            return legend;
        }
    }
    return legend_in(std::move(entries), 1);
}

std::vector<double> values_of(const Chart& chart, double ChartPoint::*coordinate)
{
    std::vector<double> values;
    for (const ChartLine& line : chart.lines) {
        for (const ChartPoint& point : line.points) {
            values.push_back(point.*coordinate);
        }
    }
    return values;
}

int widest(const std::vector<Tick>& ticks)
{
    int width = 0;
    for (const Tick& tick : ticks) {
        width = std::max(width, text_width(tick.label, tick_style));
    }
    return width;
}

/// A chart on its canvas: the frame around the lines, and both axes.
class Drawing {
public:
    Drawing(Canvas& canvas, const Box& place, const Chart& chart)
        : canvas_{canvas},
          place_{place},
          chart_{chart},
          legend_{legend_of(chart, place.width)},
          plot_{plot_box()},
          x_{chart.x, values_of(chart, &ChartPoint::x), plot_.width, plot_.width / 92},
          y_{chart.y, values_of(chart, &ChartPoint::y), plot_.height, plot_.height / 52}
    {
    }

    void draw()
    {
        draw_titles();
        draw_legend();
        draw_axes();
        draw_guides();
        for (const ChartLine& line : chart_.lines) {
            draw_line(line);
        }
    }

private:
    [[nodiscard]] int top_of_legend() const
    {
        const int title = chart_.title.empty() ? 0 : title_style.size + gap;
        const int subtitle = chart_.subtitle.empty() ? 0 : subtitle_style.size + gap;
        return place_.top() - title - subtitle;
    }

    [[nodiscard]] Box plot_box() const
    {
        const int bottom =
            place_.y + label_style.size + 2 * gap + tick_style.size + gap + tick_length;
        const int top = top_of_legend() - legend_.rows * line_height - gap;
        // The choice of ticks depends on the height only.
        const ChartScale heights{chart_.y, values_of(chart_, &ChartPoint::y), 1,
                                 (top - bottom) / 52};
        const int left =
            place_.x + label_style.size + 2 * gap + widest(heights.ticks()) + gap + tick_length;
        const int right = place_.right() - 2 * gap;
        return {.x = left,
                .y = bottom,
                .width = std::max(1, right - left),
                .height = std::max(1, top - bottom)};
    }

    [[nodiscard]] Place place_of(const ChartPoint& point) const
    {
        return {.x = plot_.x + x_.place(point.x), .y = plot_.y + y_.place(point.y)};
    }

    void draw_titles()
    {
        int y = place_.top();
        for (const auto& [text, style] :
             {std::pair{&chart_.title, title_style}, std::pair{&chart_.subtitle, subtitle_style}}) {
            if (!text->empty()) {
                canvas_.text(place_.x, y, *text, style);
                y -= style.size + gap;
            }
        }
    }

    void draw_legend()
    {
        int x = place_.x;
        for (std::size_t n = 0; n < legend_.entries.size(); ++n) {
            const int row = static_cast<int>(n) % legend_.rows;
            if (n > 0 && row == 0) {
                x += legend_.column_widths[n / static_cast<std::size_t>(legend_.rows) - 1];
            }
            const int y = top_of_legend() - row * line_height - line_height / 2;
            draw_sample(
                {.x = x, .y = y - line_height / 2, .width = sample_width, .height = line_height},
                *legend_.entries[n]);
            canvas_.text(x + sample_width + gap, y, legend_.entries[n]->label, legend_style);
        }
    }

    /// Draws a piece of `line` with its mark, for the legend.
    void draw_sample(const Box& box, const ChartLine& line)
    {
        const double y = std::floor(box.y + box.height / 2.0) + 0.5;
        const std::array ends{Place{.x = box.x + 3.0, .y = y},
                              Place{.x = box.right() - 3.0, .y = y}};
        Ink sample{box};
        sample.line(ends, line.stroke, line.width);
        sample.print(canvas_, line.colour);
        draw_mark({.x = box.x + box.width / 2.0, .y = y}, box, line);
    }

    void draw_axes()
    {
        for (const Tick& tick : x_.ticks()) {
            const int x = plot_.x + static_cast<int>(std::lround(x_.place(tick.value)));
            canvas_.fill({x, plot_.y, 1, plot_.height}, grid_grey);
            canvas_.fill({x, plot_.y - tick_length, 1, tick_length}, frame_grey);
            TextStyle style = tick_style;
            style.vertical = Anchor::high;
            canvas_.text(x, plot_.y - tick_length - gap, tick.label, style);
        }
        for (const Tick& tick : y_.ticks()) {
            const int y = plot_.y + static_cast<int>(std::lround(y_.place(tick.value)));
            canvas_.fill({plot_.x, y, plot_.width, 1}, grid_grey);
            canvas_.fill({plot_.x - tick_length, y, tick_length, 1}, frame_grey);
            TextStyle style = tick_style;
            style.horizontal = Anchor::high;
            canvas_.text(plot_.x - tick_length - gap, y, tick.label, style);
        }
        canvas_.frame(plot_, 1, frame_grey);
        canvas_.text(plot_.x + plot_.width / 2, place_.y + label_style.size / 2, chart_.x.label,
                     label_style);
        TextStyle upwards = label_style;
        upwards.upwards = true;
        canvas_.text(place_.x + label_style.size / 2, plot_.y + plot_.height / 2, chart_.y.label,
                     upwards);
    }

    void draw_guides()
    {
        for (const ChartGuide& guide : chart_.guides) {
            if (!x_.has(guide.x)) {
                continue;
            }
            const double x = plot_.x + x_.place(guide.x);
            Ink line{plot_};
            const std::array ends{Place{.x = x, .y = static_cast<double>(plot_.y)},
                                  Place{.x = x, .y = static_cast<double>(plot_.top())}};
            line.line(ends, Stroke::dotted, 2.0);
            line.print(canvas_, frame_grey);
            const int width = text_width(guide.label, guide_style);
            TextStyle style = guide_style;
            int at = static_cast<int>(x) + gap / 2;
            if (at + width > plot_.right() - gap / 2) {
                style.horizontal = Anchor::high;
                at = static_cast<int>(x) - gap / 2;
            }
            canvas_.text(at, plot_.y + gap, guide.label, style);
        }
    }

    void draw_line(const ChartLine& line)
    {
        std::vector<Place> places;
        Ink trace{plot_};
        const auto flush = [&] {
            trace.line(places, line.stroke, line.width);
            places.clear();
        };
        for (const ChartPoint& point : line.points) {
            const Place at = place_of(point);
            if (std::isfinite(at.x) && std::isfinite(at.y)) {
                places.push_back(at);
            } else {
                flush();  // ends the line before a gap
            }
        }
        flush();
        trace.print(canvas_, line.colour);
        for (const ChartPoint& point : line.points) {
            if (x_.has(point.x) && y_.has(point.y)) {
                draw_mark(place_of(point), canvas_box(), line);
            }
        }
    }

    /// Draws a mark with a white rim, so that marks stand out where lines cross.
    void draw_mark(const Place& middle, const Box& within, const ChartLine& line)
    {
        const bool inside = middle.x >= within.x && middle.x <= within.right() &&
                            middle.y >= within.y && middle.y <= within.top();
        if (line.mark == Mark::none || !inside) {  // far outside, or not finite
            return;
        }
        const int reach = static_cast<int>(2 * mark_radius) + 2;
        const int x = static_cast<int>(middle.x);
        const int y = static_cast<int>(middle.y);
        const int bottom = std::max(within.y, y - reach);
        const Box box{.x = x - reach,
                      .y = bottom,
                      .width = 2 * reach,
                      .height = std::min(within.top(), y + reach) - bottom};
        Ink rim{box};
        rim.mark(middle, line.mark == Mark::ring ? Mark::disc : line.mark, mark_radius + 1.6);
        rim.print(canvas_, {.red = 255, .green = 255, .blue = 255});
        Ink mark{box};
        mark.mark(middle, line.mark, mark_radius);
        mark.print(canvas_, line.colour);
    }

    [[nodiscard]] Box canvas_box() const { return {0, 0, canvas_.width(), canvas_.height()}; }

    Canvas& canvas_;
    Box place_;
    const Chart& chart_;
    Legend legend_;
    Box plot_;
    ChartScale x_;
    ChartScale y_;
};

}  // namespace

void draw_chart(Canvas& canvas, const Box& place, const Chart& chart)
{
    Drawing{canvas, place, chart}.draw();
}

std::string binary_bytes_text(double bytes)
{
    constexpr std::array<const char*, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    while (bytes >= 1024.0 && unit + 1 < units.size()) {
        bytes /= 1024.0;
        ++unit;
    }
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.4g %s", bytes, units.at(unit));
    return text.data();
}

}  // namespace tobiuo
