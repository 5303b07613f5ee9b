// Rows of values of cells, and what lies beyond the faces of the box, on the CPU.
#pragma once

#include "kernels/flow/flow_box.hpp"

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
        const long long inside_j = box_.inside(1, j);
        const long long inside_k = box_.inside(2, k);
        const long long row = inside_k * box_.counts[1] + inside_j;
        const T* const from = values_ + row * n;
        for (long long i = 0; i < n; ++i) {
            out[i] = from[i];
        }
        for (const int axis : {1, 2}) {
            const int face = box_.face_before(axis, axis == 1 ? j : k);
            if (face >= 0) {
                const Beyond<T>& beyond = box_.faces[face].*rule_;
                const long long first = n * (axis == 1 ? inside_k : inside_j);
                for (long long i = 0; i < n; ++i) {
                    out[i] = beyond.factor * out[i] + beyond.added(first + i);
                }
            }
        }
        if (box_.periodic[0]) {
            out[-1] = out[n - 1];
            out[n] = out[0];
            return;
        }
        const Beyond<T>& lower = box_.faces[0].*rule_;
        const Beyond<T>& upper = box_.faces[1].*rule_;
        out[-1] = lower.factor * out[0] + lower.added(row);
        out[n] = upper.factor * out[n - 1] + upper.added(row);
    }

private:
    const Box<T>& box_;
    const T* values_;
    const Beyond<T> FaceRule<T>::*rule_;
};

}  // namespace tobiuo::flow
