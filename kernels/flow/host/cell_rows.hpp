// SPDX-License-Identifier: BSD-3-Clause
// Rows of values of cells, and what lies beyond the faces of the box, on the CPU.
#pragma once

#include "kernels/flow/bounded_flux.hpp"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/host/beyond_row.hpp"

namespace tobiuo::flow {

/// `rule`: the member of FaceRule that says what lies beyond.
template <typename T>
class CellRows {
public:
    CellRows(const Box<T>& box, const T* values, const Beyond<T> FaceRule<T>::*rule)
        : box_{box}, values_{values}, rule_{rule}
    {
    }

    /// Row (j, k) with out[-1] and out[nx], where j and k may be -1 or the number of cells, too.
    void write(long long j, long long k, T* out) const
    {
        const long long n = box_.counts[0];
        const T* const from =
            values_ + (box_.inside(2, k) * box_.counts[1] + box_.inside(1, j)) * n;
        for (long long i = 0; i < n; ++i) {
            out[i] = from[i];
        }
        const auto rule_of = [&](int face) -> const Beyond<T>& { return box_.faces[face].*rule_; };
        continue_row(box_, j, k, rule_of, out);
    }

    /// The row as bounded advection reads it: beyond a face of the box stands the value on it. Here j
    /// and k may lie further outside. It is in the array, or if not there it is written to `room`.
    [[nodiscard]] const T* carried(long long j, long long k, T* room) const
    {
        const long long n = box_.counts[0];
        j = no_further_than_face(1, j);
        k = no_further_than_face(2, k);
        const T* const inside =
            values_ + (box_.inside(2, k) * box_.counts[1] + box_.inside(1, j)) * n;
        if (box_.face_before(1, j) < 0 && box_.face_before(2, k) < 0) {
            return inside;
        }
        write(j, k, room);
        for (long long i = 0; i < n; ++i) {
            room[i] = value_on_face(room[i], inside[i]);
        }
        return room;
    }
    /// The same of a row in the box, with out[-2], out[-1], out[nx] and out[nx + 1].
    void write_carried(long long j, long long k, T* out) const
    {
        const long long n = box_.counts[0];
        write(j, k, out);
        if (box_.periodic[0]) {
            out[-2] = out[n > 1 ? n - 2 : 0];
            out[n + 1] = out[n > 1 ? 1 : 0];
            return;
        }
        out[-2] = out[-1] = value_on_face(out[-1], out[0]);
        out[n + 1] = out[n] = value_on_face(out[n], out[n - 1]);
    }

private:
    [[nodiscard]] long long no_further_than_face(int axis, long long index) const
    {
        return index < 0 && box_.has_face(axis, 0)                   ? -1
               : index > box_.counts[axis] && box_.has_face(axis, 1) ? box_.counts[axis]
                                                                     : index;
    }

    const Box<T>& box_;
    const T* values_;
    const Beyond<T> FaceRule<T>::*rule_;
};

}  // namespace tobiuo::flow
