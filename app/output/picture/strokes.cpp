// Computes coverage from distances: a pixel is uncovered half a pixel outside an edge, and covered
// half a pixel inside it.
#include "app/output/picture/strokes.hpp"

#include <algorithm>
#include <cmath>

namespace tobiuo {
namespace {

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
