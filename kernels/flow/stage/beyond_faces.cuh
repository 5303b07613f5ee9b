// SPDX-License-Identifier: BSD-3-Clause
// Pieces of a tile beyond faces that are not periodic, made of their mirror images in the box.
// struct Config is that of stage.cuh.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/stage/tile.cuh"

namespace tobiuo::flow {

template <typename Config>
class BeyondFaces : protected StageTile<Config> {
    using Tile = StageTile<Config>;
    using Tile::box_;
    using Tile::columns_;
    using Tile::form;
    using Tile::image;
    using Tile::is_beyond;
    using Tile::is_outside;
    using Tile::piece;
    using typename Tile::T;
    using typename Tile::Values;

protected:
    using StageTile<Config>::StageTile;

    /// Turns round a piece from column i on that was loaded whole from its mirror image. This waits
    /// for the piece, so it comes after the plane before has been computed with.
    [[nodiscard]] Values in_order(const Values& loaded, int i) const
    {
        Values values = loaded;
        if (form.aligned && !form.periodic[0] && is_beyond(i)) {
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                values.of[c] = loaded.of[piece - 1 - c];
            }
        }
        return values;
    }

    /// -1 where the impulse beyond a face is the negative one of its mirror image, else 1.
    [[nodiscard]] T sign(int axis, int index) const
    {
        if (!form.has_outflow || form.periodic[axis] ||
            (index >= 0 && index < static_cast<int>(box_.counts[axis])) ||
            !form.has_face(axis, index < 0 ? 0 : 1)) {
            return 1;
        }
        return box_.faces[2 * axis + (index < 0 ? 0 : 1)].pressure_factor;
    }

    /// Whether a piece has points beyond faces.
    [[nodiscard]] bool reaches_beyond(int i, int j, int k) const
    {
        return (!form.periodic[0] && (i < 0 || i + piece > columns_)) ||
               (!form.periodic[1] && is_outside(1, j)) || (!form.periodic[2] && is_outside(2, k));
    }

    /// Makes mirror images beyond faces what they are there; beyond several in the order of axes, as
    /// ProjectedVelocity does.
    void continue_beyond(int i, int j, int k, Values (&values)[3]) const
    {
        if (!form.periodic[0] && (i < 0 || i + piece > columns_)) {
            continue_across<0>(i < 0, i, j, k, values);
        }
        if (!form.periodic[1] && is_outside(1, j)) {
            continue_across<1>(j < 0, i, j, k, values);
        }
        if (!form.periodic[2] && is_outside(2, k)) {
            continue_across<2>(k < 0, i, j, k, values);
        }
    }

    /// The viscosity of such a piece, or of one in the box.
    [[nodiscard]] Values viscosity_beyond(Values values, int i, int j, int k) const
    {
        const int rows[3] = {0, j, k};
#pragma unroll
        for (int axis = 2; axis > 0; --axis) {
            if (!form.periodic[axis] && is_outside(axis, rows[axis])) {
                const Beyond<T>& beyond = box_.faces[2 * axis + (rows[axis] < 0 ? 0 : 1)].viscosity;
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    values.of[c] = beyond.factor * values.of[c] + beyond.value;
                }
            }
        }
        if (!form.periodic[0]) {
            const Beyond<T>& beyond = box_.faces[i < 0 ? 0 : 1].viscosity;
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                if (is_beyond(i + c)) {
                    values.of[c] = beyond.factor * values.of[c] + beyond.value;
                }
            }
        }
        return values;
    }

private:
    template <int axis>
    void continue_across(bool lower, int i, int j, int k, Values (&values)[3]) const
    {
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            const Beyond<T>& below = box_.faces[2 * axis].velocity[component];
            const Beyond<T>& above = box_.faces[2 * axis + 1].velocity[component];
            const T factor = lower ? below.factor : above.factor;
            const T value = lower ? below.value : above.value;
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                if (axis != 0 || form.aligned || is_beyond(i + c)) {
                    const T added =
                        form.has_profiles
                            ? (lower ? below : above).added(point_of_face(axis, i + c, j, k))
                            : value;
                    values[component].of[c] = factor * values[component].of[c] + added;
                }
            }
        }
    }

    [[nodiscard]] long long point_of_face(int axis, int i, int j, int k) const
    {
        const int at[3] = {image(0, i), image(1, j), image(2, k)};
        return at[slower_axis(axis)] * box_.counts[faster_axis(axis)] + at[faster_axis(axis)];
    }
};

}  // namespace tobiuo::flow
