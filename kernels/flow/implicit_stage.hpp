// SPDX-License-Identifier: BSD-3-Clause
// The implicit part of a stage: what it works on. The code compiles for device and host.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// What a sweep along the implicit axis solves for: three velocity components and the scalar.
inline constexpr int quantities = 4;
inline constexpr int scalar_quantity = 3;
inline constexpr int line_threads = 128;  ///< threads of a block, each with one line or point
/// Where lines are short enough, a block has `line_lanes` of them and for each up to `most_parts`
/// threads, which have `part_rows` values each.
inline constexpr int line_lanes = 8;
inline constexpr int most_parts = 64;
inline constexpr int part_rows = 8;

/// The system (1 - beta dt nu d2/ds2) x = d of every line along the axis, eliminated in advance. All
/// arrays have one entry for each value of a line.
///
/// Row k is diagonal_k x_k - lower_k x_{k-1} - upper_k x_{k+1} = d_k. Upwards one computes y_k =
/// share_k (d_k + lower_k y_{k-1}), downwards x_k = x_{k+1} + (y_k - loss_k x_{k+1}). The row of a
/// value that is given (the velocity through an upper face) has lower and upper 0.
///
/// Method    on a periodic axis the system of all rows but the last one is solved for d and for what
///           the last value adds; then the last row gives that value.
/// Source    S. D. Conte and C. de Boor, Elementary Numerical Analysis, 3rd ed. (1980), section 4.2;
///           losses in place of pivots as in kernels/tridiagonal/eliminated_row.hpp.
template <typename T>
struct LineSystem {
    const T* lower = nullptr;  ///< beta dt nu over both distances to the value before
    const T* upper = nullptr;  ///< to the value behind
    const T* share = nullptr;  ///< 1 / pivot
    const T* loss = nullptr;   ///< 1 - upper / pivot
    /// What the last value of a periodic line adds to each other one; in a slab what y before it adds
    /// to each y.
    const T* closing = nullptr;
};

/// Whole lines, or what each of several slabs of them does, see ImplicitSlabs.
enum class Sweep { whole, rise, fall };

/// What a stage has left in `next` becomes u* by implicit diffusion along an axis:
///
///     (1 - beta dt L) u* = next + alpha dt L(u) - (alpha + beta) dt grad p
///
/// with L = nu d2/ds2, u the velocity before the stage and p the pressure so far; and the same
/// for the scalar, without p. The velocity through an upper face keeps its value, but for p.
///
/// Source    the stages of P. R. Spalart, R. D. Moser and M. M. Rogers, J. Comput. Phys. 96, 297
///           (1991), appendix A; diffusion along one axis alone, and the increment of the pressure,
///           after P. Costa, Comput. Math. Appl. 76, 1853 (2018), section 2.
template <typename T>
struct ImplicitStage {
    Box<T> box;             ///< with the faces at the end of the stage
    FaceRule<T> before[2];  ///< the faces across the axis at its start
    int axis = 2;
    const T* velocity[3] = {};    ///< before the stage, less the gradient of `impulse`
    const T* impulse = nullptr;   ///< as StageArrays has it
    const T* scalar = nullptr;    ///< before the stage; null if there is none
    T* next[quantities] = {};     ///< of the velocity and the scalar
    const T* pressure = nullptr;  ///< so far, with a plane above it where Box::joined says so
    T pressure_time = 0;          ///< (alpha + beta) times the time step
    T explicit_part = 0;          ///< alpha / beta
    LineSystem<T> along;          ///< of the velocity along the axis
    LineSystem<T> across;         ///< of the other two
    LineSystem<T> scalar_system;
    Sweep sweep = Sweep::whole;
    /// At both ends of a slab, [quantity][line]. A rise leaves x of the first row and y of the last
    /// one, as if y before the slab and x behind it were 0. A fall gets y before it and x behind it.
    T* ends[2] = {};

    [[nodiscard]] constexpr int quantities_of_stage() const
    {
        return scalar != nullptr ? quantities : 3;
    }
    [[nodiscard]] constexpr long long lines() const { return box.points() / box.counts[axis]; }
};

/// Values between neighbours along an axis.
template <typename T>
[[nodiscard]] constexpr long long step_along(const Box<T>& box, int axis)
{
    return axis == 0 ? 1 : axis == 1 ? box.counts[0] : box.counts[0] * box.counts[1];
}

/// The pressure is raised by what a projection has found: p = p + (q - beta dt L(q)) / time, where
/// time is (alpha + beta) dt and L has the ghost values of the pressure. Then the velocity after the
/// projection solves the equation of ImplicitStage with the new p in place of the old one, but for
/// the velocity along walls across the axis.
///
/// Source    D. L. Brown, R. Cortez and M. L. Minion, J. Comput. Phys. 168, 464 (2001).
template <typename T>
struct PressureRise {
    Box<T> box;
    int axis = 2;
    const T* impulse = nullptr;
    T* pressure = nullptr;
    T per_time = 0;
    T friction = 0;  ///< beta dt nu

    /// At place `at`, whose index along the axis is `index`.
    constexpr void raise(long long at, long long index) const
    {
        const Spacings<T>& along = box.axes[axis];
        const T here = impulse[at];
        const T lower = beside(at, index, -1) - here;
        const T upper = beside(at, index, 1) - here;
        const T change = along.per_width[index] *
                         (along.per_gap[index - 1] * lower + along.per_gap[index] * upper);
        pressure[at] += per_time * (here - friction * change);
    }

    [[nodiscard]] constexpr long long index_of(long long at) const
    {
        return at / step_along(box, axis) % box.counts[axis];
    }

private:
    [[nodiscard]] constexpr T beside(long long at, long long index, int side) const
    {
        const int face = box.face_before(axis, index + side);
        const T factor = face >= 0 ? box.faces[face].pressure_factor : T{1};
        return factor *
               impulse[at + (box.inside(axis, index + side) - index) * step_along(box, axis)];
    }
};

}  // namespace tobiuo::flow
