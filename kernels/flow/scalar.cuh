// SPDX-License-Identifier: BSD-3-Clause
// A stage of the scalar that a flow carries, as a kernel. The launch and struct Config are those of
// PieceOfRow.
//
// Traffic   reads velocity, impulse, scalar and, where they are used, the old rates once and writes
//           the scalar and the kept rates: 7, 8 and 7 words a cell, if neighbours across rows and
//           planes are found in the caches; and the viscosity where it varies (Config::varies).
//           Where advection is bounded (Config::bounded) it is 7 words in each stage.
// Twin      plain_stage.hpp; advance_scalar_on_host() has method and source.
#pragma once

#include "kernels/flow/bounded_flux.hpp"
#include "kernels/flow/piece_of_row.cuh"
#include "kernels/flow/scalar_arguments.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::flow {

/// The piece of a thread.
template <typename Config>
class ScalarPiece {
    using Place = PieceOfRow<Config>;
    using T = typename Place::T;
    using Values = typename Place::Values;
    static constexpr int piece = Place::piece;

public:
    ScalarPiece(const ScalarArguments<T>& arguments, int plane)
        : arguments_{arguments},
          arrays_{arguments.arrays},
          box_{arguments.box},
          place_{arguments.box, plane}
    {
    }

    [[nodiscard]] bool exists() const { return place_.exists(); }

    void advance() const
    {
        const Values impulse = place_.value(arrays_.impulse);
        const Values scalar = place_.value(arrays_.scalar);
        Values old = {};
        if (arguments_.uses_old) {
            old = place_.value(arrays_.scalar_rates);
        }
        Values rate = {};
        add_along_row(impulse, scalar, rate);
        add_across_rows(1, impulse, scalar, rate);
        add_across_rows(2, impulse, scalar, rate);
        Values next;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            if constexpr (Config::bounded) {
                const T back =
                    arguments_.uses_old ? arguments_.old_part * (old.of[c] - scalar.of[c]) : T{0};
                next.of[c] = scalar.of[c] + back + arguments_.new_part * rate.of[c];
            } else {
                next.of[c] = scalar.of[c] + arguments_.new_part * rate.of[c] +
                             arguments_.old_part * old.of[c];
            }
        }
        place_.write(arrays_.next_scalar, next);
        if constexpr (Config::bounded) {
            if (!arguments_.uses_old) {
                place_.write(arrays_.scalar_rates, scalar);
            }
        } else if (arguments_.keeps) {
            place_.write(arrays_.scalar_rates, rate);
        }
    }

private:
    /// What flows from one cell to the next one. `carried(velocity)` is the value that bounded
    /// advection has there.
    template <typename Carried>
    [[nodiscard]] T flux(T diffusivity, T velocity, T per_gap, T from, T to,
                         const Carried& carried) const
    {
        if constexpr (Config::bounded) {
            return velocity * carried(velocity) - diffusivity * per_gap * (to - from);
        } else {
            return velocity * (T{0.5} * (from + to)) - diffusivity * per_gap * (to - from);
        }
    }

    /// The value so many places after the first one of the piece along x as bounded advection reads it:
    /// beyond a face stands the value on it.
    [[nodiscard]] T carried_along_row(int steps) const
    {
        const int index = place_.at(0) + steps;
        const bool is_before = index < 0;
        if (box_.periodic[0] || (!is_before && index < box_.counts[0])) {
            return place_.along(arrays_.scalar, steps);
        }
        const int inside = is_before ? 0 : static_cast<int>(box_.counts[0]) - 1;
        const T edge = place_.along(arrays_.scalar, inside - place_.at(0));
        const Beyond<T>& beyond = box_.faces[is_before ? 0 : 1].scalar;
        return value_on_face(beyond.factor * edge + beyond.added(place_.point_across_row()), edge);
    }
    /// The values so many rows or planes away, likewise.
    [[nodiscard]] Values carried_across_rows(int axis, int steps) const
    {
        const int index = place_.at(axis) + steps;
        const int last = static_cast<int>(box_.counts[axis]) - 1;
        const int end = index < 0 ? 0 : 1;
        const bool is_beyond = (index < 0 || index > last) && box_.has_face(axis, end);
        const int from = !is_beyond ? index : end == 0 ? 0 : last;
        Values found = place_.away(arrays_.scalar, axis, from - place_.at(axis));
        if (is_beyond) {
            const Beyond<T>& beyond = box_.faces[2 * axis + end].scalar;
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                const T edge = found.of[c];
                found.of[c] = value_on_face(
                    beyond.factor * edge + beyond.added(place_.point_beside(axis, c)), edge);
            }
        }
        return found;
    }

    /// Finds the values that bounded advection has on the faces across y or z below the cells (side 0)
    /// and above them (1).
    class CarriedAcross {
    public:
        CarriedAcross(const ScalarPiece& of, int axis)
        {
            if constexpr (Config::bounded) {
                const int index = of.place_.at(axis);
#pragma unroll
                for (int row = 0; row < 5; ++row) {
                    rows_[row] = of.carried_across_rows(axis, row - 2);
                }
#pragma unroll
                for (int away = 0; away < 4; ++away) {
                    shares_[0][away] = of.box_.axes[axis].share[0][index - 2 + away];
                    shares_[1][away] = of.box_.axes[axis].share[1][index - 2 + away];
                }
            }
        }
        [[nodiscard]] T value(int side, int c, T velocity) const
        {
            return bounded_value(velocity,
                                 {rows_[side].of[c], rows_[side + 1].of[c], rows_[side + 2].of[c],
                                  rows_[side + 3].of[c]},
                                 {shares_[1][side], shares_[0][side + 1], shares_[1][side + 1],
                                  shares_[0][side + 2]});
        }

    private:
        Values rows_[5];
        T shares_[2][4];
    };

    /// The diffusivities on the faces across y or z below the cells (side -1) or above them (1).
    [[nodiscard]] Values diffusivities(int axis, int side) const
    {
        Values found;
        if constexpr (Config::varies) {
            const Values here = place_.value(arrays_.viscosity);
            Values other;
            if (place_.is_beyond(axis, side)) {
                const Beyond<T>& beyond = box_.faces[2 * axis + (side < 0 ? 0 : 1)].viscosity;
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    other.of[c] = beyond.factor * here.of[c] + beyond.value;
                }
            } else {
                other = place_.neighbour(arrays_.viscosity, axis, side);
            }
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                found.of[c] = box_.diffusivity_between(here.of[c], other.of[c]);
            }
        } else {
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                found.of[c] = box_.diffusivity_along(axis);
            }
        }
        return found;
    }
    /// The diffusivities on the faces across x before and behind the cells of the piece.
    void find_diffusivities_along_row(T (&found)[piece + 1]) const
    {
        if constexpr (Config::varies) {
            const Values here = place_.value(arrays_.viscosity);
            T n[piece + 2];
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                n[c + 1] = here.of[c];
            }
            const Beyond<T>& lower = box_.faces[0].viscosity;
            n[0] = place_.begins_at_face() ? lower.factor * n[1] + lower.value
                                           : place_.before(arrays_.viscosity);
            T behind = place_.behind(arrays_.viscosity);
            if (place_.ends_at_face()) {
                behind = box_.faces[1].viscosity.factor * behind + box_.faces[1].viscosity.value;
            }
#pragma unroll
            for (int c = 1; c <= piece; ++c) {
                if (c == piece || place_.is_behind_row(c)) {
                    n[c + 1] = behind;
                }
            }
#pragma unroll
            for (int c = 0; c <= piece; ++c) {
                found[c] = box_.diffusivity_between(n[c], n[c + 1]);
            }
        } else {
#pragma unroll
            for (int c = 0; c <= piece; ++c) {
                found[c] = box_.diffusivity_along(0);
            }
        }
    }

    void add_along_row(const Values& impulse, const Values& scalar, Values& rate) const
    {
        const Values u = place_.value(arrays_.velocity[0]);
        T through[piece + 1];  // the velocities as they stand in memory
        T q[piece + 2];        // the impulse, with one value more at either end
        T s[piece + 2];        // the scalar
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            through[c + 1] = u.of[c];
            q[c + 1] = impulse.of[c];
            s[c + 1] = scalar.of[c];
        }
        end_row(q, s);
        const bool begins_at_face = place_.begins_at_face();
        if (begins_at_face) {
            const long long point = place_.point_across_row();
            const Beyond<T>& beyond = box_.faces[0].scalar;
            through[0] = box_.faces[0].velocity[0].added(point);
            q[0] = q[1];
            s[0] = beyond.factor * s[1] + beyond.added(point);
        } else {
            through[0] = place_.before(arrays_.velocity[0]);
            q[0] = place_.before(arrays_.impulse);
            s[0] = place_.before(arrays_.scalar);
        }
        T diffusivity[piece + 1];
        find_diffusivities_along_row(diffusivity);
        T carried[piece + 4];  // of the cell two before the piece and so on
        if constexpr (Config::bounded) {
#pragma unroll
            for (int c = -2; c < piece + 2; ++c) {
                const bool is_own = c >= 0 && (Config::aligned ? c < piece : c == 0);
                carried[c + 2] = is_own ? scalar.of[c] : carried_along_row(c);
            }
        }
        T fluxes[piece + 1];
#pragma unroll
        for (int c = 0; c <= piece; ++c) {
            const T per_gap = box_.axes[0].per_gap[place_.at(0) - 1 + c];
            const T velocity =
                projected(through[c], arrays_.impulse_part * per_gap, q[c + 1] - q[c]);
            fluxes[c] = flux(diffusivity[c], velocity, per_gap, s[c], s[c + 1], [&](T through) {
                const T* const(&share)[2] = box_.axes[0].share;
                const int face = place_.at(0) - 1 + c;
                return bounded_value(
                    through, {carried[c], carried[c + 1], carried[c + 2], carried[c + 3]},
                    {share[1][face - 1], share[0][face], share[1][face], share[0][face + 1]});
            });
        }
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            rate.of[c] += box_.axes[0].per_width[place_.at(0) + c] * (fluxes[c] - fluxes[c + 1]);
        }
    }

    /// The values behind the row, or behind the piece if the row goes on.
    void end_row(T (&q)[piece + 2], T (&s)[piece + 2]) const
    {
        T behind_q = place_.behind(arrays_.impulse);
        T behind_s = place_.behind(arrays_.scalar);
        if (place_.ends_at_face()) {
            const Beyond<T>& beyond = box_.faces[1].scalar;
            behind_q *= box_.faces[1].pressure_factor;
            behind_s = beyond.factor * behind_s + beyond.added(place_.point_across_row());
        }
#pragma unroll
        for (int c = 1; c <= piece; ++c) {
            if (c == piece || place_.is_behind_row(c)) {
                q[c + 1] = behind_q;
                s[c + 1] = behind_s;
            }
        }
    }

    void add_across_rows(int axis, const Values& impulse, const Values& scalar, Values& rate) const
    {
        const int index = place_.at(axis);
        const T per_width = box_.axes[axis].per_width[index];
        const CarriedAcross carried{*this, axis};
        const Values lower = flux_below(axis, impulse, scalar, carried);
        const Values upper = flux_above(axis, impulse, scalar, carried);
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            rate.of[c] += per_width * (lower.of[c] - upper.of[c]);
        }
    }

    /// What flows through the lower faces of the cells.
    [[nodiscard]] Values flux_below(int axis, const Values& impulse, const Values& scalar,
                                    const CarriedAcross& carried) const
    {
        const T per_gap = box_.axes[axis].per_gap[place_.at(axis) - 1];
        const Values diffusivity = diffusivities(axis, -1);
        Values fluxes;
        if (place_.is_beyond(axis, -1)) {
            const FaceRule<T>& face = box_.faces[2 * axis];
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                const long long point = place_.point_beside(axis, c);
                const T beyond = face.scalar.factor * scalar.of[c] + face.scalar.added(point);
                fluxes.of[c] =
                    flux(diffusivity.of[c], face.velocity[axis].added(point), per_gap, beyond,
                         scalar.of[c], [&](T through) { return carried.value(0, c, through); });
            }
            return fluxes;
        }
        const T projecting = arrays_.impulse_part * per_gap;
        const Values velocity = place_.neighbour(arrays_.velocity[axis], axis, -1);
        const Values q = place_.neighbour(arrays_.impulse, axis, -1);
        const Values s = place_.neighbour(arrays_.scalar, axis, -1);
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            fluxes.of[c] = flux(diffusivity.of[c],
                                projected(velocity.of[c], projecting, impulse.of[c] - q.of[c]),
                                per_gap, s.of[c], scalar.of[c],
                                [&](T through) { return carried.value(0, c, through); });
        }
        return fluxes;
    }

    /// What flows through their upper faces.
    [[nodiscard]] Values flux_above(int axis, const Values& impulse, const Values& scalar,
                                    const CarriedAcross& carried) const
    {
        const T per_gap = box_.axes[axis].per_gap[place_.at(axis)];
        const Values velocity = place_.value(arrays_.velocity[axis]);
        Values q;
        Values s;
        if (place_.is_beyond(axis, 1)) {
            const FaceRule<T>& face = box_.faces[2 * axis + 1];
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                q.of[c] = face.pressure_factor * impulse.of[c];
                s.of[c] = face.scalar.factor * scalar.of[c] +
                          face.scalar.added(place_.point_beside(axis, c));
            }
        } else {
            q = place_.neighbour(arrays_.impulse, axis, 1);
            s = place_.neighbour(arrays_.scalar, axis, 1);
        }
        const Values diffusivity = diffusivities(axis, 1);
        const T projecting = arrays_.impulse_part * per_gap;
        Values fluxes;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            fluxes.of[c] = flux(diffusivity.of[c],
                                projected(velocity.of[c], projecting, q.of[c] - impulse.of[c]),
                                per_gap, scalar.of[c], s.of[c],
                                [&](T through) { return carried.value(1, c, through); });
        }
        return fluxes;
    }

    const ScalarArguments<T>& arguments_;
    const StageArrays<T>& arrays_;
    const Box<T>& box_;
    Place place_;
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(tobiuo::flow::piece_threads)
    flow_scalar(const __grid_constant__ tobiuo::flow::ScalarArguments<Config::Real> arguments)
{
    tobiuo::device::begin_after_previous();
    for (int k = static_cast<int>(blockIdx.y); k < arguments.box.counts[2]; k += gridDim.y) {
        const tobiuo::flow::ScalarPiece<Config> piece{arguments, k};
        if (piece.exists()) {
            piece.advance();
        }
    }
}
