// The planes of a tile: the next one is loaded into registers, and on its way into a ring of three
// planes in shared memory it is projected and continued beyond faces. struct Config is that of
// stage.cuh.
#pragma once

#include "kernels/flow/momentum_row.hpp"
#include "kernels/flow/piece.cuh"
#include "kernels/flow/stage/beyond_faces.cuh"
#include "kernels/flow/stage/shared_access.cuh"
#include "kernels/flow/stage/tile.cuh"
#include "kernels/flow/stage_arguments.hpp"

namespace tobiuo::flow {

/// The values that a thread holds of the plane it loads next, and the ring that all write to.
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

    /// Loads the impulse of plane k, and writes it to shared memory.
    void load_impulse(int k)
    {
        const T* const plane = plane_of(arguments_.arrays.impulse, k);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            if (has_impulse(load)) {
                impulse_[load] = continued(plane, load);
            }
        }
    }

    void store_impulse(int k)
    {
        T* const plane = impulse_plane(k);
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            const int number = piece_number(load);
            if (has_impulse(load)) {
                impulse_[load] = in_order(impulse_[load], column_of(number));
                Values values = impulse_[load];
                const T outer = sign(2, k) * sign(1, row_of(number));
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    values.of[c] *= outer * sign(0, column_of(number) + c);
                }
                *reinterpret_cast<Values*>(plane + number * piece) = values;
            }
        }
    }

    /// Loads the velocity of plane k, and the impulse of the plane above it.
    void load(int k)
    {
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            load_array(component, plane_of(arguments_.arrays.velocity[component], k));
        }
        if constexpr (form.varies) {
            load_array(viscosity, plane_of(arguments_.arrays.viscosity, k));
        }
        load_impulse(k + 1);
    }

    /// Writes the velocity of plane k to the next place of the ring, projected and continued beyond
    /// the faces, and the impulse of the plane above it.
    void project(int k)
    {
        lower_ = upper_;
        upper_ = upper_ == 2 ? 0 : upper_ + 1;
        store_impulse(k + 1);
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

    void load_array(int array, const T* plane)
    {
#pragma unroll
        for (int load = 0; load < form.loads(); ++load) {
            if (has_velocity(load)) {
                values_[array][load] = continued(plane, load);
            }
        }
    }

    /// Piece `load` of a plane as the box is continued beyond its faces, but for in_order().
    [[nodiscard]] Values continued(const T* plane, int load) const
    {
        const T* from = plane + place_[load];
        Values values;
        if constexpr (form.aligned) {
            values = *reinterpret_cast<const Values*>(from);
        } else {
            const int i = column_of(piece_number(load));
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                values.of[c] = from[image(0, i + c)];
            }
        }
        return values;
    }

    void project_piece(int load, int number, int k)
    {
        const int i = column_of(number);
        const int j = row_of(number);
        const T* here = impulse_plane(k) + number * piece;
        T along[piece + 1];
        SharedAccess::load<0, piece, 1>(along, here);
        const Values north = *reinterpret_cast<const Values*>(here + step);
        const T above = sign(2, k + 1) * sign(1, j);
        const T outer = sign(2, k) * sign(1, j) * arguments_.arrays.impulse_part;
        const T gap_y = y_.per_gap(j);
        const T gap_z = z_.per_gap(k);
        T* const to = velocity_plane(upper_) + number * piece;
        const Values loaded[3] = {in_order(values_[0][load], i), in_order(values_[1][load], i),
                                  in_order(values_[2][load], i)};
        Values values[3];
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            const T side = sign(0, i + c);
            const T factor = outer * side;
            const T up = above * side * impulse_[load].of[c];
            const T gap_x = x_.per_gap(max(i + c, -1));
            values[0].of[c] = projected(loaded[0].of[c], factor * gap_x, along[c + 1] - along[c]);
            values[1].of[c] = projected(loaded[1].of[c], factor * gap_y, north.of[c] - along[c]);
            values[2].of[c] = projected(loaded[2].of[c], factor * gap_z, up - along[c]);
        }
        if (reaches_beyond(i, j, k)) {
            continue_beyond(i, j, k, values);
        }
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            *reinterpret_cast<Values*>(to + component * velocity_size) = values[component];
        }
        if constexpr (form.varies) {
            *reinterpret_cast<Values*>(to + viscosity * velocity_size) =
                viscosity_beyond(in_order(values_[viscosity][load], i), i, j, k);
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
    Values values_[form.arrays()][form.loads()];  ///< of the velocity and the viscosity
    Values impulse_[form.loads()];
};

}  // namespace tobiuo::flow
