// SPDX-License-Identifier: BSD-3-Clause
// A bitmap to draw on: rectangles, text, lines and marks with smooth edges. It needs no window.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/output/picture/colour_map.hpp"

namespace tobiuo {

/// A rectangle in pixels from the lower left corner, y upwards.
struct Box {
    int x{};
    int y{};
    int width{};
    int height{};

    [[nodiscard]] int right() const { return x + width; }
    [[nodiscard]] int top() const { return y + height; }
};

enum class Anchor { low, centre, high };

/// The colour of secondary text: subtitles and names of axes.
inline constexpr Rgb pale_ink{.red = 105, .green = 105, .blue = 105};

/// How text is drawn: `size` is the height of the font in pixels, and the anchors say which part of
/// the text (before it is turned) is at the given point; vertically these are the lowest stroke,
/// the middle and the top of a capital letter.
struct TextStyle {
    int size{};
    Anchor horizontal = Anchor::centre;
    Anchor vertical = Anchor::centre;
    bool upwards = false;  ///< whether the text is turned to be read from below
    bool bold = false;
    Rgb colour{.red = 34, .green = 34, .blue = 34};
};

/// A bitmap that is white at first. Drawing outside of it is cut off.
class Canvas {
public:
    Canvas(int width, int height);

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

    void set(int x, int y, Rgb colour) { blend(x, y, colour, 255); }
    /// Blends `colour` over the pixel; `alpha` is from 0, transparent, to 255, opaque.
    void blend(int x, int y, Rgb colour, int alpha);
    void fill(const Box& box, Rgb colour);
    /// Draws an outline around `box`, outside of it.
    void frame(const Box& box, int thickness, Rgb colour);
    void text(int x, int y, const std::string& text, const TextStyle& style);

    /// The picture as the bytes of a PNG file. Throws std::runtime_error if libpng cannot make it.
    [[nodiscard]] std::string png() const;

private:
    int width_;
    int height_;
    std::vector<unsigned char> pixels_;  ///< [height][width][3]
};

/// Width in pixels that `text` takes along its line.
[[nodiscard]] int text_width(const std::string& text, const TextStyle& style);

/// A point on a canvas, in pixels; the middle of pixel (x, y) is (x + 0.5, y + 0.5).
struct Place {
    double x{};
    double y{};
};

enum class Mark { disc, square };

/// The coverage of each pixel of a box. Strokes that overlap cover a pixel once, so that a line has
/// no darker joints; parts outside of the box are cut off.
class Ink {
public:
    explicit Ink(const Box& box);

    /// Adds a line through `places`, `width` pixels wide, with round ends.
    void line(std::span<const Place> places, double width);
    /// Adds a mark with the given radius.
    void mark(const Place& middle, Mark mark, double radius);
    void print(Canvas& canvas, Rgb colour) const;

private:
    void segment(const Place& from, const Place& to, double half_width);
    template <typename Distance>
    void cover(const Place& low, const Place& high, double reach, const Distance& distance);

    Box box_;
    std::vector<float> coverage_;  ///< [box.height][box.width], 0 to 1
};

}  // namespace tobiuo
