// The rows of a tridiagonal matrix along an axis of unequal cells, and their elimination. One code
// for device and host.
#pragma once

#include "kernels/tridiagonal/eliminated_row.hpp"

namespace tobiuo::tridiagonal {

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

    /// What row k loses to the walls.
    [[nodiscard]] constexpr double wall(long long k) const
    {
        return (k == 0 ? first_wall : 0.0) + (k == count - 1 ? last_wall : 0.0);
    }
};

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
