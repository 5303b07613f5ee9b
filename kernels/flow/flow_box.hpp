// SPDX-License-Identifier: BSD-3-Clause
// A box of staggered velocities as kernels see it: cells, spacings, what lies beyond the faces. The
// code compiles for device and host.
//
// Cell (i, j, k) has the pressure at its centre; u[k][j][i] is at the centre of its upper face
// across x, v at that across y, w at that across z. Arrays hold the cells of the box only. On an
// axis with walls the last face is the upper wall; the velocity through the lower wall, index -1,
// is in no array. A scalar that the flow carries is at the centre, as the pressure is.
//
// Several ranks have neighbouring planes of z. The box of a rank then ends where that of another
// one begins, and its arrays have copies of the other one's planes there, see Box::joined.
#pragma once

#include "kernels/walls/wall_box.hpp"

namespace tobiuo::flow {

using walls::face_count;
using walls::faster_axis;
using walls::slower_axis;

/// Reciprocal widths along an axis, with index -2 ... n. Entry i of `per_gap` is of the distance
/// from the centre of cell i to that of cell i + 1; beyond a wall lies the mirror image of the
/// first cell. `share[0]` and `share[1]` are twice the weights of cells i and i + 1 in their mean
/// weighted by volume.
template <typename T>
struct Spacings {
    const T* per_width = nullptr;
    const T* per_gap = nullptr;
    const T* share[2] = {};
};

/// What a velocity or a scalar is beyond a face: factor times its mirror image in the box, plus the
/// value.
template <typename T>
struct Beyond {
    T factor = 0;
    T value = 0;
    const T* values = nullptr;  ///< [slower][faster] along the face instead of the value, or null

    [[nodiscard]] constexpr T added(long long at) const
    {
        return values != nullptr ? values[at] : value;
    }
};

/// One face of an axis that is not periodic. The component across it is given there: `value` of the
/// lower face; that of the upper one is in the array.
template <typename T>
struct FaceRule {
    Beyond<T> velocity[3];
    Beyond<T> scalar;
    Beyond<T> viscosity = {.factor = 1};  ///< where it varies, see StageArrays
    /// The pressure beyond the face by that in the box: 1 where the velocity through the face is
    /// given, -1 where the pressure on the face is zero.
    T pressure_factor = 1;
};

template <typename T>
struct Box {
    long long counts[3] = {1, 1, 1};  ///< cells along x, y, z
    bool periodic[3] = {true, true, true};
    /// Whether the box ends below (0) or above (1) z where that of another rank begins: arrays have
    /// the plane there, index -1 or counts[2], and the impulse the next one above, too. Such a z is
    /// not periodic.
    bool joined[2] = {};
    Spacings<T> axes[3];
    FaceRule<T> faces[face_count];
    T viscosity = 0;
    T force[3] = {};  ///< for each unit of mass
    T diffusivity = 0;
    T per_prandtl = 0;      ///< what more of viscosity there is adds so much to the diffusivity
    T buoyancy[3] = {};     ///< the force that each unit of the scalar adds
    bool bounded = false;   ///< whether the scalar's advection is, see bounded_flux.hpp
    int implicit_axis = 3;  ///< along which rates have no diffusion, see ImplicitStage; 3 if none

    [[nodiscard]] constexpr long long points() const { return counts[0] * counts[1] * counts[2]; }

    /// Whether nothing changes along the axis, whose width nobody chose.
    [[nodiscard]] constexpr bool is_absent(int axis) const
    {
        return periodic[axis] && counts[axis] == 1;
    }
    /// What a velocity along an axis is multiplied with in the rate that limits the time step.
    [[nodiscard]] constexpr T crossings(int axis, T per_width) const
    {
        return is_absent(axis) ? T{0} : per_width;
    }

    /// What rates of velocity and scalar diffuse with along an axis.
    [[nodiscard]] constexpr T viscosity_along(int axis) const
    {
        return axis == implicit_axis ? T{0} : viscosity;
    }
    [[nodiscard]] constexpr T diffusivity_along(int axis) const
    {
        return axis == implicit_axis ? T{0} : diffusivity;
    }
    /// The diffusivity on a face between cells with these viscosities.
    [[nodiscard]] constexpr T diffusivity_between(T from, T to) const
    {
        return diffusivity + per_prandtl * ((from + to) / 2 - viscosity);
    }

    /// Whether the axis ends with a face below (0) or above (1).
    [[nodiscard]] constexpr bool has_face(int axis, int end) const
    {
        return !periodic[axis] && !(axis == 2 && joined[end]);
    }

    /// The index in arrays that any index of an axis stands for: the same, its place in the period,
    /// or its mirror image in the face.
    [[nodiscard]] constexpr long long inside(int axis, long long index) const
    {
        const long long n = counts[axis];
        if ((index >= 0 && index < n) || (axis == 2 && joined[index < 0 ? 0 : 1])) {
            return index;
        }
        if (periodic[axis]) {
            const long long once = index < 0 ? index + n : index - n;  // no division as a rule
            return once >= 0 && once < n ? once : (index % n + n) % n;
        }
        const long long image = index < 0 ? -1 - index : 2 * n - 1 - index;
        return image < 0 ? 0 : image >= n ? n - 1 : image;
    }

    /// The face beyond which index `index` of an axis lies; -1 if there is none.
    [[nodiscard]] constexpr int face_before(int axis, long long index) const
    {
        const int end = index < 0 ? 0 : 1;
        return (index >= 0 && index < counts[axis]) || !has_face(axis, end) ? -1 : 2 * axis + end;
    }
};

/// A stage of a Runge-Kutta step: u* = u + dt (gamma N(u) + zeta N_old). Where the diffusion L along
/// one axis is implicit, N is without it, and dt (alpha L(u) + beta L(u*)) is added.
///
/// Source    P. R. Spalart, R. D. Moser and M. M. Rogers, J. Comput. Phys. 96, 297 (1991),
///           appendix A.
struct Stage {
    double gamma = 0.0;
    double zeta = 0.0;
    bool uses_old = false;  ///< N_old has a part in it; otherwise zeta is 0
    bool keeps = false;     ///< the next stage uses N
    double alpha = 0.0;
    double beta = 0.0;
    double begin = 0.0;  ///< of a bounded scalar, see bounded_stages

    /// The part of the time step that the stage takes; alpha + beta is the same.
    [[nodiscard]] constexpr double length() const { return gamma + zeta; }
};

inline constexpr int stages_of_step = 3;
inline constexpr Stage stages[stages_of_step] = {{.gamma = 8.0 / 15.0,
                                                  .zeta = 0.0,
                                                  .uses_old = false,
                                                  .keeps = true,
                                                  .alpha = 29.0 / 96.0,
                                                  .beta = 37.0 / 160.0},
                                                 {.gamma = 5.0 / 12.0,
                                                  .zeta = -17.0 / 60.0,
                                                  .uses_old = true,
                                                  .keeps = true,
                                                  .alpha = -3.0 / 40.0,
                                                  .beta = 5.0 / 24.0},
                                                 {.gamma = 3.0 / 4.0,
                                                  .zeta = -5.0 / 12.0,
                                                  .uses_old = true,
                                                  .keeps = false,
                                                  .alpha = 1.0 / 6.0,
                                                  .beta = 1.0 / 6.0}};

/// The stages of a scalar whose advection is bounded, which begin and end with those of the velocity:
/// s* = s + begin (s_0 - s) + dt gamma N(s), where s_0 is the scalar at the begin of the step. Each is
/// a mean of s_0 and of a step by Euler's method, of 79/105 dt at most: what that keeps within bounds
/// stays there. They are of second order. None of third order has stages at these times.
///
/// Source    S. Gottlieb, C.-W. Shu and E. Tadmor, SIAM Review 43, 89 (2001).
inline constexpr double euler_part = 79.0 / 105.0;
inline constexpr Stage bounded_stages[stages_of_step] = {
    {.gamma = 8.0 / 15.0},
    {.gamma = 158.0 / 405.0, .uses_old = true, .begin = 13.0 / 27.0},
    {.gamma = 761.0 / 1436.0, .uses_old = true, .begin = 847.0 / 2872.0}};

/// What a stage of the velocity is for the scalar.
template <typename T>
constexpr const Stage& scalar_stage(const Box<T>& box, const Stage& stage)
{
    return !box.bounded ? stage : bounded_stages[!stage.uses_old ? 0 : stage.keeps ? 1 : 2];
}

/// The arrays of a stage, all [z][y][x] with box.points() values. `next` is none of the others.
///
/// The velocity before the stage is velocity[a] - (difference of q along a) / gap, where
/// q = impulse_part * impulse: the last stage's projection is a part of this one.
template <typename T>
struct StageArrays {
    const T* velocity[3] = {};
    const T* impulse = nullptr;  ///< q / impulse_part
    /// q is time times pressure of the stage before, which `impulse` is itself where this is 1.
    T impulse_part = 1;
    T* next[3] = {};            ///< u* of this stage
    T* rates[3] = {};           ///< N of the stage before, replaced by that of this one
    const T* scalar = nullptr;  ///< before the stage; null if there is none
    T* next_scalar = nullptr;
    T* scalar_rates = nullptr;  ///< or, of a bounded one, the scalar at the begin of the step
    /// The viscosity in cells where it is not the same everywhere, [z][y][x] as the others; else
    /// null.
    const T* viscosity = nullptr;
};

}  // namespace tobiuo::flow
