// SPDX-License-Identifier: BSD-3-Clause
// The viscosity of the eddies that are smaller than cells. For host and device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/source_items.hpp"
#include "kernels/flow/stage_arguments.hpp"
#include "kernels/flow/stage_form.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// du_a / dx_b at the centre of a cell, [a][b]. Along its own axis a component has one difference
/// there;
/// along another one it is the mean of those at the four edges around the cell, where the friction is.
template <typename T>
struct CellGradient {
    T of[3][3];
};

/// Fills the row of component a. `at(a, back, axis, by)` is the velocity on the upper (back 0) or lower
/// (1) face of the cell across a, moved `by` cells along an axis. Axes are constants, so that a
/// compiler keeps all of it in registers.
template <int a, typename T, typename Velocity>
constexpr void find_gradient_of(const Box<T>& box, const long long (&cell)[3], const Velocity& at,
                                CellGradient<T>& gradient)
{
    const auto value = [&](int back, int axis, int by) { return at(a, back, axis, by); };
    const T lower = value(1, a, 0);
    const T upper = value(0, a, 0);
    const auto across = [&](int b) {
        const T above = value(1, b, 1) - lower + (value(0, b, 1) - upper);
        const T below = lower - value(1, b, -1) + (upper - value(0, b, -1));
        return T{0.25} *
               (box.axes[b].per_gap[cell[b]] * above + box.axes[b].per_gap[cell[b] - 1] * below);
    };
    constexpr int next = (a + 1) % 3;
    constexpr int last = (a + 2) % 3;
    gradient.of[a][a] = box.axes[a].per_width[cell[a]] * (upper - lower);
    gradient.of[a][next] = across(next);
    gradient.of[a][last] = across(last);
}

template <typename T, typename Velocity>
[[nodiscard]] constexpr CellGradient<T> gradient_at(const Box<T>& box, const long long (&cell)[3],
                                                    const Velocity& at)
{
    CellGradient<T> gradient{};
    find_gradient_of<0>(box, cell, at, gradient);
    find_gradient_of<1>(box, cell, at, gradient);
    find_gradient_of<2>(box, cell, at, gradient);
    return gradient;
}

#ifdef __CUDACC__
/// Roots and quotients of numbers that are not very large, to a few roundings: in a third of the
/// instructions of those that are exact and take any number. Those of very small ones are 0.
[[nodiscard]] inline float reciprocal(float value)
{
    float found;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(found) : "f"(value));
    return found;
}
[[nodiscard]] inline float root(float value)
{
    float found;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(found) : "f"(value));
    return found;
}
/// By Newton's method, from 20 correct bits.
[[nodiscard]] inline double reciprocal(double value)
{
    if (!(value > 1e-300)) {
        return 0.0;
    }
    double found;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(found) : "d"(value));
    const double error = fma(-value, found, 1.0);
    return fma(found * error, fma(error, 1.0 + error, 1.0), found);
}
[[nodiscard]] inline double root(double value)
{
    if (!(value > 1e-300)) {
        return 0.0;
    }
    double inverse;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(value));
    const double found = value * inverse;
    const double error = fma(-found, inverse, 1.0);
    return fma(found * error, fma(error, 0.375, 0.5), found);
}
#else
template <typename T>
[[nodiscard]] T reciprocal(T value)
{
    return 1 / value;
}
template <typename T>
[[nodiscard]] T root(T value)
{
    return std::sqrt(value);
}
#endif

/// Viscosity over constant^2 of a gradient. In single precision the gradient is divided by its largest
/// entry first, so that no power leaves the range; in double one from 1e-30 to 1e30 stays in it.
template <typename T>
class EddyRate {
public:
    explicit constexpr EddyRate(const CellGradient<T>& gradient) : g_{gradient}
    {
        if constexpr (sizeof(T) < sizeof(double)) {
            T largest = 0;
            for (const auto& row : gradient.of) {
                for (const T entry : row) {
                    const T size = entry < 0 ? -entry : entry;
                    largest = size > largest ? size : largest;
                }
            }
            unit_ = largest > 0 ? largest : T{1};
            const T scale = reciprocal(unit_);
            for (auto& row : g_.of) {
                for (T& entry : row) {
                    entry *= scale;
                }
            }
        }
    }

    /// |S| = sqrt(2 S_ab S_ab), of J. Smagorinsky, Mon. Weather Rev. 91, 99 (1963), without the square
    /// of a length; where the scalar is layered, sqrt(2 S_ab S_ab - layering), which is N^2 over the
    /// Prandtl number, or 0.
    [[nodiscard]] T smagorinsky(T layering = 0) const
    {
        const T square = 2 * strain_squared() - layering / unit_ / unit_;
        return square > 0 ? unit_ * root(square) : T{0};
    }

    /// Without the square of a length. F. Nicoud and F. Ducros, Flow Turbul. Combust. 62, 183 (1999),
    /// eq. 13: with g^2 = g g and its symmetric part without trace s, s_ab s_ab^(3/2) divided by
    /// S_ab S_ab^(5/2) + s_ab s_ab^(5/4).
    [[nodiscard]] T wale() const
    {
        const auto& g = g_.of;
        const T crossed[3] = {g[1][2] * g[2][1], g[2][0] * g[0][2], g[0][1] * g[1][0]};
        const T diagonal[3] = {g[0][0] * g[0][0] + (crossed[1] + crossed[2]),
                               g[1][1] * g[1][1] + (crossed[2] + crossed[0]),
                               g[2][2] * g[2][2] + (crossed[0] + crossed[1])};
        const T trace = (diagonal[0] + diagonal[1] + diagonal[2]) * static_cast<T>(1.0 / 3.0);
        T sum = 0;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3;
            const int c = (a + 2) % 3;
            const T twice =
                (g[a][a] + g[b][b]) * (g[a][b] + g[b][a]) + (g[a][c] * g[c][b] + g[b][c] * g[c][a]);
            sum += (diagonal[a] - trace) * (diagonal[a] - trace) + twice * twice / 2;
        }
        const T strain = strain_squared();
        const T size = root(sum);
        const T divisor = strain * strain * root(strain) + sum * root(size);
        return divisor > 0 ? unit_ * sum * size * reciprocal(divisor) : T{0};
    }

    /// With the squares of a cell's widths. A. W. Vreman, Phys. Fluids 16, 3670 (2004), eqs. 5 to 8.
    [[nodiscard]] T vreman(const T (&squares)[3]) const
    {
        T beta[3][3] = {};
        T all = 0;
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                for (int along = 0; along < 3 && b >= a; ++along) {
                    beta[a][b] += squares[along] * g_.of[a][along] * g_.of[b][along];
                }
                all += g_.of[a][b] * g_.of[a][b];
            }
        }
        const T sum = minor(beta, 0, 1) + minor(beta, 0, 2) + minor(beta, 1, 2);
        return sum > 0 ? unit_ * root(sum * reciprocal(all)) : T{0};
    }

private:
    [[nodiscard]] static constexpr T minor(const T (&beta)[3][3], int a, int b)
    {
        return beta[a][a] * beta[b][b] - beta[a][b] * beta[a][b];
    }

    [[nodiscard]] constexpr T strain_squared() const
    {
        T sum = 0;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3;
            const T twice = g_.of[a][b] + g_.of[b][a];
            sum += g_.of[a][a] * g_.of[a][a] + twice * twice / 2;
        }
        return sum;
    }

    CellGradient<T> g_;
    T unit_ = 1;  ///< what the gradient was divided by
};

/// What the viscosity of a cell follows from: a model, its constant, tables of the axes, a given field.
///
/// Filter   the root of as many widths as axes that are not absent, multiplied; along an absent axis
///          Vreman's model has none.
/// Layers   the buoyancy of the scalar takes from |S|^2 what D. K. Lilly, Tellus 14, 148 (1962),
///          has: N^2 over the Prandtl number.
/// Damping  towards walls the length l = constant * filter becomes 1 / l^2 + 1 / (0.4 d)^2 = 1 /
///          length^2, with the distance d to the nearest wall: P. J. Mason and D. J. Thomson, J. Fluid
///          Mech. 242, 51 (1992), with the exponent 2.
template <typename T>
struct EddyRules {
    EddyForm form = EddyForm::none;
    T constant_squared = 0;  ///< the constant itself of Vreman's model, which is about 2.5 C_s^2
    /// Tables for each axis, of its cells: the factor of the square of the filter's width, and the
    /// distance to the nearest wall across the axis.
    const T* filter[3] = {};
    const T* distance[3] = {};
    bool damps = false;  ///< Smagorinsky's model
    T per_prandtl = 0;   ///< of Smagorinsky's model with a scalar; 0 without buoyancy
    GivenField added = {};

    /// The viscosity of the eddies in a cell by one of the models.
    template <EddyForm model>
    [[nodiscard]] T of_model(const Box<T>& box, const long long (&cell)[3],
                             const CellGradient<T>& gradient, T layering) const
    {
        if constexpr (model == EddyForm::none) {
            return 0;
        } else if constexpr (model == EddyForm::vreman) {
            T squares[3] = {};
            for (int axis = 0; axis < 3; ++axis) {
                const T per_width = box.axes[axis].per_width[cell[axis]];
                squares[axis] = box.is_absent(axis) ? T{0} : 1 / (per_width * per_width);
            }
            return constant_squared * EddyRate<T>{gradient}.vreman(squares);
        } else {
            const EddyRate<T> rate{gradient};
            return length_squared<model == EddyForm::smagorinsky>(cell) *
                   (model == EddyForm::wale ? rate.wale() : rate.smagorinsky(layering));
        }
    }
    [[nodiscard]] T of_eddies(const Box<T>& box, const long long (&cell)[3],
                              const CellGradient<T>& gradient, T layering) const
    {
        switch (form) {
            case EddyForm::none:
                break;
            case EddyForm::smagorinsky:
                return of_model<EddyForm::smagorinsky>(box, cell, gradient, layering);
            case EddyForm::wale:
                return of_model<EddyForm::wale>(box, cell, gradient, layering);
            case EddyForm::vreman:
                return of_model<EddyForm::vreman>(box, cell, gradient, layering);
        }
        return 0;
    }

    /// The square of the frequency at which the layers of a scalar make the fluid oscillate, over the
    /// Prandtl number, in cell n; beside a face its slope is that on the other side of the cell.
    [[nodiscard]] T layering(const Box<T>& box, const T* scalar, const long long (&cell)[3],
                             long long n) const
    {
        const long long step[3] = {1, box.counts[0], box.counts[0] * box.counts[1]};
        T sum = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const T buoyancy = component_of(box.buoyancy, axis);
            if (buoyancy == 0) {
                continue;
            }
            T slope = 0;
            int sides = 0;
            for (int side = 0; side < 2; ++side) {
                const long long index = cell[axis] + 2 * side - 1;
                if (box.face_before(axis, index) < 0) {
                    const long long steps = box.inside(axis, index) - cell[axis];
                    const T difference = scalar[n + steps * component_of(step, axis)] - scalar[n];
                    slope += box.axes[axis].per_gap[cell[axis] - 1 + side] *
                             (side == 0 ? -difference : difference);
                    ++sides;
                }
            }
            sum += sides > 0 ? buoyancy * slope / static_cast<T>(sides) : T{0};
        }
        return sum * per_prandtl;
    }

private:
    template <bool damped>
    [[nodiscard]] T length_squared(const long long (&cell)[3]) const
    {
        const T filter_squared = filter[0][cell[0]] * filter[1][cell[1]] * filter[2][cell[2]];
        const T length_squared = constant_squared * filter_squared;
        if (!damped || !damps || length_squared <= 0) {
            return length_squared;
        }
        T wall = distance[0][cell[0]];
        for (int axis = 1; axis < 3; ++axis) {
            const T other = distance[axis][cell[axis]];
            wall = other < wall ? other : wall;
        }
        constexpr auto karman_squared = static_cast<T>(0.16);
        return 1 / (1 / length_squared + 1 / (karman_squared * wall * wall));
    }
};

/// Items write the viscosity of a cell each at the begin of a step: that of the box, what a field
/// adds, and that of its eddies. On a device stage/viscosity.cuh does.
template <typename T>
struct FindViscosity {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/eddy_items.hpp",
                                            .type = "tobiuo::flow::FindViscosity",
                                            .name = "flow-viscosity",
                                            .threads = 128,
                                            .nanoseconds = 100.0};

    Box<T> box = {};
    StageArrays<T> arrays = {};
    T* to = nullptr;
    EddyRules<T> rules = {};

    void operator()(long long n) const
    {
        const long long plane = n / (box.counts[0] * box.counts[1]);
        const long long row = n / box.counts[0] - plane * box.counts[1];
        const long long cell[3] = {n % box.counts[0], row, plane};
        T eddies = 0;
        if (rules.form != EddyForm::none) {
            const T layering =
                rules.per_prandtl != 0 ? rules.layering(box, arrays.scalar, cell, n) : T{0};
            eddies = rules.of_eddies(box, cell, gradient(cell), layering);
        }
        to[n] = box.viscosity + static_cast<T>(rules.added.at(n)) + eddies;
    }

private:
    [[nodiscard]] CellGradient<T> gradient(const long long (&cell)[3]) const
    {
        const ProjectedVelocity<T> velocity{box, arrays};
        return gradient_at(box, cell, [&](int a, int back, int axis, int by) {
            const long long index[3] = {cell[0] - (a == 0 ? back : 0) + (axis == 0 ? by : 0),
                                        cell[1] - (a == 1 ? back : 0) + (axis == 1 ? by : 0),
                                        cell[2] - (a == 2 ? back : 0) + (axis == 2 ? by : 0)};
            return velocity.at(a, index);
        });
    }
};

/// The arguments of the kernel of stage/viscosity.cuh.
template <typename T>
struct ViscosityArguments {
    StageArguments<T> stage;  ///< with its box, its arrays and the planes of a block
    T* to = nullptr;
    EddyRules<T> rules;
};

}  // namespace tobiuo::flow
