// Draws into memory.
#include "app/output/picture/canvas.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/output/picture/font.hpp"

namespace tobiuo {
namespace {

/// The text in one line without control characters, which the font would show as boxes.
std::string printable(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

FontStyle font_of(const TextStyle& style)
{
    return {.size = style.size, .bold = style.bold};
}

/// The position of the anchor between `low` and `high`.
int place_of(Anchor anchor, int low, int high)
{
    switch (anchor) {
        case Anchor::low:
            return low;
        case Anchor::centre:
            return high / 2;
        case Anchor::high:
            break;
    }
    return high;
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_{width},
      height_{height},
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255)
{
}

void Canvas::blend(int x, int y, Rgb colour, int alpha)
{
    if (x < 0 || x >= width_ || y < 0 || y >= height_) {
        return;
    }
    const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                     static_cast<std::size_t>(x)) *
                    3;
    const std::array channels{colour.red, colour.green, colour.blue};
    for (std::size_t c = 0; c < 3; ++c) {
        const int mixed = (channels[c] * alpha + pixels_[at + c] * (255 - alpha) + 127) / 255;
        pixels_[at + c] = static_cast<unsigned char>(mixed);
    }
}

void Canvas::fill(const Box& box, Rgb colour)
{
    for (int y = box.y; y < box.top(); ++y) {
        for (int x = box.x; x < box.right(); ++x) {
            set(x, y, colour);
        }
    }
}

void Canvas::frame(const Box& box, int thickness, Rgb colour)
{
    const int wide = box.width + 2 * thickness;
    const int left = box.x - thickness;
    fill({left, box.y - thickness, wide, thickness}, colour);
    fill({left, box.top(), wide, thickness}, colour);
    fill({left, box.y, thickness, box.height}, colour);
    fill({box.right(), box.y, thickness, box.height}, colour);
}

void Canvas::text(int x, int y, const std::string& text, const TextStyle& style)
{
    const FontStyle font = font_of(style);
    const std::string line = printable(text);
    const int start = -place_of(style.horizontal, 0, line_width(line, font));
    const int baseline = -place_of(style.vertical, -descent(font), capital_height(font));
    draw_line(line, font, [&](int column, int row, int coverage) {
        const int along = start + column;
        const int across = baseline + row;
        if (style.upwards) {
            blend(x - across - 1, y + along, style.colour, coverage);
        } else {
            blend(x + along, y + across, style.colour, coverage);
        }
    });
}

std::string Canvas::png() const
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width_);
    image.height = static_cast<png_uint_32>(height_);
    image.format = PNG_FORMAT_RGB;
    const int upwards = -3 * width_;  // bytes of a row; negative: the last row is the top one
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);  // an upper bound
    std::string file(size, '\0');
    if (png_image_write_to_memory(&image, file.data(), &size, 0, pixels_.data(), upwards,
                                  nullptr) == 0) {
        throw std::runtime_error{std::string{"could not make a PNG: "} + image.message};
    }
    file.resize(size);
    return file;
}

int text_width(const std::string& text, const TextStyle& style)
{
    return line_width(printable(text), font_of(style));
}

}  // namespace tobiuo
