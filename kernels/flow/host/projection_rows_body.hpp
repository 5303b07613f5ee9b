// SPDX-License-Identifier: BSD-3-Clause
// The projection of a row, for a file that is compiled for one instruction set: see
// stage_rows_body.hpp.
#pragma once

#include "kernels/flow/host/stage_rows.hpp"
#include "kernels/lanes.hpp"

namespace tobiuo::flow {
namespace {

template <typename V>
void project_along_row(const RowProjection<typename V::Value>& row, long long count,
                       typename V::Value* out)
{
    const auto [velocity, impulse, per_gap, after, factor, part] = row;
    long long c = 0;
    for (; c + V::count <= count; c += V::count) {
        __builtin_prefetch(velocity + c + count);
        const V difference = V::load_anywhere(impulse + c + 1) - V::load_anywhere(impulse + c);
        (V::load_anywhere(velocity + c) - V{part} * V::load_anywhere(per_gap + c) * difference)
            .store_anywhere(out + c);
    }
    for (; c < count; ++c) {
        out[c] = velocity[c] - part * per_gap[c] * (impulse[c + 1] - impulse[c]);
    }
}

/// The rows of a tile follow each other in memory: what the next one takes is prefetched, since
/// this one is too short for the processor to look so far ahead by itself.
template <typename V>
void project_across_row(const RowProjection<typename V::Value>& row, long long count,
                        typename V::Value* out)
{
    const auto [velocity, impulse, per_gaps, after, factor, part] = row;
    const auto per_gap = part * *per_gaps;
    long long c = 0;
    for (; c + V::count <= count; c += V::count) {
        __builtin_prefetch(velocity + c + count);
        __builtin_prefetch(after + c + count);
        const V difference =
            V{factor} * V::load_anywhere(after + c) - V::load_anywhere(impulse + c);
        (V::load_anywhere(velocity + c) - V{per_gap} * difference).store_anywhere(out + c);
    }
    for (; c < count; ++c) {
        out[c] = velocity[c] - per_gap * (factor * after[c] - impulse[c]);
    }
}

}  // namespace
}  // namespace tobiuo::flow
