// SPDX-License-Identifier: BSD-3-Clause
// Draws into memory. The coverage of lines and marks is computed from distances: a pixel is
// uncovered half a pixel outside an edge, and covered half a pixel inside it.
#include "app/output/picture/canvas.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
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

double squared(double value)
{
    return value * value;
}

/// The distance of `place` from the segment between `from` and `to`.
double distance_to_segment(const Place& place, const Place& from, const Place& to)
{
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double length = squared(dx) + squared(dy);
    const double along =
        length > 0.0
            ? std::clamp(((place.x - from.x) * dx + (place.y - from.y) * dy) / length, 0.0, 1.0)
            : 0.0;
    return std::hypot(place.x - from.x - along * dx, place.y - from.y - along * dy);
}

/// The signed distance of (dx, dy) from the outline of a mark around (0, 0): negative inside.
double distance_to_mark(Mark mark, double dx, double dy, double radius)
{
    return mark == Mark::square ? std::max(std::abs(dx), std::abs(dy)) - 0.88 * radius
                                : std::hypot(dx, dy) - radius;
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
    image.flags = PNG_IMAGE_FLAG_FAST;
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

Ink::Ink(const Box& box)
    : box_{box},
      coverage_(static_cast<std::size_t>(std::max(0, box.width)) *
                static_cast<std::size_t>(std::max(0, box.height)))
{
}

/// Covers pixels by the signed `distance` of their middles, between `low` and `high` with a margin
/// of `reach`.
template <typename Distance>
void Ink::cover(const Place& low, const Place& high, double reach, const Distance& distance)
{
    const auto pixel = [](double value, int least, int most) {
        return static_cast<int>(
            std::clamp(value, static_cast<double>(least), static_cast<double>(most)));
    };
    const int left = pixel(low.x - reach - 1, box_.x, box_.right());
    const int right = pixel(high.x + reach + 2, box_.x, box_.right());
    const int bottom = pixel(low.y - reach - 1, box_.y, box_.top());
    const int top = pixel(high.y + reach + 2, box_.y, box_.top());
    for (int y = bottom; y < top; ++y) {
        for (int x = left; x < right; ++x) {
            const double inside = 0.5 - distance(Place{.x = x + 0.5, .y = y + 0.5});
            float& covered = coverage_[static_cast<std::size_t>(y - box_.y) *
                                           static_cast<std::size_t>(box_.width) +
                                       static_cast<std::size_t>(x - box_.x)];
            covered = std::max(covered, static_cast<float>(std::clamp(inside, 0.0, 1.0)));
        }
    }
}

void Ink::segment(const Place& from, const Place& to, double half_width)
{
    cover({.x = std::min(from.x, to.x), .y = std::min(from.y, to.y)},
          {.x = std::max(from.x, to.x), .y = std::max(from.y, to.y)}, half_width,
          [&](const Place& place) { return distance_to_segment(place, from, to) - half_width; });
}

void Ink::line(std::span<const Place> places, double width)
{
    for (std::size_t n = 1; n < places.size(); ++n) {
        segment(places[n - 1], places[n], width / 2);
    }
}

void Ink::mark(const Place& middle, Mark mark, double radius)
{
    cover(middle, middle, 1.3 * radius, [&](const Place& place) {
        return distance_to_mark(mark, place.x - middle.x, place.y - middle.y, radius);
    });
}

void Ink::print(Canvas& canvas, Rgb colour) const
{
    std::size_t at = 0;
    for (int y = box_.y; y < box_.top(); ++y) {
        for (int x = box_.x; x < box_.right(); ++x, ++at) {
            if (coverage_[at] > 0.0F) {
                canvas.blend(x, y, colour, static_cast<int>(std::lround(255.0F * coverage_[at])));
            }
        }
    }
}

}  // namespace tobiuo
