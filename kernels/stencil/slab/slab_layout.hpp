// SPDX-License-Identifier: BSD-3-Clause
// The packed layout of the slab kernel, and how it cuts a grid into tiles: for host and device.
#pragma once

namespace tobiuo::stencil {

/// Columns of a tile along k, and of a slab's main part.
inline constexpr int slab_columns = 64;
inline constexpr int slab_coefficients = 12;

/// Rows before the first and after the last slab that tiles at the boundary copy and never use.
inline constexpr int slab_rows_beyond = 32;

/// The layout of the coefficients as slabs [i][k-block][j][row]: what a tile needs of a plane is
/// one contiguous piece. A row holds [12][64] main values and, for kernels of several sweeps, a
/// second copy of the `halo` columns on either side of its k-block, so that no tile reads its
/// neighbour's slab. Rows are multiples of 128 bytes; the edge part is rotated by 4 j words, so
/// that threads with consecutive j use different banks of shared memory.
struct SlabLayout {
    int halo;  ///< columns repeated on each side: one less than the sweeps of a pass

    /// Words of the edge part: 12 x 2 halo, rounded up to a power of two.
    constexpr int edge() const { return halo == 0 ? 0 : halo == 1 ? 32 : 64; }
    constexpr int row() const { return slab_coefficients * slab_columns + edge(); }
    constexpr int edge_columns() const { return 2 * halo; }

    static constexpr int main_at(int m, int column) { return m * slab_columns + column; }
    constexpr int edge_at(int m, int column, long long j) const
    {
        const int word = m * edge_columns() + column + static_cast<int>(4 * j);
        return slab_coefficients * slab_columns + (word & (edge() - 1));
    }
    /// Column of the tile, counted from the first main one, that edge column `column` repeats.
    constexpr int tile_column(int column) const
    {
        return column < halo ? column - halo : slab_columns + column - halo;
    }
    /// The edge column that repeats `tile_column`.
    constexpr int edge_column(int tile_column) const
    {
        return tile_column < 0 ? tile_column + halo : tile_column - slab_columns + halo;
    }
};

/// The shape of a slab kernel: `sweeps` sweeps per pass over tiles of tile_j x 64 columns, marching
/// along i. Sweep s + 1 runs one plane behind sweep s, and its tile is smaller by a row on each
/// side.
struct SlabGeometry {
    int sweeps{};
    int tile_j{};
    int slots = 2;  ///< slabs in flight or in use
    SlabLayout layout{};
    int main_registers = 0;  ///< registers of a thread of the main warps; 0: as compiled

    /// Values of a row in shared memory: 4 before the tile (aligned to 16 bytes), 8 after it.
    static constexpr int pitch = slab_columns + 12;
    static constexpr int first_column = 4;
    static constexpr int planes = 4;  ///< in the ring of p and in that of each middle sweep
    static constexpr int points_per_thread = 4;
    static constexpr int row_threads = slab_columns / points_per_thread;
    static constexpr int barrier_bytes = 1024;

    constexpr int reach() const { return sweeps - 1; }
    /// Rows of j that the first sweep computes, and rows of p that it reads.
    constexpr int rows() const { return tile_j + 2 * reach(); }
    constexpr int p_rows() const { return rows() + 2; }

    constexpr int slot_words() const { return rows() * layout.row(); }
    constexpr int p_words() const { return (p_rows() * pitch + 31) / 32 * 32; }
    /// Words of a plane of a middle sweep. An unused row separates planes: the first and the last
    /// row's neighbours read it, and what they compute from it is never used, but must not collide
    /// with what the next plane's threads write.
    constexpr int middle_words() const { return (rows() + 1) * pitch; }
    constexpr int shared_words() const
    {
        const int middles = reach() * planes * middle_words();
        return slots * slot_words() + planes * p_words() + middles + pitch + 32;
    }
    constexpr int shared_bytes() const { return barrier_bytes + 4 * shared_words(); }

    constexpr int main_warps() const { return rows() * row_threads / 32; }
    /// Warps for the halo columns of the middle sweeps.
    constexpr int halo_warps() const { return sweeps == 1 ? 0 : sweeps; }
    constexpr int computing_warps() const { return main_warps() + halo_warps(); }
    constexpr int threads() const { return 32 * (computing_warps() + 1); }

    /// Registers of a helper thread: what the main warps leave of the registers that the launch
    /// has. A kernel that asked for more would wait for ever.
    constexpr int helper_registers() const
    {
        constexpr int file = 65536;
        const int launched = file / threads() / 8 * 8;
        const int left = launched * threads() - main_registers * 32 * main_warps();
        return left / (threads() - 32 * main_warps()) / 8 * 8;
    }
};

/// The place of a tile: k from 64 k_block, j from `j` (tile_j rows), i in [i_first, i_end).
struct SlabTile {
    int k_block;
    int j;
    int i_first;
    int i_end;
};

/// Tiles of the planes [first, end) of a grid [ni][nj][nk], numbered along k first, then j, then i.
struct SlabTiles {
    int ni;
    int nj;
    int nk;
    int first;
    int end;
    int tile_j;
    int planes;  ///< planes of i in a tile
    int along_k;
    int along_j;
    int along_i;

    constexpr int count() const { return along_k * along_j * along_i; }
    constexpr SlabTile tile(int number) const
    {
        const int row = number / along_k;
        const int segment = row / along_j;
        const int begin = first + segment * planes;
        const int behind = begin + planes < end ? begin + planes : end;
        return {number % along_k, 1 + row % along_j * tile_j, begin, behind};
    }
    /// First word of the row (i, j) of `k_block`.
    constexpr long long row_at(const SlabLayout& layout, int i, int k_block, int j) const
    {
        return ((static_cast<long long>(i) * along_k + k_block) * nj + j) * layout.row();
    }
};

/// The value of coefficient m at boundary points. With it the formula keeps any finite p there and
/// adds nothing to gosa: it is zero, and for bnd the negative zero, with which even -0 stays -0.
constexpr float boundary_coefficient(int m)
{
    return m == slab_coefficients - 1 ? -0.0F : 0.0F;
}

/// Calls `store(word)` for each place of coefficient m of point (i, j, k) in the slabs: its own
/// place, and one in the edge of the next k-block on either side if the point lies within its halo.
template <typename Store>
constexpr void for_each_copy(const SlabTiles& tiles, const SlabLayout& layout, int i, int j, int k,
                             int m, const Store& store)
{
    const int block = k / slab_columns;
    const int column = k % slab_columns;
    store(tiles.row_at(layout, i, block, j) + SlabLayout::main_at(m, column));
    if (column < layout.halo && block > 0) {
        const int edge = layout.edge_column(slab_columns + column);
        store(tiles.row_at(layout, i, block - 1, j) + layout.edge_at(m, edge, j));
    }
    if (column >= slab_columns - layout.halo && block + 1 < tiles.along_k) {
        const int edge = layout.edge_column(column - slab_columns);
        store(tiles.row_at(layout, i, block + 1, j) + layout.edge_at(m, edge, j));
    }
}

}  // namespace tobiuo::stencil
