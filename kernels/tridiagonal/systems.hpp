// Many tridiagonal systems, one for each line, whose matrices differ in a shift of the diagonal
// only.
#pragma once

namespace tobiuo::tridiagonal {

/// Row k of a system: below[k] (u[k-1] - u[k]) + above[k] (u[k+1] - u[k]) + (shift - wall) u[k] =
/// r[k], where below[0] and above[rows - 1] have no neighbour and `first_wall` and `last_wall` are
/// what the first and the last row lose besides. The shift of line (i, j) is inner[i] + outer[j],
/// and no shift is positive: pivots keep their sign, so none has to be sought.
///
/// u[k] of line (i, j) lies at i beside_step + j beyond_step + k step. `above_pivot` holds as many
/// numbers, in the same order, for the elimination; double in any case, since rounding them
/// perturbs the matrix.
template <typename T>
struct Systems {
    const double* below;
    const double* above;
    const double* width;  ///< weights of the rows in a mean
    double first_wall;
    double last_wall;
    const double* inner;
    const double* outer;
    double scale;  ///< the factor of r
    T* data;       ///< r, then u
    double* above_pivot;
    T* constant;  ///< the mean of r where the shift is zero and the matrix singular; or null
    long long rows;
    long long step;
    long long inner_count;
    long long beside_step;
    long long beyond_count;
    long long beyond_step;
};

/// Threads of a block, each with a line.
inline constexpr int threads = 128;

}  // namespace tobiuo::tridiagonal
