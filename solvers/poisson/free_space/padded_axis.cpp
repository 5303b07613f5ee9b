// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/free_space/padded_axis.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numbers>

namespace tobiuo::poisson {
namespace {

/// Twice the place of each wall in units of the spacing, counted from the first value.
std::array<std::int64_t, 2> doubled_walls(const Problem& problem, const Sides& sides,
                                          std::int64_t count)
{
    if (problem.grid.location == Location::cell) {
        return {-1, 2 * count - 1};
    }
    return {sides.lower == Condition::dirichlet ? -2 : 0,
            sides.upper == Condition::dirichlet ? 2 * count : 2 * (count - 1)};
}

int image_of(std::int64_t source, bool negative)
{
    const int number = static_cast<int>(source) + 1;
    return negative ? -number : number;
}

/// The image at `place`, mirrored at walls until it is in the box.
int mirrored(std::int64_t place, std::int64_t count, const Sides& sides,
             const std::array<std::int64_t, 2>& walls)
{
    bool negative = false;
    while (place < 0 || place >= count) {
        const bool below = place < 0;
        const std::int64_t image = walls[below ? 0 : 1] - place;
        const Condition condition = below ? sides.lower : sides.upper;
        if (!is_wall(condition) || image == place) {
            return 0;
        }
        negative = negative != (condition == Condition::dirichlet);
        place = image;
    }
    return image_of(place, negative);
}

}  // namespace

double PaddedAxis::wave_number(std::int64_t k) const
{
    return 2.0 * std::numbers::pi * static_cast<double>(k) /
           (static_cast<double>(length) * spacing);
}

std::int64_t even_smooth(std::int64_t least)
{
    for (std::int64_t number = std::max<std::int64_t>(2, least + least % 2);; number += 2) {
        std::int64_t rest = number;
        for (const std::int64_t prime : {2, 3, 5, 7}) {
            while (rest % prime == 0) {
                rest /= prime;
            }
        }
        if (rest == 1) {
            return number;
        }
    }
}

PaddedAxis padded_axis(const Problem& problem, int axis)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    const std::int64_t count = unknowns(problem, axis).count;
    const std::array<std::int64_t, 2> walls = doubled_walls(problem, sides, count);
    PaddedAxis padded;
    padded.count = count;
    padded.spacing = one.spacing();
    padded.is_open = sides.lower == Condition::open || sides.upper == Condition::open;
    std::int64_t first = 0;  // of the places of the images
    if (sides.lower == Condition::periodic) {
        padded.length = count;
    } else if (!padded.is_open) {
        padded.length = (walls[1] - walls[0]) * (sides.lower == sides.upper ? 1 : 2);
    } else {
        first = is_wall(sides.lower) ? walls[0] - (count - 1) : 0;
        const std::int64_t last = is_wall(sides.upper) ? walls[1] : count - 1;
        // A kernel of both signs takes the farthest source to the farthest value; half of the length is
        // a distance of either sign, which derivatives do not have.
        const std::int64_t farthest = std::max({count - 1 - first, last, std::int64_t{1}});
        padded.length = even_smooth(std::max<std::int64_t>(4, 2 * farthest + 1));
        padded.reach = static_cast<double>(farthest) * padded.spacing;
    }
    padded.images.resize(static_cast<std::size_t>(padded.length));
    for (std::int64_t at = 0; at < padded.length; ++at) {
        // Places beyond the middle are those before the first one, where images are there.
        const std::int64_t place =
            padded.is_open && at - padded.length >= first ? at - padded.length : at;
        padded.images[static_cast<std::size_t>(at)] = sides.lower == Condition::periodic
                                                          ? image_of(at, false)
                                                          : mirrored(place, count, sides, walls);
    }
    return padded;
}

}  // namespace tobiuo::poisson
