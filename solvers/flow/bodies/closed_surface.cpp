// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/bodies/closed_surface.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace tobiuo::flow {
namespace {

constexpr unsigned bits = 31;
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
/// Beyond both of these the buckets become fewer, so that long triangles take no more memory than
/// others. A sphere of 100,000 triangles has 6.3 for each.
constexpr std::int64_t members_of_facet = 16;
constexpr std::int64_t few_members = 1 << 20;
/// Triangles that windings() asks about, of some ns each.
constexpr double most_tests = 1 << 26;
constexpr double most_buckets = 65536.0;  // along an axis

}  // namespace

double ClosedSurface::Facet::top() const
{
    return std::max({heights[0], heights[1], heights[2]});
}

std::int64_t ClosedSurface::area(const Place& a, const Place& b, const Place& c)
{
    const auto difference = [](std::int32_t from, std::int32_t to) {
        return std::int64_t{to} - std::int64_t{from};
    };
    return difference(a.y, b.y) * difference(a.z, c.z) -
           difference(a.z, b.z) * difference(a.y, c.y);
}

/// Counts the edges across the height z that lie at greater y. Two triangles with a common edge
/// agree about it: it is taken from its lower end to its upper one.
bool ClosedSurface::Facet::covers(const Place& at) const
{
    bool is_covered = false;
    for (std::size_t n = 0; n < 3; ++n) {
        const Place& a = places[n];
        const Place& b = places[n == 2 ? 0 : n + 1];
        if ((a.z > at.z) == (b.z > at.z)) {
            continue;
        }
        const bool is_beyond = a.z < b.z ? area(a, b, at) > 0 : area(b, a, at) > 0;
        is_covered = is_covered != is_beyond;
    }
    return is_covered;
}

std::pair<double, bool> ClosedSurface::Facet::crossing(const Place& at) const
{
    const auto weight = [&](std::size_t b, std::size_t c) {
        return static_cast<double>(area(at, places[b], places[c]));
    };
    const std::array weights{weight(1, 2), weight(2, 0), weight(0, 1)};
    const double sum = weights[0] + weights[1] + weights[2];
    return {(weights[0] * heights[0] + weights[1] * heights[1] + weights[2] * heights[2]) / sum,
            sum > 0.0};
}

ClosedSurface::ClosedSurface(std::span<const Triangle> triangles, InsideRule rule) : rule_{rule}
{
    if (triangles.empty() || triangles.size() > std::size_t{1} << 27U) {
        throw std::invalid_argument{"a closed surface has from 1 to 2^27 triangles"};
    }
    lower_ = upper_ = triangles.front().front();
    for (const Triangle& triangle : triangles) {
        for (const Corner& corner : triangle) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!std::isfinite(corner.at(axis))) {
                    throw std::invalid_argument{"a corner of a surface is not finite"};
                }
                lower_.at(axis) = std::min(lower_.at(axis), corner.at(axis));
                upper_.at(axis) = std::max(upper_.at(axis), corner.at(axis));
            }
        }
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double scale = most / (upper_.at(axis) - lower_.at(axis));
        scale_.at(axis) = std::isfinite(scale) ? scale : 0.0;  // what is flat has no inside
    }
    facets_.reserve(triangles.size());
    for (const Triangle& triangle : triangles) {
        Facet facet{};
        for (std::size_t n = 0; n < 3; ++n) {
            const Corner& corner = triangle.at(n);
            facet.places.at(n) = {.y = whole(1, corner[1]), .z = whole(2, corner[2])};
            facet.heights.at(n) = corner[0];
        }
        if (area(facet.places[0], facet.places[1], facet.places[2]) != 0) {
            facets_.push_back(facet);
        }
    }
    choose_buckets();
    fill_buckets();
}

std::int32_t ClosedSurface::whole(std::size_t axis, double position) const
{
    const double scale = scale_.at(axis);
    return scale == 0.0 ? 0 : static_cast<std::int32_t>((position - lower_.at(axis)) * scale + 0.5);
}

std::int64_t ClosedSurface::bucket(std::size_t axis, std::int32_t position) const
{
    return (position * buckets_.at(axis)) >> bits;
}

std::span<const std::uint32_t> ClosedSurface::facets_near(const Place& at) const
{
    const auto number = static_cast<std::size_t>(bucket(2, at.z) * buckets_[1] + bucket(1, at.y));
    return std::span{members_}.subspan(begins_[number], begins_[number + 1] - begins_[number]);
}

/// Calls take(first, last) with the buckets that a facet may meet in each row of them. A place of
/// its sides is computed to less than one whole number.
template <typename Take>
void ClosedSurface::for_each_run(const Facet& facet, const Take& take) const
{
    const auto [low, high] = std::ranges::minmax(facet.places, {}, &Place::z);
    const double height = std::ldexp(1.0, bits) / static_cast<double>(buckets_[2]);  // of a row
    for (std::int64_t row = bucket(2, low.z); row <= bucket(2, high.z); ++row) {
        const double begin = static_cast<double>(row) * height - 1.0;
        const double end = begin + height + 2.0;
        double least = most;
        double greatest = 0.0;
        for (std::size_t n = 0; n < 3; ++n) {
            const Place& a = facet.places.at(n);
            const Place& b = facet.places.at((n + 1) % 3);
            if (std::max(a.z, b.z) < begin || std::min(a.z, b.z) > end) {
                continue;
            }
            for (const double z :
                 {std::clamp<double>(a.z, begin, end), std::clamp<double>(b.z, begin, end)}) {
                const double part = a.z == b.z ? 0.0 : (z - a.z) / (static_cast<double>(b.z) - a.z);
                const double y = std::lerp<double>(a.y, b.y, part);
                least = std::min(least, a.z == b.z ? std::min(a.y, b.y) : y);
                greatest = std::max(greatest, a.z == b.z ? std::max(a.y, b.y) : y);
            }
        }
        const auto at = [&](double y) {
            return row * buckets_[1] +
                   bucket(1, static_cast<std::int32_t>(std::clamp<double>(y, 0.0, most)));
        };
        take(at(least - 1.0), at(greatest + 1.0));
    }
}

/// Makes about as many buckets as there are facets, which have the same shape as these on average.
void ClosedSurface::choose_buckets()
{
    std::array<double, 2> extents{};  // sums of those of facets
    for (const Facet& facet : facets_) {
        const auto [y_low, y_high] = std::ranges::minmax(facet.places, {}, &Place::y);
        const auto [z_low, z_high] = std::ranges::minmax(facet.places, {}, &Place::z);
        extents[0] += static_cast<double>(y_high.y) - static_cast<double>(y_low.y);
        extents[1] += static_cast<double>(z_high.z) - static_cast<double>(z_low.z);
    }
    const auto along = [&](double own, double other) {
        const double count = std::sqrt(static_cast<double>(facets_.size()) * (other / own));
        return count >= 1.0 ? static_cast<std::int64_t>(std::min(count, most_buckets)) : 1;
    };
    buckets_ = {1, along(extents[0], extents[1]), along(extents[1], extents[0])};
    const auto members = [&] {
        std::int64_t sum = 0;
        for (const Facet& facet : facets_) {
            for_each_run(facet,
                         [&](std::int64_t first, std::int64_t last) { sum += last - first + 1; });
        }
        return sum;
    };
    const std::int64_t enough = std::max(few_members, members_of_facet * std::ssize(facets_));
    while (buckets_[1] * buckets_[2] > 1 && members() > enough) {
        std::int64_t& larger = buckets_[1] > buckets_[2] ? buckets_[1] : buckets_[2];
        larger = (larger + 1) / 2;
    }
}

void ClosedSurface::fill_buckets()
{
    const auto for_each_bucket = [&](const Facet& facet, const auto& take) {
        for_each_run(facet, [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t number = first; number <= last; ++number) {
                take(static_cast<std::size_t>(number));
            }
        });
    };
    begins_.assign(static_cast<std::size_t>(buckets_[1] * buckets_[2]) + 1, 0);
    for (const Facet& facet : facets_) {
        for_each_bucket(facet, [&](std::size_t number) { ++begins_[number + 1]; });
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    members_.resize(begins_.back());
    std::vector<std::uint32_t> ends(begins_.begin(), begins_.end() - 1);
    for (std::size_t n = 0; n < facets_.size(); ++n) {
        for_each_bucket(facets_[n], [&](std::size_t number) {
            members_[ends[number]++] = static_cast<std::uint32_t>(n);
        });
    }
    for (std::size_t number = 0; number < ends.size(); ++number) {
        std::ranges::sort(members_.begin() + begins_[number],
                          members_.begin() + begins_[number + 1], std::ranges::greater{},
                          [&](std::uint32_t facet) { return facets_[facet].top(); });
    }
}

bool ClosedSurface::contains(double x, double y, double z) const
{
    const bool is_in_box = x >= lower_[0] && x < upper_[0] && y >= lower_[1] && y < upper_[1] &&
                           z >= lower_[2] && z < upper_[2];
    if (!is_in_box) {
        return false;
    }
    const Place at{.y = whole(1, y), .z = whole(2, z)};
    int count = 0;
    int winding = 0;
    for (const std::uint32_t number : facets_near(at)) {
        const Facet& facet = facets_[number];
        if (facet.top() <= x) {
            break;
        }
        if (!facet.covers(at)) {
            continue;
        }
        if (const auto [height, leaves] = facet.crossing(at); height > x) {
            ++count;
            winding += leaves ? 1 : -1;
        }
    }
    return rule_ == InsideRule::winding ? winding != 0 : count % 2 != 0;
}

std::pair<int, int> ClosedSurface::windings(int lines) const
{
    const double apart = 1e-9 * (upper_[0] - lower_[0]);  // of faces that lie on each other
    const double affordable = std::sqrt(most_tests / static_cast<double>(members_.size() + 1));
    const auto lines_along = [&](std::size_t axis) {
        const double wanted = std::ceil(lines / static_cast<double>(buckets_.at(axis)));
        return buckets_.at(axis) *
               static_cast<std::int64_t>(std::max(1.0, std::min(wanted, affordable)));
    };
    const std::array<std::int64_t, 3> counts{1, lines_along(1), lines_along(2)};
    std::pair<int, int> range{0, 0};
    std::vector<std::pair<double, bool>> crossings;
    for (std::int64_t number = 0; number < counts[1] * counts[2]; ++number) {
        const auto middle = [&](std::size_t axis, std::int64_t n) {
            return static_cast<std::int32_t>(((2 * n + 1) << (bits - 1)) / counts.at(axis));
        };
        const Place at{.y = middle(1, number % counts[1]), .z = middle(2, number / counts[1])};
        crossings.clear();
        for (const std::uint32_t facet : facets_near(at)) {
            if (facets_[facet].covers(at)) {
                crossings.push_back(facets_[facet].crossing(at));
            }
        }
        std::ranges::sort(crossings);
        int winding = 0;
        for (std::size_t n = 0; n + 1 < crossings.size(); ++n) {
            winding += crossings[n].second ? -1 : 1;
            if (crossings[n + 1].first - crossings[n].first > apart) {
                range = {std::min(range.first, winding), std::max(range.second, winding)};
            }
        }
    }
    return range;
}

}  // namespace tobiuo::flow
