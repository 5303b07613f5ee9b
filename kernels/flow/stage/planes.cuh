// SPDX-License-Identifier: BSD-3-Clause
// The planes of a tile: the next one is loaded while the one before it is computed with, and on its way
// into a ring of three planes in shared memory it is projected and continued beyond faces. It waits in
// registers, or where these are short (StageForm::copies) at its place in the ring, as a viscosity that
// varies always does. struct Config is that of stage.cuh.
#pragma once

#include "kernels/flow/momentum_row.hpp"
#include "kernels/flow/piece.cuh"
#include "kernels/flow/stage/beyond_faces.cuh"
#include "kernels/flow/stage/shared_access.cuh"
#include "kernels/flow/stage/tile.cuh"
#include "kernels/flow/stage_arguments.hpp"
#include "runtime/device/block/piece_copy.cuh"

namespace tobiuo::flow {

/// The ring, and the pieces of each plane that a thread brings there.
template <typename Config>
class StagePlanes : protected BeyondFaces<Config> {
    using Tile = StageTile<Config>;
    using Faces = BeyondFaces<Config>;
    using Faces::continue_beyond;
    using Faces::in_order;
    using Faces::reaches_beyond;
    using Faces::sign;
    using Faces::viscosity_beyond;
    using Tile::arguments_;
    using Tile::column_of;
    using Tile::columns_;
    using Tile::first_of_image;
    using Tile::form;
    using Tile::has_impulse;
    using Tile::has_velocity;
    using Tile::image;
    using Tile::piece;
    using Tile::piece_number;
    using Tile::plane_of;
    using Tile::row_of;
    using Tile::step;
    using Tile::x_;
    using Tile::y_;
    using Tile::z_;
    using typename Tile::T;
    using typename Tile::Values;
    static constexpr int velocity_size = form.velocity_values();
    static constexpr int impulse_size = form.impulse_values();

protected:
    StagePlanes(const StageArguments<T>& arguments, T* shared) : Faces{arguments}, shared_{shared}
    {
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            place_[load] = image(1, row_of(number)) * columns_;
            if constexpr (form.aligned) {
                place_[load] += first_of_image(column_of(number));
            }
        }
    }

    /// Begins to load the impulse of plane k.
    void load_impulse(int k)
    {
        T* const to = impulse_plane(k);
        const T* const plane = plane_of(arguments_.arrays.impulse, k);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            if (has_impulse(load)) {
                begin<form.copies>(impulse_[load], to, plane, load);
            }
        }
    }

    /// Writes it to shared memory, with its sign beyond faces.
    void end_impulse(int k)
    {
        if constexpr (form.copies || form.varies) {
            device::wait_for_copies();
        }
        T* const plane = impulse_plane(k);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            const int i = column_of(number);
            const int j = row_of(number);
            if (!has_impulse(load) || (form.copies && !reaches_beyond(i, j, k))) {
                continue;
            }
            auto& place = *reinterpret_cast<Values*>(plane + number * piece);
            Values values = in_order(form.copies ? place : impulse_[load], i);
            const T outer = sign(2, k) * sign(1, j);
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                values.of[c] *= outer * sign(0, i + c);
            }
            place = values;
            impulse_[load] = values;
        }
    }

    /// Begins to load plane k, and the impulse of the plane above it. The place of the ring that
    /// project() fills next nobody reads any more.
    void load(int k)
    {
        T* const to = velocity_plane(place_after(upper_));
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            if (has_velocity(load)) {
#pragma unroll
                for (int component = 0; component < 3; ++component) {
                    begin<form.copies>(values_[component][load], to + component * velocity_size,
                                       plane_of(arguments_.arrays.velocity[component], k), load);
                }
                if constexpr (form.varies) {
                    Values unused;
                    begin<true>(unused, to + viscosity * velocity_size,
                                plane_of(arguments_.arrays.viscosity, k), load);
                }
            }
        }
        load_impulse(k + 1);
    }

    /// Ends that: writes plane k to the ring, projected and continued beyond the faces.
    void project(int k)
    {
        lower_ = upper_;
        upper_ = place_after(upper_);
        end_impulse(k + 1);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            if (has_velocity(load)) {
                project_piece(load, number, k);
            }
        }
    }

    /// The planes that were written last and before that.
    [[nodiscard]] Surroundings<T> around(int center) const
    {
        const T* lower = velocity_plane(lower_) + center;
        const T* upper = velocity_plane(upper_) + center;
        Surroundings<T> around{.u = {lower, upper},
                               .v = {lower + velocity_size, upper + velocity_size},
                               .w = {lower + 2 * velocity_size, upper + 2 * velocity_size},
                               .row = step};
        if constexpr (form.varies) {
            around.viscosity[0] = lower + viscosity * velocity_size;
            around.viscosity[1] = upper + viscosity * velocity_size;
        }
        return around;
    }

private:
    static constexpr int viscosity = 3;  ///< the array that follows the components

    [[nodiscard]] static int place_after(int place)
    {
        return place == 2 ? 0 : place + 1;
    }

    /// Begins to load piece `load` of a plane as the box is continued beyond its faces, but for
    /// in_order(), into registers or, where it `copies`, into its place in shared memory.
    template <bool copies>
    void begin(Values& values, T* to, const T* plane, int load) const
    {
        const T* const from = plane + place_[load];
        auto* const place = reinterpret_cast<Values*>(to + piece_number(load) * piece);
        const int i = column_of(piece_number(load));
        if constexpr (form.aligned && copies) {
            device::begin_copy(place, reinterpret_cast<const Values*>(from));
        } else if constexpr (form.aligned) {
            values = *reinterpret_cast<const Values*>(from);
        } else {
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                if constexpr (copies) {
                    device::begin_copy(&place->of[c], from + image(0, i + c));
                } else {
                    values.of[c] = from[image(0, i + c)];
                }
            }
        }
    }

    void project_piece(int load, int number, int k)
    {
        const int i = column_of(number);
        const int j = row_of(number);
        const T* here = impulse_plane(k) + number * piece;
        T along[piece + 1];
        SharedAccess::load<0, piece, 1>(along, here);
        const Values north = *reinterpret_cast<const Values*>(here + step);
        const Values above =
            form.copies ? *reinterpret_cast<const Values*>(impulse_plane(k + 1) + number * piece)
                        : impulse_[load];
        const T outer = sign(2, k) * sign(1, j) * arguments_.arrays.impulse_part;
        const T gap_y = y_.per_gap(j);
        const T gap_z = z_.per_gap(k);
        T* const to = velocity_plane(upper_) + number * piece;
        Values values[3];
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            auto* const place = reinterpret_cast<Values*>(to + component * velocity_size);
            values[component] = in_order(form.copies ? *place : values_[component][load], i);
        }
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            const T factor = outer * sign(0, i + c);
            const T gap_x = x_.per_gap(max(i + c, -1));
            values[0].of[c] = projected(values[0].of[c], factor * gap_x, along[c + 1] - along[c]);
            values[1].of[c] = projected(values[1].of[c], factor * gap_y, north.of[c] - along[c]);
            values[2].of[c] = projected(values[2].of[c], factor * gap_z, above.of[c] - along[c]);
        }
        const bool beyond = reaches_beyond(i, j, k);
        if (beyond) {
            continue_beyond(i, j, k, values);
        }
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            *reinterpret_cast<Values*>(to + component * velocity_size) = values[component];
        }
        if (form.varies && beyond) {
            auto& copied = *reinterpret_cast<Values*>(to + viscosity * velocity_size);
            copied = viscosity_beyond(in_order(copied, i), i, j, k);
        }
    }

    [[nodiscard]] T* velocity_plane(int k) const
    {
        return shared_ + (k + 3) % 3 * (form.arrays() * velocity_size);
    }
    [[nodiscard]] T* impulse_plane(int k) const
    {
        return shared_ + 3 * form.arrays() * velocity_size + (k & 1) * impulse_size;
    }

    T* shared_;
    int lower_ = 0;  ///< places in the ring of planes
    int upper_ = 0;
    int place_[form.loads()];  ///< where a piece is loaded from in a plane; its row if not aligned
    Values values_[3][form.loads()];
    Values impulse_[form.loads()];  ///< as it is beyond faces once it is in shared memory
};

}  // namespace tobiuo::flow
