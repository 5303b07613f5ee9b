// SPDX-License-Identifier: BSD-3-Clause
// One to three sweeps per memory pass, on GPUs with bulk copies: a block marches along i.
//
// struct Config gives the members of SlabGeometry: sweeps, tile_j, slots, halo, main_registers.
#pragma once

#include "kernels/stencil/slab/slab_roles.cuh"
#include "runtime/device/block/warp_sum.cuh"

namespace tobiuo::stencil {

/// The coefficients that a thread keeps from the second sweep of a plane to the third.
struct Kept {
    Quad value[slab_coefficients];
};

/// A thread's coefficients in shared memory, each of which is read when the formula needs it.
struct InSlab {
    const float* mine;

    __forceinline__ Quad operator()(int m) const
    {
        return load_quad(mine + SlabLayout::main_at(m, 0));
    }
};

/// The warps that compute the tile, four points in a thread. Sweep s + 1 works on plane i - 1 while
/// sweep s works on plane i, so that a plane's coefficients are still in shared memory for each
/// sweep.
class MainWarps {
public:
    __forceinline__ MainWarps(const Shared& shared, const SlabArguments& sweep, int thread)
        : rings_{shared},
          sweep_{sweep},
          column_{SlabGeometry::points_per_thread * (thread % SlabGeometry::row_threads)},
          row_{thread / SlabGeometry::row_threads},
          outside_{thread % SlabGeometry::row_threads == 0 ? -1
                   : thread % SlabGeometry::row_threads == SlabGeometry::row_threads - 1
                       ? SlabGeometry::points_per_thread
                       : 0},
          thread_{thread}
    {
    }

    __forceinline__ void run()
    {
        for (int pass = 0; pass < sweep_.passes; ++pass) {
            for (double& sum : sums_) {
                sum = 0.0;
            }
            p_new_ = sweep_.p_new[pass % 2];
            for (int number = static_cast<int>(blockIdx.x); number < sweep_.tiles.count();
                 number += static_cast<int>(gridDim.x)) {
                march(sweep_.tiles.tile(number));
            }
            write_sums(pass);
            if (pass + 1 < sweep_.passes) {
                end_pass();
            }
        }
    }

private:
    static constexpr int reach = geometry.reach();

    __forceinline__ void march(const SlabTile& tile)
    {
        const int k = tile.k_block * slab_columns + column_;
        const int j = tile.j - reach + row_;
        owned_ = row_ >= reach && row_ < geometry.rows() - reach && j < sweep_.tiles.nj - 1 &&
                 k < sweep_.tiles.nk;
        tile_ = tile;
        target_ = p_new_ + static_cast<long long>(j) * sweep_.p_pitch + k;
        rings_.wait_for_first_planes();
        const int first = tile.i_first - reach;
        const int end = tile.i_end + reach;
        // The loop is unrolled by two, so that the kept coefficients need not be moved between
        // registers.
        Kept even;
        Kept odd;
        for (int i = first; i < end; i += 2) {
            step(i, even, odd);
            if (i + 1 < end) {
                step(i + 1, odd, even);
            }
        }
        if (geometry.sweeps > 1) {
            rings_.release_slab(rings_.oldest);
        }
        rings_.release_plane();
        rings_.release_plane();
    }

    /// Does the first sweep of plane i, the second of i - 1 and the third of i - 2.
    __forceinline__ void step(int i, Kept& fresh, const Kept& kept)
    {
        const int first = tile_.i_first - reach;
        rings_.wait_for_step();
        const Quad once = sweep_plane<0>(i, in_slab(rings_.newest.slot), p_plane(rings_.p),
                                         p_plane(rings_.p + 1), p_plane(rings_.p + 2));
        if (geometry.sweeps == 1) {
            rings_.release_slab(rings_.newest);
        } else {
            rings_.newest.next(geometry.slots);
        }
        rings_.release_plane();
        if (geometry.sweeps == 1) {
            store(i, once);
        } else {
            keep(0, rings_.step, once);
            device::block_barrier<1, computing_threads>();
            rings_.shared.first_made().arrive();
            second_sweep(i - 1, i >= first + 2, fresh);
            if (i > first) {
                rings_.release_slab(rings_.oldest);
            }
            if (geometry.sweeps == 3) {
                device::block_barrier<3, computing_threads>();
                third_sweep(i - 2, i >= first + 4, kept);
            }
        }
        ++rings_.step;
    }

    __forceinline__ void second_sweep(int i, bool ready, Kept& fresh)
    {
        if (!ready || !warp_has_rows(1)) {
            return;
        }
        const auto slab = in_slab(rings_.oldest.slot);
        const Quad twice = sweep_plane<1>(
            i,
            [&](int m) {
                const Quad value = slab(m);
                if (geometry.sweeps == 3) {
                    fresh.value[m] = value;
                }
                return value;
            },
            middle_plane(0, rings_.step - 2), middle_plane(0, rings_.step - 1),
            middle_plane(0, rings_.step));
        if (geometry.sweeps == 2) {
            store(i, twice);
        } else {
            keep(1, rings_.step - 1, twice);
        }
    }

    __forceinline__ void third_sweep(int i, bool ready, const Kept& kept)
    {
        if (ready && warp_has_rows(2)) {
            store(i, sweep_plane<2>(
                         i, [&](int m) { return kept.value[m]; }, middle_plane(1, rings_.step - 3),
                         middle_plane(1, rings_.step - 2), middle_plane(1, rings_.step - 1)));
        }
    }

    /// Computes the new p of plane i and adds the points that the tile owns to the sum of `sweep`.
    template <int sweep, typename Coefficient>
    __forceinline__ Quad sweep_plane(int i, const Coefficient& c, const float* below,
                                     const float* here, const float* above)
    {
        const Rows rows{below, here, above, outside_};
        const Quad ss = residual(c, rows);
        count(sweep, ss, owned_ && i >= tile_.i_first && i < tile_.i_end);
        const float omega = sweep_.omega;
        return rows(0, 0, 0) + Quad{omega, omega, omega, omega} * ss;
    }

    /// Adds the squares of the four residuals, which are exact in double.
    __forceinline__ void count(int sweep, const Quad& ss, bool counted)
    {
        const double v[4] = {ss.value[0], ss.value[1], ss.value[2], ss.value[3]};
        const double sum = __fma_rn(v[1], v[1], v[0] * v[0]) + __fma_rn(v[3], v[3], v[2] * v[2]);
        sums_[sweep] += counted ? sum : 0.0;
    }

    __forceinline__ InSlab in_slab(int slot) const
    {
        return {rings_.shared.slab(slot) + row_ * geometry.layout.row() + column_};
    }
    __forceinline__ const float* p_plane(unsigned plane) const
    {
        return rings_.shared.p(plane) + (row_ + 1) * pitch + SlabGeometry::first_column + column_;
    }
    __forceinline__ float* middle_plane(int sweep, unsigned step) const
    {
        return rings_.shared.middle(sweep, step) + row_ * pitch + SlabGeometry::first_column +
               column_;
    }
    __forceinline__ void keep(int sweep, unsigned step, const Quad& values) const
    {
        *reinterpret_cast<float4*>(middle_plane(sweep, step)) = as_float4(values);
    }
    __forceinline__ void store(int i, const Quad& values) const
    {
        if (owned_) {
            __stcs(reinterpret_cast<float4*>(target_ + static_cast<long long>(i) * sweep_.tiles.nj *
                                                           sweep_.p_pitch),
                   as_float4(values));
        }
    }
    /// Whether this warp has rows that a sweep with `margin` fewer rows on each side needs.
    __forceinline__ bool warp_has_rows(int margin) const
    {
        constexpr int rows_of_warp = 32 / SlabGeometry::row_threads;
        const int first = thread_ / 32 * rows_of_warp;
        return first + rows_of_warp > margin && first < geometry.rows() - margin;
    }

    /// Writes the block's sum of each sweep, added row by row: the bits do not depend on how many
    /// sweeps a pass has.
    __forceinline__ void write_sums(int pass)
    {
        double* shared = rings_.shared.sums();
#pragma unroll
        for (int sweep = 0; sweep < geometry.sweeps; ++sweep) {
            sums_[sweep] = device::warp_sum<SlabGeometry::row_threads>(sums_[sweep]);
            if (thread_ % SlabGeometry::row_threads == 0) {
                shared[row_ * geometry.sweeps + sweep] = sums_[sweep];
            }
        }
        device::block_barrier<2, 32 * geometry.main_warps()>();
        if (thread_ < geometry.sweeps) {
            double sum = 0.0;
            for (int row = reach; row < geometry.rows() - reach; ++row) {
                sum += shared[row * geometry.sweeps + thread_];
            }
            const long long table_row = static_cast<long long>(pass) * geometry.sweeps + thread_;
            sweep_.block_sums[table_row * gridDim.x + blockIdx.x] = sum;
        }
    }

    /// Tells all other blocks that this one has written its part of p.
    __forceinline__ void end_pass()
    {
        __threadfence();
        device::fence_bulk_copies();
        device::block_barrier<1, computing_threads>();
        if (thread_ == 0) {
            __threadfence();
            atomicAdd(sweep_.arrived, 1U);
        }
    }

    Rings rings_;
    const SlabArguments& sweep_;
    int column_;
    int row_;
    int outside_;
    int thread_;
    bool owned_ = false;
    SlabTile tile_{};
    float* p_new_ = nullptr;
    float* target_ = nullptr;
    double sums_[geometry.sweeps] = {};
};

}  // namespace tobiuo::stencil

/// Does `passes` passes of `sweeps` sweeps each and writes the sums of gosa of every sweep.
///
/// Launch    geometry.threads() threads, any number of blocks up to one a multiprocessor;
///           cooperative if passes > 1.
/// Traffic   per pass the slabs with `reach` more rows on each side of a tile, p with `sweeps` more
///           rows and columns, and one array written.
/// Source    3.5-D blocking: A. Nguyen, N. Satish, J. Chhugani, C. Kim, P. Dubey, SC 2010.
extern "C" __global__ void __launch_bounds__(tobiuo::stencil::geometry.threads(), 1)
    himeno_slab(const __grid_constant__ tobiuo::stencil::SlabArguments sweep)
{
    using namespace tobiuo::stencil;
    extern __shared__ __align__(1024) unsigned char dynamic[];
    const Shared shared{dynamic};
    const int thread = static_cast<int>(threadIdx.x);
    if (thread == 0) {
        shared.start_barriers();
    }
    __syncthreads();
    if (thread < 32 * geometry.main_warps()) {
        if constexpr (geometry.main_registers > 0) {
            tobiuo::device::claim_registers<geometry.main_registers>();
        }
        MainWarps{shared, sweep, thread}.run();
        return;
    }
    if constexpr (geometry.main_registers > 0) {
        tobiuo::device::release_registers<geometry.helper_registers()>();
    }
    if (thread >= computing_threads) {
        if (thread == computing_threads) {
            bring_data(shared, sweep);
        }
    } else if constexpr (geometry.sweeps > 1) {
        HaloWarps{shared, sweep, thread - 32 * geometry.main_warps()}.run();
    }
}
