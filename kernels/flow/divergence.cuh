// SPDX-License-Identifier: BSD-3-Clause
// The divergence of the velocity, and its projection, as kernels. The launch and struct Config are
// those of PieceOfRow.
//
// Traffic   flow_divergence reads three arrays and writes one; flow_project reads four and writes
//           three.
// Twin      plain_stage.hpp
#pragma once

#include "kernels/flow/piece_of_row.cuh"

namespace tobiuo::flow {

/// The piece of a thread.
template <typename Config>
class VelocityPiece {
    using Place = PieceOfRow<Config>;
    using T = typename Place::T;
    using Values = typename Place::Values;
    static constexpr int piece = Place::piece;

public:
    VelocityPiece(const DivergenceArguments<T>& arguments, int plane)
        : arguments_{arguments}, box_{arguments.box}, place_{arguments.box, plane}
    {
    }

    [[nodiscard]] bool exists() const { return place_.exists(); }

    void write_divergence() const
    {
        const Values u = place_.value(arguments_.velocity[0]);
        const Values v[2] = {before(1), place_.value(arguments_.velocity[1])};
        const Values w[2] = {before(2), place_.value(arguments_.velocity[2])};
        T previous = place_.begins_at_face()
                         ? box_.faces[0].velocity[0].added(place_.point_across_row())
                         : place_.before(arguments_.velocity[0]);
        const T per_y = box_.axes[1].per_width[place_.at(1)];
        const T per_z = box_.axes[2].per_width[place_.at(2)];
        Values result;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            result.of[c] = box_.axes[0].per_width[place_.at(0) + c] * (u.of[c] - previous) +
                           per_y * (v[1].of[c] - v[0].of[c]) + per_z * (w[1].of[c] - w[0].of[c]);
            previous = u.of[c];
        }
        place_.write(arguments_.out[0], result);
    }

    void write_projected() const
    {
        const Values q = place_.value(arguments_.impulse);
        const T next = place_.behind(arguments_.impulse) *
                       (place_.ends_at_face() ? box_.faces[1].pressure_factor : T{1});
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            Values velocity = place_.value(arguments_.velocity[component]);
            Values other;
            if (component == 0) {
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    other.of[c] = c + 1 == piece || place_.is_behind_row(c + 1)
                                      ? next
                                      : q.of[c + 1 < piece ? c + 1 : c];
                }
            } else {
                other = after(component, q);
            }
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                const T per_gap =
                    box_.axes[component].per_gap[place_.at(component) + (component == 0 ? c : 0)];
                velocity.of[c] = projected(velocity.of[c], per_gap, other.of[c] - q.of[c]);
            }
            place_.write(arguments_.out[component], velocity);
        }
    }

private:
    /// The velocity before the piece along its own axis.
    [[nodiscard]] Values before(int axis) const
    {
        if (!place_.is_beyond(axis, -1)) {
            return place_.neighbour(arguments_.velocity[axis], axis, -1);
        }
        Values values;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            values.of[c] = box_.faces[2 * axis].velocity[axis].added(place_.point_beside(axis, c));
        }
        return values;
    }
    /// The impulse after the piece, where it is `here`.
    [[nodiscard]] Values after(int axis, const Values& here) const
    {
        if (!place_.is_beyond(axis, 1)) {
            return place_.neighbour(arguments_.impulse, axis, 1);
        }
        Values values = here;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            values.of[c] *= box_.faces[2 * axis + 1].pressure_factor;
        }
        return values;
    }

    const DivergenceArguments<T>& arguments_;
    const Box<T>& box_;
    Place place_;
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(tobiuo::flow::piece_threads) flow_divergence(
    const __grid_constant__ tobiuo::flow::DivergenceArguments<Config::Real> arguments)
{
    for (int k = static_cast<int>(blockIdx.y); k < arguments.box.counts[2]; k += gridDim.y) {
        const tobiuo::flow::VelocityPiece<Config> piece{arguments, k};
        if (piece.exists()) {
            piece.write_divergence();
        }
    }
}

extern "C" __global__ void __launch_bounds__(tobiuo::flow::piece_threads)
    flow_project(const __grid_constant__ tobiuo::flow::DivergenceArguments<Config::Real> arguments)
{
    for (int k = static_cast<int>(blockIdx.y); k < arguments.box.counts[2]; k += gridDim.y) {
        const tobiuo::flow::VelocityPiece<Config> piece{arguments, k};
        if (piece.exists()) {
            piece.write_projected();
        }
    }
}
