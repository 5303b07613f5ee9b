// What slices and curves have in common: a box with marks at two of its sides, under a title.
#pragma once

#include <string>
#include <vector>

#include "app/output/picture/canvas.hpp"
#include "app/output/picture/ticks.hpp"

namespace tobiuo {

inline constexpr Rgb ink{.red = 34, .green = 34, .blue = 34};

// Pixels.
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
    std::string quantity;  ///< of the colour bar, or of a curve's heights
};

/// A text made to fit: smaller, but still readable, then with its middle left out.
struct FittedText {
    std::string text;
    TextStyle style;
};

[[nodiscard]] FittedText fitted(const std::string& text, TextStyle style, int width);

/// One side of a box: what its pixels stand for.
struct MarkedSide {
    double lower{};
    double upper{};
    std::string name;
    std::vector<Tick> ticks;

    /// The pixel at which `value` lies on a side of `pixels`.
    [[nodiscard]] int place_of(double value, int pixels) const;
};

[[nodiscard]] int widest_label(const std::vector<Tick>& ticks);

/// What the marks below a box and the name of its axis take.
[[nodiscard]] int height_below_box();

/// The frame with marks and labels; the horizontal axis' name below, the vertical one's (if it has
/// one) at `vertical_name`, the x of its middle.
void draw_frame(Canvas& canvas, const Box& box, const MarkedSide& horizontal,
                const MarkedSide& vertical, int vertical_name);

/// What is above a box: title and subtitle at the top of the canvas, and the quantity with its note
/// right above what it belongs to.
struct PictureHeader {
    FittedText title;
    FittedText subtitle;
    FittedText quantity;
    FittedText note;
    int height{};  ///< from the top of the box to that of the canvas
};

/// For a canvas `width` wide. Where the titles are no wider than `free_width`, it may stand
/// beside them.
[[nodiscard]] PictureHeader header_of(const Caption& caption, const std::string& note, int width,
                                      int free_width, int quantity_width);

/// Centres the titles over `box` as far as the canvas allows; the quantity starts at `quantity_x`.
void draw_header(Canvas& canvas, const PictureHeader& header, const Box& box, int quantity_x);

/// What the odd colour means, from `x` on beside the name of the horizontal axis.
void draw_not_finite_key(Canvas& canvas, int x);

}  // namespace tobiuo
