// The rows of a tridiagonal matrix along an axis of unequal cells, and their elimination. One code
// for device and host.
#pragma once

namespace tobiuo::tridiagonal {

/// Row k is below[k] (u[k-1] - u[k]) + above[k] (u[k+1] - u[k]) + (shift - wall) u[k], where
/// below[0] and above[count - 1] have no neighbour and `first_wall` and `last_wall` are what the
/// first and the last row lose besides. Shifts are not positive: pivots keep their sign, so none
/// has to be sought.
struct UnequalRows {
    const double* below;
    const double* above;
    const double* width;  ///< weights of the rows in a mean
    double first_wall;
    double last_wall;
    long long count;

    /// The diagonal element of row k.
    [[nodiscard]] constexpr double diagonal(long long k, double shift) const
    {
        double sum = shift - below[k] - above[k];
        sum -= k == 0 ? first_wall : 0.0;
        sum -= k == count - 1 ? last_wall : 0.0;
        return sum;
    }

    /// The inverse of the pivot of row k, where the row before was left with `above_before`.
    [[nodiscard]] constexpr double inverse_pivot(long long k, double shift,
                                                 double above_before) const
    {
        return 1.0 / (diagonal(k, shift) - below[k] * above_before);
    }
};

/// What elimination leaves of a row: u[k] + above u[k+1] = solved.
struct EliminatedRow {
    double above = 0.0;
    double solved = 0.0;
};

/// The elements of a row.
struct TridiagonalRow {
    double below = 0.0;
    double diagonal = 0.0;
    double above = 0.0;
};

/// Eliminates a row by the one before, without exchanges (L. H. Thomas, 1949).
[[nodiscard]] constexpr EliminatedRow eliminated(const TridiagonalRow& row, double right_side,
                                                 const EliminatedRow& before)
{
    const double pivot = 1.0 / (row.diagonal - row.below * before.above);
    return {.above = row.above * pivot, .solved = (right_side - row.below * before.solved) * pivot};
}

/// The same of row k.
[[nodiscard]] constexpr EliminatedRow eliminated(const UnequalRows& rows, long long k, double shift,
                                                 double right_side, const EliminatedRow& before)
{
    return eliminated(
        {.below = rows.below[k], .diagonal = rows.diagonal(k, shift), .above = rows.above[k]},
        right_side, before);
}

}  // namespace tobiuo::tridiagonal
