// SPDX-License-Identifier: BSD-3-Clause
// What a stage of the flow does with the points of a row on a CPU, built for several instruction
// sets.
#pragma once

#include <span>

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/momentum_row.hpp"
#include "runtime/memory/caches.hpp"

namespace tobiuo::flow {

/// Rows of the spacings of x and of the velocity have so many values more beyond their ends, no
/// fewer than a register holds. Measures are of so many neighbouring cells at a time.
inline constexpr int host_piece = 64;

/// Points (i ... i + used - 1, j, k) of a box, and the velocity around them.
template <typename T>
struct RowPlace {
    const Box<T>& box;
    Surroundings<T> at;
    long long i{};
    long long j{};
    long long k{};
    long long used = host_piece;
};

/// LowerFluxes of the points of a row, up to the end of its last register.
template <typename T>
struct LowerRow {
    T* u;
    T* v;
    T* w;
};

/// A scalar at the points of a row, and a cell farther along each axis.
template <typename T>
struct RowScalar {
    const T* here = nullptr;  ///< null if there is none
    const T* north = nullptr;
    const T* above = nullptr;
    T behind = 0;  ///< the last point along x
};

/// u* = u + new_part N + old_part N_old at the points of a row, see Stage.
template <typename T>
struct RowUpdate {
    T new_part{};
    T old_part{};
    bool uses_old = false;
    bool keeps = false;
    T* next[3] = {};   ///< u* at the first point
    T* rates[3] = {};  ///< N_old there, replaced by N
    RowScalar<T> scalar;
    /// How u* is stored, and N where it replaces nothing. Rows that do not begin at registers are
    /// cached. After streaming ones memory::finish_streaming_stores() is called.
    memory::Stores stores = memory::Stores::cached;
};

/// Measures of the cells of a row, for volumes without the widths along y and z. The velocities are
/// twice, the square is twice what Measures has.
template <typename T>
struct RowMeasures {
    T velocity[3] = {};
    T square = 0;
    T rate = 0;
    T divergence = 0;
    T friction = 0;
};

/// out[i] = velocity[i] - part per_gap[i] (impulse[i + 1] - impulse[i]) along a row, and
/// velocity[i] - part per_gap[0] (factor after[i] - impulse[i]) across it, see StageArrays.
template <typename T>
struct RowProjection {
    const T* velocity;
    const T* impulse;
    const T* per_gap;
    const T* after = nullptr;  ///< the impulse of the next row or plane
    T factor = 1;
    T part = 1;
};

/// What bounded_value() needs for a row of faces: the velocities through them, the rows of cells before
/// and behind them, and at these faces the shares of Spacings. Along a row all cells are those of
/// cells[1].
template <typename T>
struct BoundedRow {
    const T* velocity;
    const T* cells[4];
    const T* shares[2];
};

/// The functions of a stage for one instruction set. They give the same bits in every set, since
/// each operation rounds once and sums are divided among eight lanes everywhere.
template <typename T>
struct StageRows {
    const char* instruction_set;
    /// Writes the fluxes through the upper sides of the cells of plane k.
    void (*start)(const RowPlace<T>&, const LowerRow<T>& lower);
    /// Advances the points. The velocity through an upper face of the box keeps its value.
    void (*advance)(const RowPlace<T>&, const RowUpdate<T>&, const LowerRow<T>& lower);
    /// Measures the cells of plane k + 1 above the points.
    RowMeasures<T> (*measure)(const RowPlace<T>&);
    /// Projects `count` values of a row; `out` may be the velocity.
    void (*project_along)(const RowProjection<T>&, long long count, T* out);
    void (*project_across)(const RowProjection<T>&, long long count, T* out);
    /// Find the values on the `count` faces of a row for bounded advection.
    void (*bounded_along)(const BoundedRow<T>&, long long count, T* out);
    void (*bounded_across)(const BoundedRow<T>&, long long count, T* out);
};

/// The builds that this processor runs, the widest first; never empty.
template <typename T>
[[nodiscard]] std::span<const StageRows<T>> usable_stage_rows();

/// One build each, see stage_rows_body.hpp.
template <typename T>
[[nodiscard]] StageRows<T> baseline_stage_rows();
template <typename T>
[[nodiscard]] StageRows<T> avx2_stage_rows();
template <typename T>
[[nodiscard]] StageRows<T> avx512_stage_rows();

}  // namespace tobiuo::flow
