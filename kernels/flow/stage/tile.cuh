// SPDX-License-Identifier: BSD-3-Clause
// The tile of a block in a stage: its place in the box, the pieces that its threads load, and the
// places in the box that indices beyond it stand for. struct Config is that of stage.cuh.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/piece.cuh"
#include "kernels/flow/stage/spacing.cuh"
#include "kernels/flow/stage_arguments.hpp"
#include "kernels/flow/stage_form.hpp"

namespace tobiuo::flow {

/// The base of BeyondFaces, StagePlanes and StageBlock: what a thread knows is one object, whose
/// parts do not refer to each other, so that the compiler keeps it in registers.
template <typename Config>
class StageTile {
protected:
    using T = typename Config::Real;
    static constexpr StageForm form = Config::form;
    static constexpr int piece = form.piece;
    static constexpr int step = form.row_step();
    using Values = Piece<T, piece>;
    using SpacingX = typename SpacingOf<T, form.stretched == 0>::type;
    using SpacingY = typename SpacingOf<T, form.stretched == 1>::type;
    using SpacingZ = typename SpacingOf<T, form.stretched == 2>::type;

    explicit StageTile(const StageArguments<T>& arguments)
        : arguments_{arguments},
          box_{arguments.box},
          x_{box_.axes[0]},
          y_{box_.axes[1]},
          z_{box_.axes[2]},
          first_column_{static_cast<int>(blockIdx.x) * form.width},
          first_row_{static_cast<int>(blockIdx.y) * form.rows},
          first_plane_{static_cast<int>(blockIdx.z) * arguments.planes},
          columns_{static_cast<int>(box_.counts[0])},
          end_{min(first_plane_ + arguments.planes, static_cast<int>(box_.counts[2]))},
          thread_{static_cast<int>(threadIdx.x)}
    {
    }

    /// Piece `load` of those that this thread loads, counted over the rows of the tile.
    [[nodiscard]] int piece_number(int load) const { return thread_ + load * form.threads(); }
    [[nodiscard]] int row_of(int number) const
    {
        return first_row_ - 1 + number / form.pieces_of_row();
    }
    [[nodiscard]] int column_of(int number) const
    {
        return first_column_ + (number % form.pieces_of_row() - 1) * piece;
    }
    [[nodiscard]] bool has_velocity(int load) const
    {
        return is_among(form.pieces_of_row() * (form.rows + 2), load);
    }
    [[nodiscard]] bool has_impulse(int load) const
    {
        return is_among(form.pieces_of_row() * (form.rows + 3), load);
    }

    /// As Box::inside(), with the constants of the kernel, up to two places beyond either end.
    /// Farther on it is some place in the box, whose values nothing is computed with.
    [[nodiscard]] int image(int axis, int index) const
    {
        const int n = static_cast<int>(box_.counts[axis]);
        if (axis == 2 && ((form.joined[0] && index < 0) || (form.joined[1] && index >= n))) {
            return index;
        }
        int image = index;
        if (form.periodic[axis]) {
            image += index < 0 ? n : index >= n ? -n : 0;
        } else {
            image = index < 0 ? -1 - index : index >= n ? 2 * n - 1 - index : index;
        }
        return min(max(image, 0), n - 1);
    }

    /// Whether column i, or an index along an axis, lies outside the box.
    [[nodiscard]] bool is_beyond(int i) const { return i < 0 || i >= columns_; }
    [[nodiscard]] bool is_outside(int axis, int index) const
    {
        return (index < 0 && form.has_face(axis, 0)) ||
               (index >= static_cast<int>(box_.counts[axis]) && form.has_face(axis, 1));
    }

    /// Where the piece begins whose values piece i has in some order.
    [[nodiscard]] int first_of_image(int i) const
    {
        const int first = image(0, form.periodic[0] || !is_beyond(i) ? i : i + piece - 1);
        return min(first, columns_ - piece);
    }

    [[nodiscard]] const T* plane_of(const T* array, int k) const
    {
        return array + image(2, k) * (box_.counts[0] * box_.counts[1]);
    }

    const StageArguments<T>& arguments_;
    const Box<T>& box_;
    SpacingX x_;
    SpacingY y_;
    SpacingZ z_;
    int first_column_;
    int first_row_;
    int first_plane_;
    int columns_;
    int end_;
    int thread_;

private:
    /// Whether piece `load` is one of the first `count`. No branch leads around the pieces that all
    /// threads have, so the next plane is loaded without a wait for registers that may be in use.
    [[nodiscard]] bool is_among(int count, int load) const
    {
        return (load + 1) * form.threads() <= count || piece_number(load) < count;
    }
};

}  // namespace tobiuo::flow
