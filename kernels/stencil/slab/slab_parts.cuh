// SPDX-License-Identifier: BSD-3-Clause
// What the roles of the slab kernel share: shared memory, groups of four points, the plane cursor.
#pragma once

#include "kernels/stencil/reference/point.hpp"
#include "kernels/stencil/slab/slab_arguments.hpp"
#include "runtime/device/block/async_copy.cuh"

namespace tobiuo::stencil {

inline constexpr SlabGeometry geometry{Config::sweeps, Config::tile_j, Config::slots,
                                       SlabLayout{Config::halo}, Config::main_registers};
inline constexpr int pitch = SlabGeometry::pitch;
inline constexpr int computing_threads = 32 * geometry.computing_warps();

/// A slot of a ring and the parity of the barrier's phase in this turn.
struct Turn {
    int slot = 0;
    unsigned parity = 0;

    __forceinline__ void next(int slots)
    {
        if (++slot == slots) {
            slot = 0;
            parity ^= 1;
        }
    }
};

/// Dynamic shared memory: barriers, sums, slabs, planes of p, planes of the middle sweeps.
class Shared {
public:
    __forceinline__ explicit Shared(unsigned char* start)
        : start_{start}, words_{reinterpret_cast<float*>(start + SlabGeometry::barrier_bytes)}
    {
    }
    __forceinline__ device::Barrier slab_full(int slot) const { return barrier(slot); }
    __forceinline__ device::Barrier slab_empty(int slot) const
    {
        return barrier(geometry.slots + slot);
    }
    __forceinline__ device::Barrier p_full(unsigned plane) const
    {
        return barrier(2 * geometry.slots + static_cast<int>(plane % SlabGeometry::planes));
    }
    __forceinline__ device::Barrier p_empty(unsigned plane) const
    {
        return barrier(2 * geometry.slots + SlabGeometry::planes +
                       static_cast<int>(plane % SlabGeometry::planes));
    }
    /// The barrier that is passed when the first sweep's plane of a step is complete.
    __forceinline__ device::Barrier first_made() const
    {
        return barrier(2 * geometry.slots + 2 * SlabGeometry::planes);
    }
    __forceinline__ float* slab(int slot) const { return words_ + slot * geometry.slot_words(); }
    /// Plane number `plane` of p since the launch; its first row is j - sweeps of the tile.
    __forceinline__ float* p(unsigned plane) const
    {
        return slab(geometry.slots) +
               static_cast<int>(plane % SlabGeometry::planes) * geometry.p_words();
    }
    /// The result of sweep `sweep` in step number `step`; its first row is j - (sweeps - 1) of the
    /// tile.
    __forceinline__ float* middle(int sweep, unsigned step) const
    {
        return slab(geometry.slots) + SlabGeometry::planes * geometry.p_words() + pitch +
               (sweep * SlabGeometry::planes + static_cast<int>(step % SlabGeometry::planes)) *
                   geometry.middle_words();
    }
    __forceinline__ double* sums() const { return reinterpret_cast<double*>(start_ + 256); }

    __forceinline__ void start_barriers() const
    {
        for (int slot = 0; slot < geometry.slots; ++slot) {
            slab_full(slot).start(1);
            slab_empty(slot).start(computing_threads);
        }
        for (unsigned plane = 0; plane < SlabGeometry::planes; ++plane) {
            p_full(plane).start(1);
            p_empty(plane).start(computing_threads);
        }
        first_made().start(computing_threads);
        device::publish_barriers();
    }

private:
    __forceinline__ device::Barrier barrier(int number) const
    {
        return device::Barrier{device::shared_address(start_) + 8U * static_cast<unsigned>(number)};
    }
    unsigned char* start_;
    float* words_;
};

/// The parity of the turn in which plane number `plane` passes through its ring.
__forceinline__ unsigned parity_of(unsigned plane)
{
    return plane / SlabGeometry::planes % 2;
}

/// The positions in the rings of a warp that computes, and how it hands slots back.
struct Rings {
    Shared shared;
    Turn newest;     ///< the slab of the first sweep
    Turn oldest;     ///< the slab of the second sweep, one plane behind
    unsigned p = 0;  ///< the plane below that of the first sweep
    unsigned step = 0;

    __forceinline__ void wait_for_first_planes() const
    {
        shared.p_full(p).wait(parity_of(p));
        shared.p_full(p + 1).wait(parity_of(p + 1));
    }
    __forceinline__ void wait_for_step() const
    {
        shared.slab_full(newest.slot).wait(newest.parity);
        shared.p_full(p + 2).wait(parity_of(p + 2));
    }
    __forceinline__ void release_slab(Turn& turn) const
    {
        hand_back(shared.slab_empty(turn.slot));
        turn.next(geometry.slots);
    }
    __forceinline__ void release_plane()
    {
        hand_back(shared.p_empty(p));
        ++p;
    }

private:
    static __forceinline__ void hand_back(device::Barrier empty)
    {
        // Every thread arrives: letting one thread arrive after __syncwarp() is slower.
        empty.arrive();
    }
};

/// Four neighbouring points along k; arithmetic is point by point.
struct Quad {
    float value[SlabGeometry::points_per_thread];
};
__forceinline__ Quad load_quad(const float* from)
{
    const float4 four = *reinterpret_cast<const float4*>(from);
    return {four.x, four.y, four.z, four.w};
}
__forceinline__ float4 as_float4(const Quad& a)
{
    return make_float4(a.value[0], a.value[1], a.value[2], a.value[3]);
}
__forceinline__ Quad operator+(const Quad& a, const Quad& b)
{
    return {a.value[0] + b.value[0], a.value[1] + b.value[1], a.value[2] + b.value[2],
            a.value[3] + b.value[3]};
}
__forceinline__ Quad operator-(const Quad& a, const Quad& b)
{
    return {a.value[0] - b.value[0], a.value[1] - b.value[1], a.value[2] - b.value[2],
            a.value[3] - b.value[3]};
}
__forceinline__ Quad operator*(const Quad& a, const Quad& b)
{
    return {a.value[0] * b.value[0], a.value[1] * b.value[1], a.value[2] * b.value[2],
            a.value[3] * b.value[3]};
}

/// The 3 x 3 rows around a thread's four points, each read when the formula first needs it, because
/// early reads would occupy registers that three sweeps do not have. Neighbours along k come from
/// the neighbouring threads; the threads at the ends of a row read the points outside of it.
struct Rows {
    const float* below;  ///< the four points in plane i - 1
    const float* here;
    const float* above;
    int outside;  ///< offset of the point that no thread of the row holds: -1, 4, or 0 for none
    mutable Quad row[3][3];
    mutable float before[3][3];
    mutable float after[3][3];
    mutable bool read[3][3] = {};
    mutable bool flanked[3][3] = {};

    __forceinline__ Rows(const float* plane_below, const float* plane_here,
                         const float* plane_above, int outside_offset)
        : below{plane_below}, here{plane_here}, above{plane_above}, outside{outside_offset}
    {
    }

    __forceinline__ Quad operator()(int di, int dj, int dk) const
    {
        const float* from = (di < 0 ? below : di == 0 ? here : above) + dj * pitch;
        Quad& quad = row[di + 1][dj + 1];
        float& left = before[di + 1][dj + 1];
        float& right = after[di + 1][dj + 1];
        if (!read[di + 1][dj + 1]) {
            quad = load_quad(from);
            read[di + 1][dj + 1] = true;
        }
        if (dk != 0 && !flanked[di + 1][dj + 1]) {
            left = __shfl_up_sync(0xffffffffU, quad.value[3], 1);
            right = __shfl_down_sync(0xffffffffU, quad.value[0], 1);
            float beyond = 0.0F;
            if (outside != 0) {
                beyond = from[outside];
            }
            left = outside < 0 ? beyond : left;
            right = outside > 0 ? beyond : right;
            flanked[di + 1][dj + 1] = true;
        }
        const auto& v = quad.value;
        return dk < 0    ? Quad{left, v[0], v[1], v[2]}
               : dk == 0 ? quad
                         : Quad{v[1], v[2], v[3], right};
    }
};

/// Walks over the planes of this block's tiles, pass by pass, with `reach` more planes on either
/// side of each tile.
struct PlaneCursor {
    const SlabArguments& sweep;
    int reach;
    int number;
    SlabTile tile{};
    int plane = 0;
    int pass = 0;
    bool done;

    __forceinline__ PlaneCursor(const SlabArguments& arguments, int planes_beyond)
        : sweep{arguments},
          reach{planes_beyond},
          number{static_cast<int>(blockIdx.x)},
          done{number >= arguments.tiles.count()}
    {
        enter();
    }
    __forceinline__ void next()
    {
        if (++plane < tile.i_end + reach) {
            return;
        }
        number += static_cast<int>(gridDim.x);
        if (number >= sweep.tiles.count()) {
            number = static_cast<int>(blockIdx.x);
            done = ++pass == sweep.passes;
        }
        enter();
    }

private:
    __forceinline__ void enter()
    {
        tile = sweep.tiles.tile(number);
        plane = tile.i_first - reach;
    }
};

}  // namespace tobiuo::stencil
