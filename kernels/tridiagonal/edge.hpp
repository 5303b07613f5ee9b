// What lies beyond the first and the last row of a system of equal rows.
#pragma once

namespace tobiuo::tridiagonal {

/// How u goes on beyond the first or the last row: periodically, or as its mirror image, even or odd,
/// about the point half a step beyond that row (`half`), one step beyond it (`odd_whole`: a wall that
/// is no row) or at the row itself (`even_whole`).
enum class Edge { periodic, even_half, even_whole, odd_half, odd_whole };

[[nodiscard]] constexpr bool is_odd(Edge edge)
{
    return edge == Edge::odd_half || edge == Edge::odd_whole;
}

/// The row beyond the edge is the image of the row this far inside.
[[nodiscard]] constexpr int image_distance(Edge edge)
{
    return edge == Edge::odd_whole ? -1 : edge == Edge::even_whole ? 1 : 0;
}

/// No row tells a constant from zero.
[[nodiscard]] constexpr bool are_level(Edge first, Edge last)
{
    return !is_odd(first) && !is_odd(last);
}

/// Whether rows should be numbered from the other end, so that no odd edge comes before an even one:
/// where columns are almost constant, what enters there and leaves here would be a small difference of
/// large numbers.
[[nodiscard]] constexpr bool is_better_reversed(Edge first, Edge last)
{
    return is_odd(first) && !is_odd(last);
}

}  // namespace tobiuo::tridiagonal
