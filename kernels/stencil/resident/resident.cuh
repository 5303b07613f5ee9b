// SPDX-License-Identifier: BSD-3-Clause
// Many sweeps in one launch: coefficients stay in registers and shared memory of the whole GPU.
//
// struct Config gives Real, nk, tile_i, tile_j (rows of a thread), block_i, block_j (rows of the
// largest block), threads, kept (coefficient vectors of a thread in registers), received (rows that
// a block receives, at most) and asks_early (1 or 0, see Inbox).
#pragma once

#include "kernels/stencil/resident/resident_tile.cuh"
#include "runtime/device/block/warp_sum.cuh"

namespace tobiuo::stencil {

inline constexpr int warps = Config::threads / 32;
inline constexpr int field = halo_i * halo_j * vectors;  // vectors of one copy of p
/// The most vectors that one thread receives in a sweep.
inline constexpr int turns =
    Config::received == 0 ? 1 : (Config::received * vectors - 1) / Config::threads + 1;
inline constexpr int ring = 2 * summed_together;

static_assert(Config::threads % 32 == 0);
static_assert(!whole_warps || tiles.teams() * vectors == Config::threads);

/// Fills both copies of p, halo included, with the block's rows; zero beyond them.
inline void fill_pressure(const Arguments& pass, RealVector* pressure)
{
    const OwnedRows own = pass.blocks.owned(static_cast<int>(blockIdx.x));
    for (int n = static_cast<int>(threadIdx.x); n < field; n += Config::threads) {
        const int row = n / vectors;
        const LocalRow local{row / halo_j - 1, row % halo_j - 1};
        const bool there = local.i <= own.count_i && local.j <= own.count_j;
        const RealVector loaded = there ? load_vector(pass.p, pass, own.first_i + local.i,
                                                      own.first_j + local.j, n % vectors)
                                        : RealVector{};
        pressure[n] = loaded;
        pressure[n + field] = loaded;
    }
}

/// The packets that a thread waits for in every sweep.
class Inbox {
public:
    __forceinline__ explicit Inbox(const Arguments& pass)
    {
        const int block = static_cast<int>(blockIdx.x);
        const OwnedRows own = pass.blocks.owned(block);
        const int rows = pass.blocks.received(block, own);
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            const int n = static_cast<int>(threadIdx.x) + turn * Config::threads;
            const int vector = n % vectors;
            if (n / vectors >= rows) {
                continue;
            }
            const LocalRow row = pass.blocks.received_row(block, own, n / vectors);
            const int i = own.first_i + row.i;
            const int j = own.first_j + row.j;
            const int sender = pass.blocks.owner(i, j);
            const OwnedRows theirs = pass.blocks.owned(sender);
            waiting_ |= 1U << turn;
            to_[turn] = place_in_shared(row, vector);
            from_[turn] = place_in_mail(pass, sender, theirs,
                                        {i - theirs.first_i, j - theirs.first_j}, vector);
        }
    }

    /// Waits for this sweep's packets and stores their vectors in `next`. The loop is written in
    /// two ways: in the second one the compiler hoists the first loads above the block sum before
    /// it. That pays where tiles are large; where they are small, the packets have not arrived by
    /// then and must be loaded twice.
    __forceinline__ void receive(const unsigned char* mail, unsigned tag, RealVector* next)
    {
        unsigned waiting = waiting_;
        if constexpr (Config::asks_early == 0) {
            while (waiting != 0) {
                fetch(mail, waiting);
                waiting = take(waiting, tag, next);
            }
        } else {
            fetch(mail, waiting);
            while (true) {
                waiting = take(waiting, tag, next);
                if (waiting == 0) {
                    return;
                }
                fetch(mail, waiting);
            }
        }
    }

private:
    __forceinline__ void fetch(const unsigned char* mail, unsigned waiting)
    {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            if ((waiting >> turn & 1U) != 0) {
                const int vector = static_cast<int>(threadIdx.x + turn * Config::threads) % vectors;
                packets_[turn] =
                    Packets::fetch(mail + from_[turn], mail + to_second(vector) + from_[turn]);
            }
        }
    }

    /// Stores the packets that have arrived; returns the bits of the turns that still wait.
    __forceinline__ unsigned take(unsigned waiting, unsigned tag, RealVector* next) const
    {
#pragma unroll
        for (int turn = 0; turn < turns; ++turn) {
            if ((waiting >> turn & 1U) != 0 && packets_[turn].carries(tag)) {
                next[to_[turn]] = packets_[turn].vector();
                waiting &= ~(1U << turn);
            }
        }
        return waiting;
    }

    unsigned waiting_ = 0;  ///< a bit for each turn that has a packet
    int to_[turns];
    int from_[turns];  ///< offset of the first packet in the mail, in bytes
    Packets packets_[turns];
};

}  // namespace tobiuo::stencil

/// Does `pass.sweeps` sweeps of p in place, and stores each block's part of gosa for each sweep.
///
/// Launch    cooperative, blocks.count() blocks of Config::threads threads, one a multiprocessor,
///           resident_shared_bytes() of shared memory.
/// Traffic   per launch the coefficients once; per sweep a block's rows of p through shared memory
///           and its edge rows through L2, 6 bytes sent per value in single precision. A sent row
///           is not overwritten before it is read: a block stores sweep n + 2 over sweep n after
///           it has received sweep n + 1 from all neighbours, and they sent that after they had
///           read sweep n.
/// Accuracy  p as the twin, bit by bit; gosa in double, summed in a fixed order.
/// Twin      kernels/stencil/reference/twin.cpp
extern "C" __global__ void __launch_bounds__(Config::threads, 1)
    himeno_resident(const __grid_constant__ tobiuo::stencil::Arguments pass)
{
    using namespace tobiuo::stencil;
    extern __shared__ __align__(16) unsigned char start[];
    RealVector* const pressure = reinterpret_cast<RealVector*>(start) + 1;
    RealVector* const shared_coefficients = pressure + 2 * field + 1;
    double* const warp_sums =
        reinterpret_cast<double*>(shared_coefficients + in_shared * Config::threads);

    const int thread = static_cast<int>(threadIdx.x);
    const int team = thread / vectors;
    const int vector = thread % vectors;
    const int block = static_cast<int>(blockIdx.x);
    const bool has_rows = whole_warps || team < tiles.teams();
    Tile tile{pass, team, vector, shared_coefficients + thread};
    Inbox inbox{pass};
    fill_pressure(pass, pressure);
    __syncthreads();

    const int mail_bytes = pass.blocks.count() * pass.blocks.most_sent() *
                           mail_row_bytes(static_cast<int>(sizeof(Real)), vectors);
    for (int sweep = 0; sweep < pass.sweeps; ++sweep) {
        const unsigned tag = pass.first_tag + static_cast<unsigned>(sweep);
        const RealVector* now = pressure + (sweep % 2) * field;
        RealVector* next = pressure + ((sweep + 1) % 2) * field;
        unsigned char* mail = pass.mail + (tag % 2) * mail_bytes;
        double sum = 0.0;
        if (has_rows) {
            sum = tile.sweep(now, next, mail, tag, pass.omega);
        }
        sum = tobiuo::device::warp_sum(sum);
        if (thread % 32 == 0) {
            warp_sums[sweep % ring * warps + thread / 32] = sum;
        }
        inbox.receive(mail, tag, next);
        __syncthreads();
        const bool full = sweep % summed_together == summed_together - 1;
        if ((full || sweep + 1 == pass.sweeps) && thread <= sweep % summed_together) {
            const int mine = sweep - sweep % summed_together + thread;
            double total = 0.0;
            for (int warp = 0; warp < warps; ++warp) {
                total += warp_sums[mine % ring * warps + warp];
            }
            pass.block_sums[static_cast<long long>(mine) * pass.blocks.count() + block] = total;
        }
    }
    tile.store(pass);
}
