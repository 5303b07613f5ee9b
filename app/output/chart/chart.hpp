// A chart of lines: two axes, a legend, and marks at measured values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/output/picture/canvas.hpp"
#include "app/output/picture/strokes.hpp"

namespace tobiuo {

struct ChartPoint {
    double x{};
    double y{};
};

struct ChartLine {
    std::string label;  ///< text in the legend; empty: no entry
    std::vector<ChartPoint> points;
    Rgb colour;
    Stroke stroke = Stroke::solid;
    Mark mark = Mark::none;
    double width = 3.0;  ///< width of the line in pixels
};

/// How values are spread along an axis. `powers_of_two` and `powers_of_ten` are logarithmic and
/// have their ticks at these powers; their values must be positive.
enum class Scale { linear, powers_of_two, powers_of_ten };

struct ChartAxis {
    std::string label;  ///< with the unit: "bandwidth [GB/s]"
    Scale scale = Scale::linear;
    std::optional<double> lower;  ///< if absent, chosen from the points and rounded
    std::optional<double> upper;
    /// Writes the text at a tick, for ticks that are not plain numbers; may be empty.
    std::function<std::string(double)> tick_text;
};

/// A marked position along x, drawn as a thin line with its name.
struct ChartGuide {
    double x{};
    std::string label;
};

struct Chart {
    std::string title;
    std::string subtitle;
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartLine> lines;
    std::vector<ChartGuide> guides;
};

/// Draws `chart` into `place`, which should be at least 400 x 300 pixels. Points that are not
/// finite are left out, and lines are cut at a given end of an axis; a chart without points shows
/// its axes.
void draw_chart(Canvas& canvas, const Box& place, const Chart& chart);

/// A number of bytes that is a power of two, in words, for tick_text: "16 KiB", "1 GiB".
[[nodiscard]] std::string binary_bytes_text(double bytes);

}  // namespace tobiuo
