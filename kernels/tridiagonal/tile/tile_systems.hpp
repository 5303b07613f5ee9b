// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of unequal rows, one a column of an array, which a block solves tile by tile.
#pragma once

#include "kernels/tridiagonal/unequal_rows.hpp"

namespace tobiuo::tridiagonal {

/// The systems of all columns. With w the widths of the rows and c the conductances between them,
/// row k of column (i, j) is
///
///     c[k+1] (u[k+1] - u[k]) - c[k] (u[k] - u[k-1]) + w[k] square (inner[i] + outer[j]) u[k]
///         = w[k] square scale r[k]
///
/// where u beyond the first and the last row is 0 (c[0] and c[rows] are those to the walls, 0 where
/// a wall has a given slope), or decays beyond an unbounded end, where rows of no sources follow with
/// the conductance c[0] or c[rows]. `square` is that of the unit in which w and 1 / c are lengths: with
/// the mean width of the rows as unit no real is too large or too small in any units of the user's.
/// No sum inner[i] + outer[j] is positive. u[k] of column (i, j) lies at i + j beyond_step + k
/// step; it is the column number i + j inner_count.
///
/// Behind their last row the widths go on with 0 and the conductances with 1, up to
/// ColumnTiles::room().
template <typename T>
struct TileSystems {
    const T* width;        ///< w[k]
    const T* conductance;  ///< c[k], one more
    T* loss_before;        ///< [part * columns + column]: of the row before each part of a column
    /// [column]: of u from the last row to the one beyond an unbounded end; null at a wall.
    T* loss_behind = nullptr;
    const double* inner;
    const double* outer;
    double square;
    double scale;
    T* data;      ///< r, then u
    T* constant;  ///< the mean of r in the column of the zero mode
    long long rows;
    long long step;
    long long inner_count;
    long long columns;
    long long beyond_step;
    /// The column whose matrix is singular, because no wall holds a value; -1 if there is none. r
    /// loses its mean there, which is stored at `constant`, and u has zero mean. With an unbounded end
    /// it has the solution `level` instead.
    long long zero_mode;
    bool first_unbounded = false;
    UnboundedLevel level = {};  ///< in the unit of w

    /// Whether rows go on beyond an end.
    [[nodiscard]] constexpr bool is_unbounded() const
    {
        return first_unbounded || loss_behind != nullptr;
    }
    [[nodiscard]] constexpr long long offset(long long column) const
    {
        return column % inner_count + column / inner_count * beyond_step;
    }
    /// -square (inner[i] + outer[j]); an arbitrary value for the zero mode, which has its own solution.
    [[nodiscard]] constexpr double decay(long long column) const
    {
        return column == zero_mode
                   ? 1.0
                   : -square * (inner[column % inner_count] + outer[column / inner_count]);
    }
};

}  // namespace tobiuo::tridiagonal
