// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/bodies/surface_faults.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

namespace tobiuo::flow {
namespace {

using Number = std::uint32_t;

/// A number for each corner of each triangle, the same for corners at the same place.
std::vector<Number> joined_corners(std::span<const Triangle> triangles)
{
    struct Numbered {
        Corner place;
        Number corner;
    };
    std::vector<Numbered> all;
    all.reserve(3 * triangles.size());
    for (const Triangle& triangle : triangles) {
        for (const Corner& place : triangle) {
            all.push_back({.place = place, .corner = static_cast<Number>(all.size())});
        }
    }
    std::ranges::sort(all, {}, &Numbered::place);
    std::vector<Number> numbers(all.size());
    Number number = 0;
    for (std::size_t n = 0; n < all.size(); ++n) {
        number += n > 0 && all[n].place != all[n - 1].place ? 1 : 0;
        numbers[all[n].corner] = number;
    }
    return numbers;
}

/// An edge of a triangle as a number: first by its ends, then by its direction.
std::uint64_t directed_edge(Number begin, Number end)
{
    const auto [low, high] = std::minmax(begin, end);
    return (std::uint64_t{low} << 32U) | (std::uint64_t{high} << 1U) | (begin < end ? 1U : 0U);
}

/// The sets of edges that hang together, as those round a hole do.
class ConnectedEdges {
public:
    explicit ConnectedEdges(std::size_t corners) : parents_(corners, unseen) {}

    void add(Number begin, Number end)
    {
        const Number first = top_of(begin);
        const Number second = top_of(end);
        if (first != second) {
            parents_[first] = second;
            --sets_;
        }
    }
    [[nodiscard]] std::int64_t sets() const { return sets_; }

private:
    static constexpr Number unseen = std::numeric_limits<Number>::max();

    Number top_of(Number corner)
    {
        if (parents_[corner] == unseen) {
            parents_[corner] = corner;
            ++sets_;
        }
        while (parents_[corner] != corner) {
            parents_[corner] = parents_[parents_[corner]];  // halves the way for those that follow
            corner = parents_[corner];
        }
        return corner;
    }

    std::vector<Number> parents_;
    std::int64_t sets_ = 0;
};

}  // namespace

SurfaceFaults find_faults(std::span<const Triangle> triangles)
{
    if (triangles.size() > std::size_t{1} << 29U) {
        throw std::length_error{"a surface has more than 2^29 triangles"};
    }
    const std::vector<Number> corners = joined_corners(triangles);
    SurfaceFaults faults;
    std::vector<std::uint64_t> edges;
    edges.reserve(corners.size());
    for (std::size_t n = 0; n < corners.size(); n += 3) {
        const Number a = corners[n];
        const Number b = corners[n + 1];
        const Number c = corners[n + 2];
        if (a == b || b == c || c == a) {
            ++faults.flat;
            continue;
        }
        edges.insert(edges.end(), {directed_edge(a, b), directed_edge(b, c), directed_edge(c, a)});
    }
    std::ranges::sort(edges);
    ConnectedEdges rims{corners.size()};
    for (auto begin = edges.begin(); begin != edges.end();) {
        const std::uint64_t first = *begin;
        const auto end = std::find_if(begin, edges.end(),
                                      [&](std::uint64_t one) { return one >> 1U != first >> 1U; });
        const std::int64_t count = end - begin;
        const std::int64_t upwards =
            std::count_if(begin, end, [](std::uint64_t one) { return one % 2 == 1; });
        if (count == 1) {
            ++faults.open;
            rims.add(static_cast<Number>(first >> 32U), static_cast<Number>(first) >> 1U);
        } else if (count % 2 == 1) {
            ++faults.branching;
        } else if (2 * upwards != count) {
            ++faults.turned;
        }
        begin = end;
    }
    faults.holes = rims.sets();
    return faults;
}

}  // namespace tobiuo::flow
