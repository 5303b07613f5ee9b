// SPDX-License-Identifier: BSD-3-Clause
// The planes of p that a block of the classic kernel reads: in global or in shared memory.
//
// Each of the three classes serves one value of the switch `p`. It is constructed at the block's
// first plane; bring(i) announces that plane i comes next; row(di, dj) points to the value of p at
// (i + di, j + dj, k) of this thread's first point, beside whose neighbours along k.
#pragma once

#include "kernels/stencil/classic/classic_arguments.hpp"
#include "kernels/stencil/classic/classic_form.hpp"

namespace tobiuo::stencil {

inline constexpr ClassicForm form{static_cast<int>(sizeof(Config::Real)),
                                  Config::block_k,
                                  Config::block_j,
                                  static_cast<PlanesOnChip>(Config::p),
                                  static_cast<ClassicLoads>(Config::loads),
                                  Config::pacing};

using Real = Config::Real;
using Arguments = ClassicArguments<Real>;

/// A vector of 16 bytes.
struct alignas(16) Vector {
    Real value[form.vector()];
};

/// Reads 16 bytes that are not read again.
__forceinline__ Vector load_once(const Real* from)
{
    return __builtin_bit_cast(Vector, __ldcs(reinterpret_cast<const uint4*>(from)));
}

/// Copies one piece of a row to shared memory, or zeros if it is not `there`.
__forceinline__ void copy_piece(Real* to, const Real* from, bool there)
{
    if constexpr (form.loads == ClassicLoads::async) {
        const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
        const int bytes = there ? 16 : 0;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                     "r"(bytes)
                     : "memory");
    } else if constexpr (form.loads == ClassicLoads::wide) {
        *reinterpret_cast<Vector*>(to) = there ? *reinterpret_cast<const Vector*>(from) : Vector{};
    } else {
        *to = there ? *from : Real{0};
    }
}

/// Ends a group of asynchronous copies, which may be empty; does nothing for other loads.
__forceinline__ void commit_copies()
{
    if constexpr (form.loads == ClassicLoads::async) {
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
}

/// Waits until at most `under_way` groups of this thread's copies are unfinished.
template <int under_way>
__forceinline__ void wait_for_copies()
{
    if constexpr (form.loads == ClassicLoads::async) {
        asm volatile("cp.async.wait_group %0;" ::"n"(under_way) : "memory");
    }
}

/// The pieces of a plane of the tile that this thread copies to shared memory, which are the same
/// in every plane.
class Copier {
public:
    __forceinline__ Copier(const Arguments& sweep, long long first_j, long long first_k, int thread)
        : plane_{sweep.tiles.nj * sweep.layout.pitch}, p_{sweep.p}
    {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            const int number = turn * form.threads() + thread;
            const ClassicPiece piece = form.piece_at(number);
            const long long j = first_j - 1 + piece.row;
            const long long k = first_k - form.halo() + piece.column;
            mine_[turn] = number < form.pieces();
            there_[turn] = mine_[turn] && j < sweep.tiles.nj && k >= 0 && k < sweep.layout.pitch;
            on_chip_[turn] = piece.row * form.row() + piece.column;
            in_memory_[turn] = there_[turn] ? j * sweep.layout.pitch + k : 0;
        }
    }

    __forceinline__ void copy(Real* to, long long i) const
    {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            if (mine_[turn]) {
                copy_piece(to + on_chip_[turn], p_ + i * plane_ + in_memory_[turn], there_[turn]);
            }
        }
        commit_copies();
    }

private:
    static constexpr int turns = (form.pieces() + form.threads() - 1) / form.threads();

    long long plane_;
    const Real* p_;
    long long in_memory_[turns];
    int on_chip_[turns];
    bool mine_[turns];
    bool there_[turns];
};

extern __shared__ Vector tile_memory[];

/// Start of the shared memory of the planes, and the position of this thread's first point in one.
__forceinline__ Real* tile_planes()
{
    return reinterpret_cast<Real*>(tile_memory);
}
__forceinline__ int place_in_tile()
{
    return static_cast<int>(threadIdx.y + 1) * form.row() + form.halo() +
           static_cast<int>(threadIdx.x) * form.points();
}

/// Reads p directly from global memory.
class NoPlanes {
public:
    __forceinline__ NoPlanes(const Arguments& sweep, const MarchColumn& mine, const Copier& /*all*/)
        : pitch_{sweep.layout.pitch},
          plane_{sweep.tiles.nj * pitch_},
          at_{sweep.p + mine.j * pitch_ + mine.k}
    {
    }
    __forceinline__ void bring(long long i) { here_ = at_ + i * plane_; }
    __forceinline__ const Real* row(int di, int dj) const
    {
        return here_ + di * plane_ + dj * pitch_;
    }

private:
    long long pitch_;
    long long plane_;
    const Real* at_;
    const Real* here_ = nullptr;
};

/// Keeps planes i - 1, i and i + 1 in shared memory; with asynchronous copies i + 2 is under way.
class ThreePlanes {
public:
    __forceinline__ ThreePlanes(const Arguments& /*sweep*/, const MarchColumn& mine,
                                const Copier& copier)
        : copier_{copier}, end_{mine.end}, place_{place_in_tile()}
    {
#pragma unroll
        for (int slot = 0; slot < slots; ++slot) {
            slot_[slot] = slot * form.plane();
        }
        copier_.copy(tile_planes() + slot_[slots - 2], mine.first - 1);
        copier_.copy(tile_planes() + slot_[slots - 1], mine.first);
        if constexpr (slots == 4) {
            copier_.copy(tile_planes() + slot_[0], mine.first + 1);
        }
    }

    /// Waits for all threads of the block, which have then finished the plane before; this is the
    /// pacing.
    __forceinline__ void bring(long long i)
    {
        const int oldest = slot_[0];
#pragma unroll
        for (int slot = 0; slot + 1 < slots; ++slot) {
            slot_[slot] = slot_[slot + 1];
        }
        slot_[slots - 1] = oldest;
        if constexpr (slots == 3) {
            __syncthreads();
            copier_.copy(tile_planes() + slot_[2], i + 1);
            __syncthreads();
        } else {
            // The slots hold i - 2 (free once all threads have arrived), i - 1, i and i + 1.
            wait_for_copies<0>();
            __syncthreads();
            if (i + 2 <= end_) {
                copier_.copy(tile_planes() + slot_[0], i + 2);
            }
        }
    }
    __forceinline__ const Real* row(int di, int dj) const
    {
        return tile_planes() + slot_[slots - 2 + di] + place_ + dj * form.row();
    }

private:
    static constexpr int slots =
        form.p == PlanesOnChip::three ? static_cast<int>(form.planes(1)) : 3;

    const Copier& copier_;
    long long end_;
    int slot_[slots];
    int place_;
};

/// Keeps all planes of the block and one on either side, copied before the first point.
class AllPlanes {
public:
    __forceinline__ AllPlanes(const Arguments& /*sweep*/, const MarchColumn& mine,
                              const Copier& copier)
        : at_{tile_planes() + place_in_tile()}
    {
        Real* to = tile_planes();
        for (long long i = mine.first - 1; i <= mine.end; ++i, to += form.plane()) {
            copier.copy(to, i);
        }
        wait_for_copies<0>();
        __syncthreads();
    }
    __forceinline__ void bring(long long /*i*/) { at_ += form.plane(); }
    __forceinline__ const Real* row(int di, int dj) const
    {
        return at_ + di * form.plane() + dj * form.row();
    }

private:
    const Real* at_;
};

template <PlanesOnChip p>
struct PlanesClass;
template <>
struct PlanesClass<PlanesOnChip::none> {
    using Type = NoPlanes;
};
template <>
struct PlanesClass<PlanesOnChip::three> {
    using Type = ThreePlanes;
};
template <>
struct PlanesClass<PlanesOnChip::all> {
    using Type = AllPlanes;
};
using Planes = PlanesClass<form.p>::Type;

}  // namespace tobiuo::stencil
