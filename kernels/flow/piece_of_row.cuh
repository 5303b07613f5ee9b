// SPDX-License-Identifier: BSD-3-Clause
// The piece of a row that a thread of a kernel over planes computes, and what is beside it. struct
// Config gives Real, `piece` (values of 16 bytes), `aligned` (rows of arrays begin at multiples of a
// piece).
//
// Launch    blocks of `piece_threads` threads: along x one thread for each piece of a plane, along y
//           as many blocks as there are planes, or fewer.
#pragma once

#include "kernels/flow/divergence_arguments.hpp"
#include "kernels/flow/piece.cuh"

namespace tobiuo::flow {

template <typename Config>
class PieceOfRow {
public:
    using T = typename Config::Real;
    static constexpr int piece = Config::piece;
    using Values = Piece<T, piece>;

    PieceOfRow(const Box<T>& box, int plane) : box_{box}
    {
        const unsigned number = blockIdx.x * piece_threads + threadIdx.x;
        const auto pieces = static_cast<unsigned>((box.counts[0] + piece - 1) / piece);
        at_[0] = static_cast<int>(number % pieces) * piece;
        at_[1] = static_cast<int>(number / pieces);
        at_[2] = plane;
        here_ = (at_[2] * box.counts[1] + at_[1]) * box.counts[0] + at_[0];
    }

    [[nodiscard]] bool exists() const { return at_[1] < box_.counts[1]; }

    [[nodiscard]] const Box<T>& box() const { return box_; }
    /// The index of the first value along an axis.
    [[nodiscard]] int at(int axis) const { return at_[axis]; }

    [[nodiscard]] Values value(const T* array) const { return moved(array, 0); }
    void write(T* array, const Values& values) const
    {
        store_piece<Config::aligned>(array + here_, values, at_[0], box_.counts[0]);
    }

    /// Whether the place before the piece (side -1) or after it (1) along y or z lies beyond a face.
    [[nodiscard]] bool is_beyond(int axis, int side) const
    {
        return side < 0 ? at_[axis] == 0 && box_.has_face(axis, 0)
                        : at_[axis] + 1 == box_.counts[axis] && box_.has_face(axis, 1);
    }
    /// The values there, which is not beyond a face.
    [[nodiscard]] Values neighbour(const T* array, int axis, int side) const
    {
        const bool wraps =
            box_.periodic[axis] &&
            (side < 0 ? at_[axis] == 0 : at_[axis] + 1 == static_cast<int>(box_.counts[axis]));
        const long long steps = wraps ? side * (1 - box_.counts[axis]) : side;
        return moved(array, steps * (axis == 1 ? box_.counts[0] : box_.counts[0] * box_.counts[1]));
    }

    /// The values so many rows or planes away, which lie in the box, in its period or in the planes of
    /// other ranks.
    [[nodiscard]] Values away(const T* array, int axis, int steps) const
    {
        const long long offset = wrapped(axis, at_[axis] + steps) - at_[axis];
        return moved(array,
                     offset * (axis == 1 ? box_.counts[0] : box_.counts[0] * box_.counts[1]));
    }
    /// The value so many places after the first one of the piece along x, likewise.
    [[nodiscard]] T along(const T* array, int steps) const
    {
        return array[here_ - at_[0] + wrapped(0, at_[0] + steps)];
    }

    /// The value before the piece along x, which does not begin at a face.
    [[nodiscard]] T before(const T* array) const
    {
        return array[at_[0] > 0 ? here_ - 1 : here_ + box_.counts[0] - 1];
    }
    /// The value behind the piece, or behind the row if that ends in the piece; at a face the last
    /// one of the row.
    [[nodiscard]] T behind(const T* array) const
    {
        if (at_[0] + piece < box_.counts[0]) {
            return array[here_ + piece];
        }
        return array[here_ - at_[0] + (box_.periodic[0] ? 0 : box_.counts[0] - 1)];
    }
    [[nodiscard]] bool begins_at_face() const { return !box_.periodic[0] && at_[0] == 0; }
    [[nodiscard]] bool ends_at_face() const
    {
        return !box_.periodic[0] && at_[0] + piece >= box_.counts[0];
    }
    /// Whether value `c`, counted from the first one, is that behind the row.
    [[nodiscard]] bool is_behind_row(int c) const
    {
        return at_[0] + c == static_cast<int>(box_.counts[0]);
    }

    /// The point of a face across x beside the row.
    [[nodiscard]] long long point_across_row() const { return at_[2] * box_.counts[1] + at_[1]; }
    /// The point of a face across y or z beside value `c`.
    [[nodiscard]] long long point_beside(int axis, int c) const
    {
        const long long i = min(at_[0] + c, static_cast<int>(box_.counts[0]) - 1);
        return at_[3 - axis] * box_.counts[0] + i;
    }

private:
    /// An index in the period of its axis, if that has one.
    [[nodiscard]] int wrapped(int axis, int index) const
    {
        const int count = static_cast<int>(box_.counts[axis]);
        while (box_.periodic[axis] && index < 0) {
            index += count;
        }
        while (box_.periodic[axis] && index >= count) {
            index -= count;
        }
        return index;
    }
    [[nodiscard]] Values moved(const T* array, long long offset) const
    {
        return load_piece<Config::aligned, piece>(array + here_ + offset, at_[0], box_.counts[0]);
    }

    const Box<T>& box_;
    int at_[3];       ///< of the first value
    long long here_;  ///< its place in an array
};

}  // namespace tobiuo::flow
