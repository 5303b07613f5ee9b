// SPDX-License-Identifier: BSD-3-Clause
// What lies beyond the faces of the box beside a row, on the CPU.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// Makes out[0 ... nx - 1], which has row (j, k) or its mirror image in the box, what it is there, and
/// fills in out[-1] and out[nx]. `rule_of(face)`: the Beyond of the values.
template <typename T, typename RuleOf>
void continue_row(const Box<T>& box, long long j, long long k, const RuleOf& rule_of, T* out)
{
    const long long n = box.counts[0];
    const long long inside_j = box.inside(1, j);
    const long long inside_k = box.inside(2, k);
    for (const int axis : {1, 2}) {
        const int face = box.face_before(axis, axis == 1 ? j : k);
        if (face >= 0) {
            const Beyond<T>& beyond = rule_of(face);
            const long long first = n * (axis == 1 ? inside_k : inside_j);
            for (long long i = 0; i < n; ++i) {
                out[i] = beyond.factor * out[i] + beyond.added(first + i);
            }
        }
    }
    if (box.periodic[0]) {
        out[-1] = out[n - 1];
        out[n] = out[0];
        return;
    }
    const long long row = inside_k * box.counts[1] + inside_j;
    const Beyond<T>& lower = rule_of(0);
    const Beyond<T>& upper = rule_of(1);
    out[-1] = lower.factor * out[0] + lower.added(row);
    out[n] = upper.factor * out[n - 1] + upper.added(row);
}

}  // namespace tobiuo::flow
