// Marching squares: the signs at the corners of each square of a lattice give the pieces of a line.
// Source: W. E. Lorensen and H. E. Cline, Marching cubes, SIGGRAPH 1987, in two dimensions.
#include "app/output/picture/isolines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tobiuo {
namespace {

constexpr int pixels_apart = 2;

struct Corner {
    Place place;
    double height{};  ///< height above the level
};

/// The point where the line crosses the edge between two corners of different sign.
Place crossing(const Corner& from, const Corner& to)
{
    const double part = std::clamp(from.height / (from.height - to.height), 0.0, 1.0);
    return {.x = from.place.x + part * (to.place.x - from.place.x),
            .y = from.place.y + part * (to.place.y - from.place.y)};
}

/// Adds the pieces in the square of four corners, which are counter-clockwise. If opposite corners
/// have equal signs there are two pieces, and the sign in the middle tells which corners belong
/// together.
void add_pieces(const std::array<Corner, 4>& corners, double slack, std::vector<Segment>& pieces)
{
    const auto is_above = [&](double height) { return height > -slack; };
    std::array<Place, 4> ends{};
    std::size_t count = 0;
    double sum = 0;
    for (std::size_t n = 0; n < corners.size(); ++n) {
        const Corner& one = corners[n];
        const Corner& two = corners[(n + 1) % corners.size()];
        sum += one.height;
        if (is_above(one.height) != is_above(two.height)) {
            ends[count++] = crossing(one, two);
        }
    }
    if (!std::isfinite(sum) || count == 0) {
        return;
    }
    if (count == 2) {
        pieces.push_back({ends[0], ends[1]});
    } else if (is_above(sum / 4) == is_above(corners[0].height)) {
        pieces.push_back({ends[0], ends[1]});
        pieces.push_back({ends[2], ends[3]});
    } else {
        pieces.push_back({ends[3], ends[0]});
        pieces.push_back({ends[1], ends[2]});
    }
}

/// The corners of a row of the lattice, from left to right.
std::vector<Corner> row_of(const PlaneSampler& sampler, const Box& box, double level, int row,
                           int rows)
{
    const int columns = std::max(1, box.width / pixels_apart);
    const double v = static_cast<double>(row) / rows;
    std::vector<Corner> corners;
    for (int column = 0; column <= columns; ++column) {
        const double u = static_cast<double>(column) / columns;
        corners.push_back({.place = {.x = box.x + u * box.width, .y = box.y + v * box.height},
                           .height = sampler.at(u, v) - level});
    }
    return corners;
}

}  // namespace

std::vector<Segment> isoline(const PlaneSampler& sampler, const Box& box, double level,
                             double slack)
{
    const int rows = std::max(1, box.height / pixels_apart);
    std::vector<Segment> pieces;
    std::vector<Corner> below = row_of(sampler, box, level, 0, rows);
    for (int row = 1; row <= rows; ++row) {
        std::vector<Corner> above = row_of(sampler, box, level, row, rows);
        for (std::size_t n = 1; n < above.size(); ++n) {
            add_pieces({below[n - 1], below[n], above[n], above[n - 1]}, slack, pieces);
        }
        below = std::move(above);
    }
    return pieces;
}

}  // namespace tobiuo
