// The sum over neighbouring threads of a warp, in a fixed order.
#pragma once

namespace tobiuo::device {

/// `mine` summed over each `width` neighbours (a power of two up to 32), halves first; valid in the
/// first of them. All 32 threads of the warp must be here.
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
