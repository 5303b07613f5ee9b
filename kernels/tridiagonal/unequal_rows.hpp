// SPDX-License-Identifier: BSD-3-Clause
// The rows of a tridiagonal matrix along an axis of unequal cells, and their elimination. One code
// for device and host.
#pragma once

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/eliminated_row.hpp"

namespace tobiuo::tridiagonal {

/// What the row at an unbounded end loses to the rows beyond it, which have no sources and whose
/// coefficients are all `coupling`: their u is r, r^2, ... times that of the last one, with r + 1 / r =
/// 2 + decay / coupling. The decay is minus the shift; `root` is the function sqrt.
template <typename Root>
[[nodiscard]] constexpr double lost_beyond(double coupling, double decay, const Root& root)
{
    if (!(decay > 0.0) || coupling == 0.0) {
        return 0.0;
    }
    const double sigma = decay / coupling;
    return coupling * decay_of(sigma, root(discriminant(sigma))).loss;
}

/// The solution of unequal rows whose shift is 0 where no wall holds u and an end is unbounded, so that
/// nothing decays. With the charges q (r times the widths, with sum Q) and the distances x from the
/// first row, it has the slope `slope` Q before the first row, and there the height `height` Q +
/// `moment` times the sum of x q: that of the sum of |x - x'| q' / 2, with images at a wall.
struct UnboundedLevel {
    double slope;
    double height;
    double moment;
};

/// Row k is below[k] (u[k-1] - u[k]) + above[k] (u[k+1] - u[k]) + (shift - wall) u[k], where
/// below[0] and above[count - 1] are 0, and `first_wall` and `last_wall` are what the first and the
/// last row lose besides. Shifts are not positive: pivots keep their sign, so none has to be sought.
struct UnequalRows {
    const double* below;
    const double* above;
    const double* width;  ///< weights of the rows in a mean
    double first_wall;
    double last_wall;
    long long count;
    double first_beyond = 0.0;  ///< the coupling of rows beyond an unbounded first end, or 0
    double last_beyond = 0.0;
    bool has_level = false;  ///< whether lines without a shift have the solution `level`
    UnboundedLevel level = {};

    /// What row k loses to the walls.
    [[nodiscard]] constexpr double wall(long long k) const
    {
        return (k == 0 ? first_wall : 0.0) + (k == count - 1 ? last_wall : 0.0);
    }
};

/// The rows for a shift, with walls in place of their unbounded ends.
template <typename Root>
[[nodiscard]] constexpr UnequalRows with_ends(UnequalRows rows, double shift, const Root& root)
{
    rows.first_wall += lost_beyond(rows.first_beyond, -shift, root);
    rows.last_wall += lost_beyond(rows.last_beyond, -shift, root);
    return rows;
}

/// What elimination leaves of a row: u[k] = (1 - loss) u[k+1] + solved. By itself it is the row
/// before the first one, where u is 0.
struct EliminatedRow {
    double loss = 1.0;
    double solved = 0.0;
};

/// The elements of a row, none of which is negative.
struct TridiagonalRow {
    double below = 0.0;
    double decay = 0.0;  ///< of walls and shift
    double above = 0.0;
};

[[nodiscard]] constexpr TridiagonalRow row_of(const UnequalRows& rows, long long k, double shift)
{
    return {.below = rows.below[k], .decay = rows.wall(k) - shift, .above = rows.above[k]};
}

/// Eliminates a row by the one before.
[[nodiscard]] constexpr EliminatedRow eliminated(const TridiagonalRow& row, double right_side,
                                                 const EliminatedRow& before)
{
    const auto [loss, share] = eliminated_row(row.below, before.loss, row.decay, row.above,
                                              [](double number) { return 1.0 / number; });
    return {.loss = loss, .solved = (row.below * before.solved - right_side) * share};
}

}  // namespace tobiuo::tridiagonal
