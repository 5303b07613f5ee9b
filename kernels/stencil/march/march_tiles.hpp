// SPDX-License-Identifier: BSD-3-Clause
// Which points a thread of the marching kernel owns: one index map for host and device.
#pragma once

namespace tobiuo::stencil {

/// The points (first .. end - 1, j, k) that one thread computes; none if not `inside`.
struct MarchColumn {
    long long j;
    long long k;
    long long first;
    long long end;
    bool inside;
};

/// Blocks of block_k x block_j threads, each marching over `planes` i-planes. They are numbered
/// along k first, then j, then i, in one dimension because a grid's other two end at 65535. Tiles
/// start at k = 0, where rows are aligned, and the threads on the boundary do nothing: a tile that
/// started at k = 1 would read five sectors instead of four.
struct MarchTiles {
    long long first;  ///< of the i-planes that are computed
    long long end;
    long long nj;
    long long nk;
    long long planes;
    int block_k;
    int block_j;
    // Stored and not computed by each thread, because 64-bit divisions in the kernel would slow it
    // down.
    unsigned along_k;
    unsigned along_j;

    constexpr MarchColumn column(unsigned block, unsigned thread_k, unsigned thread_j) const
    {
        const unsigned row = block / along_k;
        const unsigned tile_k = block - row * along_k;
        const unsigned segment = row / along_j;
        const unsigned tile_j = row - segment * along_j;
        const long long k = static_cast<long long>(tile_k) * block_k + thread_k;
        const long long j = 1 + static_cast<long long>(tile_j) * block_j + thread_j;
        const long long begin = first + segment * planes;
        const long long behind = begin + planes < end ? begin + planes : end;
        return {j, k, begin, behind, j < nj - 1 && k > 0 && k < nk - 1};
    }
};

}  // namespace tobiuo::stencil
