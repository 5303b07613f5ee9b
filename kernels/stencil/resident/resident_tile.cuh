// SPDX-License-Identifier: BSD-3-Clause
// The rows of one thread of the resident kernel: its coefficients, and p in shared memory.
#pragma once

#include "kernels/stencil/reference/point.hpp"
#include "kernels/stencil/resident/resident_arguments.hpp"
#include "kernels/stencil/resident/resident_packet.cuh"

namespace tobiuo::stencil {

using Real = Config::Real;
using RealVector = Vector<Real>;
using Arguments = ResidentArguments<Real>;
using Packets = PacketsOf<Real>::Type;

inline constexpr int width = RealVector::width;
inline constexpr int vectors = (Config::nk + width - 1) / width;  // in a row
inline constexpr int tile_i = Config::tile_i;
inline constexpr int tile_j = Config::tile_j;
inline constexpr ResidentTiles tiles{tile_i, tile_j, (Config::block_i + tile_i - 1) / tile_i,
                                     (Config::block_j + tile_j - 1) / tile_j};
inline constexpr int halo_i = tiles.along_i * tile_i + 2;
inline constexpr int halo_j = tiles.along_j * tile_j + 2;
inline constexpr int in_shared = 12 * tiles.rows() - Config::kept;  // coefficient vectors a thread
/// Whether each warp works on one row at a time, so that neighbours along k come by shuffle.
inline constexpr bool whole_warps = vectors % 32 == 0;

__forceinline__ int place_in_shared(LocalRow row, int vector)
{
    return ((row.i + 1) * halo_j + row.j + 1) * vectors + vector;
}

/// Bytes from the start of a sweep's mail to the first packet of an edge row.
__forceinline__ int place_in_mail(const Arguments& pass, int block, const OwnedRows& own,
                                  LocalRow row, int vector)
{
    const int place = block * pass.blocks.most_sent() + ResidentBlocks::place(own, row);
    return place * mail_row_bytes(static_cast<int>(sizeof(Real)), vectors) + 16 * vector;
}

/// The vector at k = width * vector of row (i, j); zero beyond the end of the array.
__forceinline__ RealVector load_vector(const Real* array, const Arguments& pass, int i, int j,
                                       int vector)
{
    const long long row = static_cast<long long>(i) * (pass.blocks.rows_j + 2) + j;
    const Real* from = array + row * Config::nk + vector * width;
    if constexpr (Config::nk % width == 0) {
        return *reinterpret_cast<const RealVector*>(from);
    }
    RealVector loaded{};
#pragma unroll
    for (int e = 0; e < width; ++e) {
        if (vector * width + e < Config::nk) {
            loaded.value[e] = from[e];
        }
    }
    return loaded;
}

/// A vector of p with one neighbour on either side along k.
struct Strip {
    RealVector centre;
    Real left;
    Real right;

    __forceinline__ Real at(int e) const
    {
        return e < 0 ? left : e == width ? right : centre.value[e];
    }

    /// Loads the neighbours; `from` is the place of `centre` in shared memory.
    __forceinline__ void find_sides(const RealVector* from, int vector)
    {
        const Real* values = from->value;
        if constexpr (whole_warps) {
            left = __shfl_up_sync(0xffffffffU, centre.value[width - 1], 1);
            right = __shfl_down_sync(0xffffffffU, centre.value[0], 1);
            if (vectors > 32 && vector % 32 == 0) {
                left = values[-1];
            }
            if (vectors > 32 && vector % 32 == 31) {
                right = values[width];
            }
        } else {
            left = values[-1];
            right = values[width];
        }
    }
};

/// Bytes from a thread's first packet of a row to its second.
__forceinline__ int to_second(int vector)
{
    return 16 * (vectors - vector) + Packets::second_bytes * vector;
}

/// The points that one thread owns: tile_i x tile_j rows of one vector each.
class Tile {
public:
    __forceinline__ Tile(const Arguments& pass, int team, int vector, RealVector* shared)
        : vector_{vector}, first_{tiles.first_row(team)}, shared_{shared}
    {
        const int block = static_cast<int>(blockIdx.x);
        const OwnedRows own = pass.blocks.owned(block);
#pragma unroll
        for (int r = 0; r < tiles.rows(); ++r) {
            const LocalRow row = row_of(r);
            valid_[r] = team < tiles.teams() && row.i < own.count_i && row.j < own.count_j;
            whole_ = whole_ && valid_[r];
            own_[r] = valid_[r] ? load_vector(pass.p, pass, own.first_i + row.i,
                                              own.first_j + row.j, vector)
                                : RealVector{};
            sent_[r] = valid_[r] && pass.blocks.is_read_elsewhere(block, own, row);
            place_[r] = place_in_mail(pass, block, own, row, vector);
#pragma unroll
            for (int m = 0; m < 12; ++m) {
                const RealVector loaded =
                    valid_[r] ? load_vector(pass.coefficients[m], pass, own.first_i + row.i,
                                            own.first_j + row.j, vector)
                              : RealVector{};
                const int n = m * tiles.rows() + r;
                if (n < Config::kept) {
                    kept_[n] = loaded;
                } else {
                    shared_[(n - Config::kept) * Config::threads] = loaded;
                }
            }
        }
    }

    /// Does one sweep of the tile from `now` to `next`, and stores in `mail` what other blocks
    /// read. Returns the thread's part of gosa.
    __forceinline__ double sweep(const RealVector* now, RealVector* next, unsigned char* mail,
                                 unsigned tag, Real omega)
    {
        const int at = place_in_shared(first_, vector_);
        const Real nothing = copysign(Real{}, -omega);
        unsigned char* second_mail = mail + to_second(vector_);
        if (!whole_) {
            reload_foreign(now + at);
        }
        Strip window[tile_i + 2][tile_j + 2];
        bool loaded[tile_i + 2][tile_j + 2] = {};
        RealVector fresh[tiles.rows()];
        double sum = 0.0;
#pragma unroll
        for (int r = 0; r < tiles.rows(); ++r) {
            const int i = r / tile_j;
            const int j = r % tile_j;
#pragma unroll
            for (int n = 0; n < 9; ++n) {
                const int a = i + n / 3;
                const int b = j + n % 3;
                if (!loaded[a][b]) {
                    load_strip(window[a][b], a - 1, b - 1, now + at);
                    loaded[a][b] = true;
                }
            }
            double row_sum = 0.0;
            fresh[r] = update(window, i, j, omega, nothing, row_sum);
            sum += valid_[r] ? row_sum : 0.0;
            if (valid_[r]) {
                next[at + to_row(i, j)] = fresh[r];
            }
            if (sent_[r]) {
                Packets::send(mail + place_[r], second_mail + place_[r], fresh[r], tag);
            }
        }
#pragma unroll
        for (int r = 0; r < tiles.rows(); ++r) {
            own_[r] = fresh[r];
        }
        return sum;
    }

    /// Writes the interior points of the rows to p.
    __forceinline__ void store(const Arguments& pass) const
    {
        const OwnedRows own = pass.blocks.owned(static_cast<int>(blockIdx.x));
#pragma unroll
        for (int r = 0; r < tiles.rows(); ++r) {
            const LocalRow row = row_of(r);
            const long long at =
                (static_cast<long long>(own.first_i + row.i) * (pass.blocks.rows_j + 2) +
                 own.first_j + row.j) *
                    Config::nk +
                vector_ * width;
#pragma unroll
            for (int e = 0; e < width; ++e) {
                if (valid_[r] && is_inside(e)) {
                    pass.p[at + e] = own_[r].value[e];
                }
            }
        }
    }

private:
    __forceinline__ LocalRow row_of(int r) const
    {
        return {first_.i + r / tile_j, first_.j + r % tile_j};
    }

    /// Whether element e of the thread's vector is an interior point.
    __forceinline__ bool is_inside(int e) const
    {
        constexpr int last = Config::nk - 1 - (vectors - 1) * width;  // in a row's last vector
        return (e > 0 || vector_ > 0) && (e < last || vector_ < vectors - 1);
    }

    /// Vectors in shared memory from the tile's first row to its row (i, j).
    static constexpr int to_row(int i, int j)
    {
        return (i * halo_j + j) * vectors;
    }

    /// Reloads the tile's rows that the block does not own: they may be halo rows, which change
    /// with every sweep.
    __forceinline__ void reload_foreign(const RealVector* first)
    {
#pragma unroll
        for (int r = 0; r < tiles.rows(); ++r) {
            if (!valid_[r]) {
                own_[r] = first[to_row(r / tile_j, r % tile_j)];
            }
        }
    }

    /// Row (i, j) of the window, relative to the tile's first row, whose vector is `*first`.
    __forceinline__ void load_strip(Strip& strip, int i, int j, const RealVector* first) const
    {
        const RealVector* from = first + to_row(i, j);
        const bool owned = i >= 0 && i < tile_i && j >= 0 && j < tile_j;
        const bool corner = (i < 0 || i == tile_i) && (j < 0 || j == tile_j);
        strip.centre = owned ? own_[owned ? i * tile_j + j : 0] : *from;
        if (!corner) {
            strip.find_sides(from, vector_);
        }
    }

    /// Returns the new values of row (i, j) and adds its squared residuals to `sum`. At boundary
    /// points the residual is `nothing`: a zero of such a sign that p + omega * nothing is p, -0
    /// included.
    __forceinline__ RealVector update(const Strip (&window)[tile_i + 2][tile_j + 2], int i, int j,
                                      Real omega, Real nothing, double& sum) const
    {
        const int r = i * tile_j + j;
        RealVector coefficient[12];
#pragma unroll
        for (int m = 0; m < 12; ++m) {
            const int n = m * tiles.rows() + r;
            coefficient[m] = n < Config::kept ? kept_[n < Config::kept ? n : 0]
                                              : shared_[(n - Config::kept) * Config::threads];
        }
        const RealVector& p = window[i + 1][j + 1].centre;
        RealVector fresh;
#pragma unroll
        for (int e = 0; e < width; ++e) {
            const Real ss = residual(
                [&](int m) { return coefficient[m].value[e]; },
                [&](int di, int dj, int dk) { return window[i + 1 + di][j + 1 + dj].at(e + dk); });
            const Real counted = is_inside(e) ? ss : nothing;
            sum = __fma_rn(static_cast<double>(counted), static_cast<double>(counted), sum);
            fresh.value[e] = p.value[e] + omega * counted;
        }
        return fresh;
    }

    int vector_;
    LocalRow first_;
    RealVector* shared_;  ///< coefficients not in kept_, Config::threads apart
    RealVector kept_[Config::kept];
    RealVector own_[tiles.rows()];  ///< p of the tile
    bool valid_[tiles.rows()];
    bool sent_[tiles.rows()];
    bool whole_ = true;        ///< whether all rows are valid
    int place_[tiles.rows()];  ///< places in the mail, in bytes
};

}  // namespace tobiuo::stencil
