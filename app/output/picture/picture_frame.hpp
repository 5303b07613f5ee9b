// SPDX-License-Identifier: BSD-3-Clause
// Slices and curves, and what they share: a box with marks at two of its sides, under a title.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/output/picture/canvas.hpp"
#include "app/output/picture/colour_map.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/picture/ticks.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

inline constexpr Rgb ink{.red = 34, .green = 34, .blue = 34};

// All lengths are in pixels.
inline constexpr int margin = 28;
inline constexpr int gap = 10;
inline constexpr int tick_length = 8;
inline constexpr int line_width_of_frames = 2;
inline constexpr TextStyle tick_style{.size = 20};
inline constexpr TextStyle label_style{.size = 23};
inline constexpr TextStyle note_style{.size = 18, .colour = pale_ink};
inline constexpr TextStyle title_style{.size = 27, .bold = true};
inline constexpr TextStyle subtitle_style{.size = 20, .colour = pale_ink};

struct Caption {
    std::string title;
    std::string subtitle;
    std::string quantity;  ///< the text of the colour bar, or of a curve's heights
};

/// A text made to fit: its size is reduced, but stays readable, then its middle is left out.
struct FittedText {
    std::string text;
    TextStyle style;
};

[[nodiscard]] FittedText fitted(const std::string& text, TextStyle style, int width);

/// One side of a box, with the values that its pixels stand for.
struct MarkedSide {
    double lower{};
    double upper{};
    std::string name;
    std::vector<Tick> ticks;

    /// The pixel at which `value` lies on a side of `pixels`.
    [[nodiscard]] int place_of(double value, int pixels) const;
};

[[nodiscard]] int widest_label(const std::vector<Tick>& ticks);

/// Height of the marks below a box and of the name of its axis.
[[nodiscard]] int height_below_box();

/// Draws the frame with marks and labels, and the names of the axes: the horizontal one below, the
/// vertical one (if it has one) with its middle at x = `vertical_name`.
void draw_frame(Canvas& canvas, const Box& box, const MarkedSide& horizontal,
                const MarkedSide& vertical, int vertical_name);

/// What is above a box: title and subtitle at the top of the canvas, and the quantity with its note
/// right above the part that it describes.
struct PictureHeader {
    FittedText title;
    FittedText subtitle;
    FittedText quantity;
    FittedText note;
    int height{};  ///< from the top of the box to that of the canvas
};

/// The header for a canvas of width `width`. The quantity may stand beside the titles if these are
/// no wider than `free_width`.
[[nodiscard]] PictureHeader header_of(const Caption& caption, const std::string& note, int width,
                                      int free_width, int quantity_width);

/// Centres the titles over `box` as far as the canvas allows; the quantity starts at `quantity_x`.
void draw_header(Canvas& canvas, const PictureHeader& header, const Box& box, int quantity_x);

/// Explains the colour of values that are not finite, from `x` on beside the horizontal axis's
/// name.
void draw_not_finite_key(Canvas& canvas, int x);

struct SlicePicture {
    const Grid& grid;
    int normal{};
    const PlaneSampler& sampler;
    ValueRange limits;           ///< limits of the colours
    std::vector<double> levels;  ///< values of the isolines
    ColourMap map{};
    bool has_bodies = false;  ///< whether infinite values are those of bodies
};

/// The picture as the bytes of a PNG file.
[[nodiscard]] std::string slice_png(const SlicePicture& picture, const Caption& caption);

using Segment = std::array<Place, 2>;

/// The pieces of the line on which the plane, drawn in `box`, has the value `level`, by marching
/// squares on a lattice of about two pixels, so that a line follows the interpolation that colours
/// show. A value that is nearer to the level than `slack` counts as above it, so that rounding
/// errors draw no lines where the field is constant; no line passes beside values that are not
/// finite.
[[nodiscard]] std::vector<Segment> isoline(const PlaneSampler& sampler, const Box& box,
                                           double level, double slack);

/// The values along the axis `along` in the middle of the plane's other axis, taken from the values
/// of the plane at `cut`.
[[nodiscard]] std::vector<double> middle_of_curve(const Grid& grid, const Cut& cut, int along,
                                                  const std::vector<double>& plane);

/// The picture as the bytes of a PNG file, from one value for each of the grid's on the axis.
/// `range` bounds the heights; without it the values do. Values that are not finite leave a gap and
/// a mark at the lower edge.
[[nodiscard]] std::string curve_png(const Grid& grid, int along, const std::vector<double>& values,
                                    const Caption& caption,
                                    const std::optional<std::array<double, 2>>& range);

}  // namespace tobiuo
