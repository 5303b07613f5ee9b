// SPDX-License-Identifier: BSD-3-Clause
// The sum over neighbouring threads of a warp, in a fixed order.
#pragma once

namespace tobiuo::device {

/// The sum of `mine` over each group of `width` neighbouring threads (a power of two up to 32),
/// added in halves; the result is valid in the first thread of the group. All 32 threads of the
/// warp must call it.
template <int width = 32>
__forceinline__ double warp_sum(double mine)
{
    static_assert(width > 0 && width <= 32 && (width & (width - 1)) == 0);
#pragma unroll
    for (int distance = width / 2; distance > 0; distance /= 2) {
        mine += __shfl_down_sync(0xffffffffU, mine, distance);
    }
    return mine;
}

}  // namespace tobiuo::device
