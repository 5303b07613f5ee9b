// Tridiagonal systems of equal rows, one a column of an array: what their kernel is specialised to.
#pragma once

#include "kernels/tridiagonal/edge.hpp"

namespace tobiuo::tridiagonal {

/// Row k of column i: value i + k step of the array, k = 0 being the last row there if `reversed`.
/// Columns of a tile are neighbours; a thread holds `values` rows of one of them.
struct ToeplitzForm {
    int rows = 1;
    long long step = 1;  ///< reals from row to row
    long long columns = 1;
    Edge first = Edge::periodic;
    Edge last = Edge::periodic;
    bool reversed = false;
    int threads_per_column = 1;  ///< threads a column
    int values = 1;
    int tile = 1;  ///< columns a block
    int min_blocks_per_sm = 1;

    [[nodiscard]] constexpr bool operator==(const ToeplitzForm&) const = default;

    [[nodiscard]] constexpr int threads() const { return threads_per_column * tile; }
    [[nodiscard]] constexpr long long tiles() const { return (columns + tile - 1) / tile; }
    /// Where a row lies in its column.
    [[nodiscard]] constexpr long long place_of(long long row) const
    {
        return (reversed ? rows - 1 - row : row) * step;
    }
    /// Rows of the last thread of a column: the others have `values`.
    [[nodiscard]] constexpr int last_values() const
    {
        return rows - (threads_per_column - 1) * values;
    }
};

/// `form`, its rows reversed if that is better.
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
/// where every sum of the two is negative, but for one that may be 0.
template <typename T>
struct ToeplitzSystems {
    T* data;  ///< r, then u
    const double* inner;
    long long inner_count;
    const double* outer;
    double diffusion;  ///< 1 / length squared
    double scale;
    /// The one whose sum is 0; -1 if there is none. If it has no solution, r loses its mean, which
    /// is put where `constant` points to, and u has zero mean.
    long long zero_mode;
    T* constant;
};

}  // namespace tobiuo::tridiagonal
