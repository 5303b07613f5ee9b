// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of equal rows, one a column of an array: what their kernel is specialised to.
#pragma once

#include "kernels/tridiagonal/edge.hpp"

namespace tobiuo::tridiagonal {

/// What the kernel is specialised to. Row k of column i is value i + k step of the array; if
/// `reversed`, k counts from the last row. Columns of a tile are neighbours; a thread holds
/// `values` rows of one of them.
struct ToeplitzForm {
    int rows = 1;
    long long step = 1;  ///< in reals, from row to row
    long long columns = 1;
    Edge first = Edge::periodic;
    Edge last = Edge::periodic;
    bool reversed = false;
    int threads_per_column = 1;  ///< threads a column
    int values = 1;
    int tile = 1;  ///< columns a block
    int min_blocks_per_sm = 1;

    [[nodiscard]] constexpr bool operator==(const ToeplitzForm&) const = default;

    /// Whether the rows are one of several slabs, and what enters at their edges is given.
    [[nodiscard]] constexpr bool is_slab() const
    {
        return first == Edge::open && last == Edge::open;
    }
    /// Whether what enters at the first edge needs the recurrence from the last row.
    [[nodiscard]] constexpr bool needs_backwards() const
    {
        return first != Edge::periodic && first != Edge::open && first != Edge::unbounded;
    }
    [[nodiscard]] constexpr int threads() const { return threads_per_column * tile; }
    [[nodiscard]] constexpr long long tiles() const { return (columns + tile - 1) / tile; }
    /// The offset of a row in its column.
    [[nodiscard]] constexpr long long place_of(long long row) const
    {
        return (reversed ? rows - 1 - row : row) * step;
    }
    /// Rows of the last thread of a column; the other threads have `values`.
    [[nodiscard]] constexpr int last_values() const
    {
        return rows - (threads_per_column - 1) * values;
    }
};

/// Returns `form`, with its rows reversed if is_better_reversed() says so.
[[nodiscard]] constexpr ToeplitzForm oriented(ToeplitzForm form)
{
    if (is_better_reversed(form.first, form.last)) {
        const Edge first = form.first;
        form.first = form.last;
        form.last = first;
        form.reversed = !form.reversed;
    }
    return form;
}

/// The systems of all columns i + j beside_count:
///
///     diffusion (u[k-1] - 2 u[k] + u[k+1]) + (inner[i] + outer[j]) u[k] = scale r[k]
///
/// where every sum inner[i] + outer[j] is negative, except one that may be 0.
template <typename T>
struct ToeplitzSystems {
    T* data;  ///< r, then u
    const double* inner;
    long long inner_count;
    const double* outer;
    double diffusion;  ///< 1 / length squared
    double scale;
    /// The column whose sum is 0; -1 if there is none. If its system is singular, r loses its mean,
    /// which is stored at `constant`, and u has zero mean.
    long long zero_mode;
    T* constant;
};

}  // namespace tobiuo::tridiagonal
