// The viscosity of the eddies that are smaller than cells. For host and device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/source_items.hpp"
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

/// The models of EddyModel, in its order.
enum class EddyForm : int { none, smagorinsky, wale, vreman };

/// Viscosity over constant^2 of a gradient and the squares of a filter's widths along the axes.
/// Gradients are divided by their largest entry first, so that no power leaves the range of T.
template <typename T>
class EddyRate {
public:
    constexpr EddyRate(const CellGradient<T>& gradient, const T (&squares)[3])
        : squares_{squares[0], squares[1], squares[2]}
    {
        for (const auto& row : gradient.of) {
            for (const T entry : row) {
                const T size = entry < 0 ? -entry : entry;
                largest_ = size > largest_ ? size : largest_;
            }
        }
        const T scale = largest_ > 0 ? 1 / largest_ : T{0};
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                g_[a][b] = scale * gradient.of[a][b];
            }
        }
    }

    /// |S| = sqrt(2 S_ab S_ab), of J. Smagorinsky, Mon. Weather Rev. 91, 99 (1963), without the square
    /// of a length; where the scalar is layered, sqrt(2 S_ab S_ab - layering), which is N^2 over the
    /// Prandtl number, or 0.
    [[nodiscard]] T smagorinsky(T layering = 0) const
    {
        if (largest_ <= 0) {
            return 0;
        }
        const T square = 2 * strain_squared() - layering / largest_ / largest_;
        return square > 0 ? largest_ * sqrt(square) : T{0};
    }

    /// Without the square of a length. F. Nicoud and F. Ducros, Flow Turbul. Combust. 62, 183 (1999),
    /// eq. 13: with g^2 = g g and its symmetric part without trace s, s_ab s_ab^(3/2) divided by
    /// S_ab S_ab^(5/2) + s_ab s_ab^(5/4).
    [[nodiscard]] T wale() const
    {
        T square[3][3] = {};
        T trace = 0;
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                for (int c = 0; c < 3; ++c) {
                    square[a][b] += g_[a][c] * g_[c][b];
                }
            }
            trace += square[a][a] / 3;
        }
        T sum = 0;
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                const T entry = (square[a][b] + square[b][a]) / 2 - (a == b ? trace : T{0});
                sum += entry * entry;
            }
        }
        const T strain = strain_squared();
        const T divisor = strain * strain * sqrt(strain) + sum * sqrt(sqrt(sum));
        return divisor > 0 ? largest_ * sum * sqrt(sum) / divisor : T{0};
    }

    /// With the widths of the cell. A. W. Vreman, Phys. Fluids 16, 3670 (2004), eqs. 5 to 8.
    [[nodiscard]] T vreman() const
    {
        T beta[3][3] = {};
        T all = 0;
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                for (int along = 0; along < 3; ++along) {
                    beta[a][b] += squares_[along] * g_[a][along] * g_[b][along];
                }
                all += g_[a][b] * g_[a][b];
            }
        }
        const T sum = minor(beta, 0, 1) + minor(beta, 0, 2) + minor(beta, 1, 2);
        return sum > 0 ? largest_ * sqrt(sum / all) : T{0};
    }

private:
#ifndef __CUDACC__
    static T sqrt(T value)
    {
        return std::sqrt(value);
    }
#endif

    [[nodiscard]] static constexpr T minor(const T (&beta)[3][3], int a, int b)
    {
        return beta[a][a] * beta[b][b] - beta[a][b] * beta[a][b];
    }

    [[nodiscard]] constexpr T strain_squared() const
    {
        T sum = 0;
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                const T entry = (g_[a][b] + g_[b][a]) / 2;
                sum += entry * entry;
            }
        }
        return sum;
    }

    T squares_[3];
    T largest_ = 0;
    T g_[3][3] = {};
};

/// Items write the viscosity of a cell each at the begin of a stage: that of the box, what a field
/// adds, and that of its eddies.
///
/// Filter   the root of as many widths as axes that are not absent, multiplied; along an absent axis
///          Vreman's model has none.
/// Layers   the buoyancy of the scalar takes from |S|^2 what D. K. Lilly, Tellus 14, 148 (1962),
///          has: N^2 over the Prandtl number.
/// Damping  towards walls the length l = constant * filter becomes 1 / l^2 + 1 / (0.4 d)^2 = 1 /
///          length^2, with the distance d to the nearest wall: P. J. Mason and D. J. Thomson, J. Fluid
///          Mech. 242, 51 (1992), with the exponent 2.
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
    EddyForm form = EddyForm::none;
    T constant_squared = 0;  ///< the constant itself of Vreman's model, which is about 2.5 C_s^2
    /// Tables for each axis, of its cells: the factor of the square of the filter's width, and the
    /// distance to the nearest wall across the axis.
    const T* filter[3] = {};
    const T* distance[3] = {};
    bool damps = false;
    T per_prandtl = 0;  ///< of Smagorinsky's model with a scalar; 0 without buoyancy
    GivenField added = {};

    void operator()(long long n) const
    {
        const long long plane_cells = box.counts[0] * box.counts[1];
        const long long plane = n / plane_cells;
        // A plane has fewer than 2^32 cells, and a device divides these much faster.
        const auto rest = static_cast<unsigned>(n - plane * plane_cells);
        const auto columns = static_cast<unsigned>(box.counts[0]);
        unsigned row = rest / columns;
        unsigned column = rest % columns;
        if (columns % tile_columns == 0 && box.counts[1] % tile_rows == 0) {
            const unsigned in_rows = rest % (tile_rows * columns);
            const unsigned in_tile = in_rows % (tile_rows * tile_columns);
            row = rest / (tile_rows * columns) * tile_rows + in_tile / tile_columns;
            column = in_rows / (tile_rows * tile_columns) * tile_columns + in_tile % tile_columns;
        }
        const long long cell[3] = {column, row, plane};
        const long long here = plane * plane_cells + cell[1] * box.counts[0] + cell[0];
        const T eddies = form == EddyForm::none ? T{0} : of_eddies(cell, here);
        to[here] = box.viscosity + static_cast<T>(added.at(here)) + eddies;
    }

private:
    /// The cells of a block on a device, which neighbour each other, so that rows are read once.
    static constexpr unsigned tile_columns = 32;
    static constexpr unsigned tile_rows = 4;

    [[nodiscard]] T of_eddies(const long long (&cell)[3], long long n) const
    {
        T squares[3] = {};
        T filter_squared = 1;
        T wall = distance[0][cell[0]];
        for (int axis = 0; axis < 3; ++axis) {
            const T per_width = box.axes[axis].per_width[cell[axis]];
            squares[axis] = box.is_absent(axis) ? T{0} : 1 / (per_width * per_width);
            filter_squared *= filter[axis][cell[axis]];
            const T other = distance[axis][cell[axis]];
            wall = other < wall ? other : wall;
        }
        const EddyRate<T> rate{gradient(cell, n), squares};
        if (form == EddyForm::vreman) {
            return constant_squared * rate.vreman();
        }
        T length_squared = constant_squared * filter_squared;
        if (damps && length_squared > 0) {
            constexpr auto karman_squared = static_cast<T>(0.16);
            length_squared = 1 / (1 / length_squared + 1 / (karman_squared * wall * wall));
        }
        return length_squared *
               (form == EddyForm::wale ? rate.wale() : rate.smagorinsky(layering(cell, n)));
    }

    /// The square of the frequency at which the scalar's layers make the fluid oscillate, over the
    /// Prandtl number; beside a face its slope is that on the other side of the cell.
    [[nodiscard]] T layering(const long long (&cell)[3], long long n) const
    {
        if (per_prandtl == 0) {
            return 0;
        }
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
                    const T difference =
                        arrays.scalar[n + steps * component_of(step, axis)] - arrays.scalar[n];
                    slope += box.axes[axis].per_gap[cell[axis] - 1 + side] *
                             (side == 0 ? -difference : difference);
                    ++sides;
                }
            }
            sum += sides > 0 ? buoyancy * slope / static_cast<T>(sides) : T{0};
        }
        return sum * per_prandtl;
    }

    [[nodiscard]] CellGradient<T> gradient(const long long (&cell)[3], long long n) const
    {
        bool within = true;
        for (int axis = 0; axis < 3; ++axis) {
            within = within && cell[axis] >= 1 && cell[axis] + 2 < box.counts[axis];
        }
        const long long steps[3] = {1, box.counts[0], box.counts[0] * box.counts[1]};
        if (within) {
            // ProjectedVelocity::within(), by steps from the cell.
            return gradient_at(box, cell, [&](int a, int back, int axis, int by) {
                const long long step = component_of(steps, a);
                const long long moved = n + by * component_of(steps, axis) - back * step;
                return component_of(arrays.velocity, a)[moved] -
                       arrays.impulse_part * box.axes[a].per_gap[cell[a] - back] *
                           (arrays.impulse[moved + step] - arrays.impulse[moved]);
            });
        }
        const ProjectedVelocity<T> velocity{box, arrays};
        return gradient_at(box, cell, [&](int a, int back, int axis, int by) {
            const long long index[3] = {cell[0] - (a == 0 ? back : 0) + (axis == 0 ? by : 0),
                                        cell[1] - (a == 1 ? back : 0) + (axis == 1 ? by : 0),
                                        cell[2] - (a == 2 ? back : 0) + (axis == 2 ? by : 0)};
            return velocity.near_ends(a, index);
        });
    }
};

}  // namespace tobiuo::flow
