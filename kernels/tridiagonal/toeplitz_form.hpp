// Tridiagonal systems of equal rows, one a column of an array: what their kernel is specialised to.
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

/// Row k of column i: value i + k step of the array, k = 0 being the last row there if `reversed`.
/// Columns of a tile are neighbours; a thread holds `values` rows of one of them.
struct ToeplitzForm {
    int rows = 1;
    long long step = 1;  ///< reals from row to row
    long long columns = 1;
    Edge first = Edge::periodic;
    Edge last = Edge::periodic;  ///< not even where the first is odd: see oriented()
    bool reversed = false;
    int lanes = 1;  ///< threads a column
    int values = 1;
    int tile = 1;  ///< columns a block
    int resident_blocks = 1;

    [[nodiscard]] constexpr bool operator==(const ToeplitzForm&) const = default;

    [[nodiscard]] constexpr int threads() const { return lanes * tile; }
    [[nodiscard]] constexpr long long tiles() const { return (columns + tile - 1) / tile; }
    /// Rows of the last thread of a column: the others have `values`.
    [[nodiscard]] constexpr int last_values() const { return rows - (lanes - 1) * values; }
    /// No row tells a constant from zero.
    [[nodiscard]] constexpr bool is_level() const { return !is_odd(first) && !is_odd(last); }
};

/// `form`, its rows reversed if that brings an even edge before an odd one: where columns are
/// almost constant, what enters at an odd edge and leaves at an even one would be a small difference
/// of large numbers.
[[nodiscard]] constexpr ToeplitzForm oriented(ToeplitzForm form)
{
    if (is_odd(form.first) && form.last != Edge::periodic && !is_odd(form.last)) {
        const Edge first = form.first;
        form.first = form.last;
        form.last = first;
        form.reversed = !form.reversed;
    }
    return form;
}

/// The systems of all columns i + j beside_count: diffusion (u[k-1] - 2 u[k] + u[k+1]) + (beside[i] + beyond[j]) u[k] = scale r[k], no sum
/// of the two positive.
template <typename T>
struct ToeplitzSystems {
    T* data;  ///< r, then u
    const double* beside;
    long long beside_count;
    const double* beyond;
    double diffusion;  ///< 1 / length squared
    double scale;
    /// The column where beside[i] + beyond[j] is 0, or negative. If its systems have no solution, r
    /// loses its mean, which is put where `constant` points to, and u has zero mean.
    long long level_column;
    T* constant;
};

}  // namespace tobiuo::tridiagonal
