// SPDX-License-Identifier: BSD-3-Clause
// The unknowns beside a face, one behind the other. For host and device.
#pragma once

#include "kernels/walls/wall_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::walls {

/// Item n copies the unknown beside point n of a face, [slower][faster], in double.
template <typename T>
struct GatherFace {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/walls/face_items.hpp",
                                            .type = "tobiuo::walls::GatherFace",
                                            .name = "wall-gather-face",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    const T* u = nullptr;
    long long counts[3] = {1, 1, 1};
    int axis = 0;
    int end = 0;
    double* to = nullptr;

    constexpr void operator()(long long n) const
    {
        const int faster = faster_axis(axis);
        long long at[3] = {};
        at[axis] = end == 0 ? 0 : counts[axis] - 1;
        at[faster] = n % counts[faster];
        at[slower_axis(axis)] = n / counts[faster];
        to[n] = static_cast<double>(u[(at[2] * counts[1] + at[1]) * counts[0] + at[0]]);
    }
};

}  // namespace tobiuo::walls
