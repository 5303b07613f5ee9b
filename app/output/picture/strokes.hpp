// Lines and marks with smooth edges, for curves and isolines.
#pragma once

#include <span>
#include <vector>

#include "app/output/picture/canvas.hpp"

namespace tobiuo {

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
