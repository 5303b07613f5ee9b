// SPDX-License-Identifier: BSD-3-Clause
// The helpers of the slab kernel: the thread that copies the data, and the warps of the halo
// columns.
#pragma once

#include "kernels/stencil/slab/slab_parts.cuh"

namespace tobiuo::stencil {

/// One thread copies slabs and planes of p to shared memory in two independent queues, whichever
/// has a free slot. Slabs do not change, so those of the next pass are copied while this pass still
/// computes; p of the next pass waits until every block has ended this one.
__forceinline__ void bring_data(const Shared& shared, const SlabArguments& sweep)
{
    PlaneCursor slabs{sweep, geometry.reach()};
    PlaneCursor p{sweep, geometry.sweeps};
    Turn turn{0, 1};
    unsigned plane = 0;
    int open_pass = 0;
    while (!slabs.done || !p.done) {
        if (!p.done) {
            if (p.pass != open_pass &&
                device::load_acquire(sweep.arrived) >= static_cast<unsigned>(p.pass) * gridDim.x) {
                open_pass = p.pass;
                device::fence_bulk_copies();
            }
            if (p.pass == open_pass && shared.p_empty(plane).passed(parity_of(plane) ^ 1)) {
                const device::Barrier full = shared.p_full(plane);
                full.expect(4 * geometry.p_rows() * pitch);
                device::copy_box(shared.p(plane), sweep.p_maps[p.pass % 2],
                                 p.tile.k_block * slab_columns - SlabGeometry::first_column,
                                 p.tile.j - geometry.sweeps, p.plane, full);
                ++plane;
                p.next();
            }
        }
        if (!slabs.done && shared.slab_empty(turn.slot).passed(turn.parity)) {
            const device::Barrier full = shared.slab_full(turn.slot);
            full.expect(4 * geometry.slot_words());
            const int i = min(max(slabs.plane, 0), sweep.tiles.ni - 1);
            device::copy_bulk(
                shared.slab(turn.slot),
                sweep.slabs + sweep.tiles.row_at(geometry.layout, i, slabs.tile.k_block,
                                                 slabs.tile.j - geometry.reach()),
                4 * geometry.slot_words(), full);
            turn.next(geometry.slots);
            slabs.next();
        }
    }
}

/// The warps that compute the halo columns of the middle sweeps, one point in a thread, in step
/// with the main warps. The main warps wait for these columns at the block's barriers; the halo
/// warps only arrive there, and wait once a step, until every main warp has passed the first
/// barrier.
class HaloWarps {
public:
    __forceinline__ HaloWarps(const Shared& shared, const SlabArguments& sweep, int thread)
        : rings_{shared}, sweep_{sweep}, thread_{thread}
    {
    }

    __forceinline__ void run()
    {
        for (int pass = 0; pass < sweep_.passes; ++pass) {
            for (int number = static_cast<int>(blockIdx.x); number < sweep_.tiles.count();
                 number += static_cast<int>(gridDim.x)) {
                march(sweep_.tiles.tile(number));
            }
            if (pass + 1 < sweep_.passes) {
                device::arrive_at_block_barrier<1, computing_threads>();
            }
        }
    }

private:
    static constexpr int threads = 32 * geometry.halo_warps();

    __forceinline__ void march(const SlabTile& tile)
    {
        rings_.wait_for_first_planes();
        const int first = tile.i_first - geometry.reach();
        for (int i = first; i < tile.i_end + geometry.reach(); ++i) {
            rings_.wait_for_step();
            compute<geometry.reach()>(tile, rings_.newest.slot, 0, rings_.shared.p(rings_.p),
                                      rings_.shared.p(rings_.p + 1), rings_.shared.p(rings_.p + 2),
                                      1, rings_.shared.middle(0, rings_.step));
            rings_.newest.next(geometry.slots);
            rings_.release_plane();
            device::arrive_at_block_barrier<1, computing_threads>();
            rings_.shared.first_made().arrive();
            rings_.shared.first_made().wait(rings_.step % 2);
            if (geometry.sweeps == 3 && i >= first + 2) {
                const unsigned step = rings_.step;
                compute<1>(tile, rings_.oldest.slot, 1, rings_.shared.middle(0, step - 2),
                           rings_.shared.middle(0, step - 1), rings_.shared.middle(0, step), 0,
                           rings_.shared.middle(1, step - 1));
            }
            if (i > first) {
                rings_.release_slab(rings_.oldest);
            }
            if (geometry.sweeps == 3) {
                device::arrive_at_block_barrier<3, computing_threads>();
            }
            ++rings_.step;
        }
        rings_.release_slab(rings_.oldest);
        rings_.release_plane();
        rings_.release_plane();
    }

    /// Computes `columns` halo columns on each side of a plane, without `margin` rows above and
    /// below. The planes are i - 1, i and i + 1, and have `extra` more rows on each side.
    template <int columns>
    __forceinline__ void compute(const SlabTile& tile, int slot, int margin, const float* below,
                                 const float* here, const float* above, int extra, float* result)
    {
        for (int point = thread_; point < 2 * columns * geometry.rows(); point += threads) {
            const int row = point % geometry.rows();
            const int side = point / geometry.rows();
            if (row < margin || row >= geometry.rows() - margin) {
                continue;
            }
            const int column = side < columns ? side - columns : slab_columns + side - columns;
            const int edge = geometry.layout.edge_column(column);
            const int j = tile.j - geometry.reach() + row;
            const float* slab = rings_.shared.slab(slot) + row * geometry.layout.row();
            const int at = (row + extra) * pitch + SlabGeometry::first_column + column;
            const float ss =
                residual([&](int m) { return slab[geometry.layout.edge_at(m, edge, j)]; },
                         [&](int di, int dj, int dk) {
                             return (di < 0 ? below : di == 0 ? here : above)[at + dj * pitch + dk];
                         });
            result[row * pitch + SlabGeometry::first_column + column] =
                here[at] + sweep_.omega * ss;
        }
    }

    Rings rings_;
    const SlabArguments& sweep_;
    int thread_;
};

}  // namespace tobiuo::stencil
