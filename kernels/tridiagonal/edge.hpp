// SPDX-License-Identifier: BSD-3-Clause
// What lies beyond the first and the last row of a system of equal rows.
#pragma once

namespace tobiuo::tridiagonal {

/// How u continues beyond the first or the last row: periodically, or as its mirror image, even or
/// odd, about the point half a step beyond that row (`half`), one step beyond it (`odd_whole`: the
/// wall has no row) or at the row itself (`even_whole`). Beyond an `unbounded` edge rows go on without
/// an end and without sources. Rows that are one of several slabs have two `open` edges: what enters
/// there is given.
enum class Edge { periodic, even_half, even_whole, odd_half, odd_whole, open, unbounded };

[[nodiscard]] constexpr bool is_odd(Edge edge)
{
    return edge == Edge::odd_half || edge == Edge::odd_whole;
}

/// The row beyond the edge is the image of the row that lies this many rows inside.
[[nodiscard]] constexpr int image_distance(Edge edge)
{
    return edge == Edge::odd_whole ? -1 : edge == Edge::even_whole ? 1 : 0;
}

/// u in the row beyond an edge of the first five kinds, from u in the row at the edge, in the one inside, and in the row at
/// the other edge.
template <typename Number>
[[nodiscard]] constexpr Number beyond(Edge edge, Number at, Number inside, Number other)
{
    switch (edge) {
        case Edge::periodic:
            return other;
        case Edge::even_half:
            return at;
        case Edge::even_whole:
            return inside;
        case Edge::odd_half:
            return -at;
        case Edge::odd_whole:
        case Edge::open:
        case Edge::unbounded:
            break;
    }
    return Number{0};
}

/// Whether the rows vanish for a constant, and nothing else tells the solution of the zero mode: its
/// system is singular.
[[nodiscard]] constexpr bool are_level(Edge first, Edge last)
{
    return !is_odd(first) && !is_odd(last) && first != Edge::unbounded && last != Edge::unbounded;
}

/// Whether rows should be numbered from the other end, so that no odd edge comes before an even
/// one, and an unbounded edge, at which nothing enters the recurrences, comes first. In the wrong
/// order, what enters them at the first edge is a small difference of large numbers where columns are
/// almost constant.
[[nodiscard]] constexpr bool is_better_reversed(Edge first, Edge last)
{
    return first != Edge::unbounded &&
           (last == Edge::unbounded || (is_odd(first) && !is_odd(last)));
}

}  // namespace tobiuo::tridiagonal
