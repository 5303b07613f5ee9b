// A bitmap to draw on: rectangles, text, PNG. No window, no GL context.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/output/picture/colour_map.hpp"

namespace tobiuo {

/// Pixels from the lower left corner, y upwards.
struct Box {
    int x{};
    int y{};
    int width{};
    int height{};

    [[nodiscard]] int right() const { return x + width; }
    [[nodiscard]] int top() const { return y + height; }
};

enum class Anchor { low, centre, high };

/// Of text beside the matter: subtitles, names of axes.
inline constexpr Rgb pale_ink{.red = 105, .green = 105, .blue = 105};

/// How text is set: `size` is the height of the font in pixels, the anchors say which part of the
/// text (as it is read, before it is turned) lies at the given point; vertically these are the
/// lowest stroke, the middle and the top of a capital letter.
struct TextStyle {
    int size{};
    Anchor horizontal = Anchor::centre;
    Anchor vertical = Anchor::centre;
    bool upwards = false;  ///< turned to be read from below
    bool bold = false;
    Rgb colour{.red = 34, .green = 34, .blue = 34};
};

/// White at first. Drawing outside is cut off.
class Canvas {
public:
    Canvas(int width, int height);

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

    void set(int x, int y, Rgb colour) { blend(x, y, colour, 255); }
    /// Lays `colour` over the pixel; `alpha` from 0, nothing, to 255, all of it.
    void blend(int x, int y, Rgb colour, int alpha);
    void fill(const Box& box, Rgb colour);
    /// The outline of `box`, drawn outside of it.
    void frame(const Box& box, int thickness, Rgb colour);
    void text(int x, int y, const std::string& text, const TextStyle& style);

    /// The file, in memory. Throws std::runtime_error if libpng cannot make it.
    [[nodiscard]] std::string png() const;

private:
    int width_;
    int height_;
    std::vector<unsigned char> pixels_;  ///< [height][width][3]
};

/// Pixels that `text` takes along its line.
[[nodiscard]] int text_width(const std::string& text, const TextStyle& style);

}  // namespace tobiuo
