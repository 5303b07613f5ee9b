// Which points a thread of the marching kernel owns: one index map for host and device.
#pragma once

namespace tobiuo::stencil {

/// What one thread computes: the points (first .. end - 1, j, k); nothing if not `inside`.
struct MarchColumn {
    long long j;
    long long k;
    long long first;
    long long end;
    bool inside;
};

/// Blocks of block_k x block_j threads, each marching over `planes` i-planes; numbered along k
/// first, then j, then i, in one dimension because a grid's other two end at 65535. Tiles start at
/// k = 0, where rows are aligned, and the threads of the boundary do nothing: tiles from k = 1
/// read five sectors for four (H200, size XL: 1506 against 2455 GFLOPS).
struct MarchTiles {
    long long ni;
    long long nj;
    long long nk;
    long long planes;
    int block_k;
    int block_j;
    // Kept, not computed by each thread: 64-bit divisions in the kernel cost a fifth of its speed.
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
        const long long first = 1 + segment * planes;
        const long long end = first + planes < ni - 1 ? first + planes : ni - 1;
        return {j, k, first, end, j < nj - 1 && k > 0 && k < nk - 1};
    }
};

}  // namespace tobiuo::stencil
