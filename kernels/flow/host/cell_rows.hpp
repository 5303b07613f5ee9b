// Rows of values of cells, and what lies beyond the faces of the box, on the CPU.
#pragma once

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

private:
    const Box<T>& box_;
    const T* values_;
    const Beyond<T> FaceRule<T>::*rule_;
};

}  // namespace tobiuo::flow
