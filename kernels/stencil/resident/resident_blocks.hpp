// SPDX-License-Identifier: BSD-3-Clause
// Which rows a block of the resident kernel owns, sends and receives: one map for host and device.
#pragma once

namespace tobiuo::stencil {

/// The rows of p along k that one block owns: i in [first_i, first_i + count_i), j in [first_j,
/// first_j + count_j).
struct OwnedRows {
    int first_i;
    int first_j;
    int count_i;
    int count_j;
};

/// A row relative to the block's first row; -1 and count are in the block's halo.
struct LocalRow {
    int i;
    int j;
};

/// The interior rows, rows_i x rows_j of them, divided among along_i x along_j blocks as evenly as
/// whole rows allow; no block is empty. A row is named by its (i, j) in the arrays: the first is
/// (1, 1).
///
/// A block sends the rows at its edges that other blocks read, each of them once; all readers poll
/// the same copy. It receives the rows of its halo that other blocks own.
struct ResidentBlocks {
    int rows_i;
    int rows_j;
    int along_i;
    int along_j;

    constexpr int count() const { return along_i * along_j; }

    /// Rows of the largest block along each axis.
    constexpr int most_i() const { return (rows_i + along_i - 1) / along_i; }
    constexpr int most_j() const { return (rows_j + along_j - 1) / along_j; }

    constexpr OwnedRows owned(int block) const
    {
        const int at_i = block / along_j;
        const int at_j = block % along_j;
        const int first_i = start(rows_i, along_i, at_i);
        const int first_j = start(rows_j, along_j, at_j);
        return {1 + first_i, 1 + first_j, start(rows_i, along_i, at_i + 1) - first_i,
                start(rows_j, along_j, at_j + 1) - first_j};
    }

    constexpr int owner(int i, int j) const
    {
        return part(rows_i, along_i, i - 1) * along_j + part(rows_j, along_j, j - 1);
    }

    /// Number of places for sent rows that every block has.
    constexpr int most_sent() const { return 2 * most_j() + 2 * (most_i() > 2 ? most_i() - 2 : 0); }

    /// The place, below most_sent(), of a row at an edge of its block; -1 for any other row.
    static constexpr int place(const OwnedRows& own, LocalRow row)
    {
        if (row.i == 0) {
            return row.j;
        }
        if (row.i == own.count_i - 1) {
            return own.count_j + row.j;
        }
        if (row.j == 0) {
            return 2 * own.count_j + row.i - 1;
        }
        if (row.j == own.count_j - 1) {
            return 2 * own.count_j + own.count_i - 2 + row.i - 1;
        }
        return -1;
    }

    /// Whether another block reads this row of `block`.
    constexpr bool is_read_elsewhere(int block, const OwnedRows& own, LocalRow row) const
    {
        const int at_i = block / along_j;
        const int at_j = block % along_j;
        return (row.i == 0 && at_i > 0) || (row.i == own.count_i - 1 && at_i < along_i - 1) ||
               (row.j == 0 && at_j > 0) || (row.j == own.count_j - 1 && at_j < along_j - 1);
    }

    /// How many rows a block receives in each sweep.
    constexpr int received(int block, const OwnedRows& own) const
    {
        const Ring ring = ring_of(block, own);
        return (ring.end_i - ring.first_i) * (ring.end_j - ring.first_j) -
               own.count_i * own.count_j;
    }

    /// The n-th row that the block receives: first the plane below, then the plane above, then the
    /// sides.
    constexpr LocalRow received_row(int block, const OwnedRows& own, int n) const
    {
        const Ring ring = ring_of(block, own);
        const int width = ring.end_j - ring.first_j;
        if (ring.first_i < 0) {
            if (n < width) {
                return {-1, ring.first_j + n};
            }
            n -= width;
        }
        if (ring.end_i > own.count_i) {
            if (n < width) {
                return {own.count_i, ring.first_j + n};
            }
            n -= width;
        }
        if (ring.first_j < 0) {
            if (n < own.count_i) {
                return {n, -1};
            }
            n -= own.count_i;
        }
        return {n, own.count_j};
    }

    /// The most rows that any block receives: those of a block with neighbours on all sides, or on
    /// as many as there are.
    constexpr int most_received() const
    {
        const int most_ring_i = most_i() + (along_i > 2 ? 2 : along_i - 1);
        const int most_ring_j = most_j() + (along_j > 2 ? 2 : along_j - 1);
        return most_ring_i * most_ring_j - most_i() * most_j();
    }

private:
    /// A block's rows and the halo rows that other blocks own, relative to its first row.
    struct Ring {
        int first_i;
        int end_i;
        int first_j;
        int end_j;
    };

    constexpr Ring ring_of(int block, const OwnedRows& own) const
    {
        const int at_i = block / along_j;
        const int at_j = block % along_j;
        return {at_i > 0 ? -1 : 0, own.count_i + (at_i < along_i - 1 ? 1 : 0), at_j > 0 ? -1 : 0,
                own.count_j + (at_j < along_j - 1 ? 1 : 0)};
    }
    static constexpr int start(int rows, int parts, int index)
    {
        return static_cast<int>(static_cast<long long>(rows) * index / parts);
    }
    /// The index of the part, of `parts` parts of `rows` rows, that contains `row`.
    static constexpr int part(int rows, int parts, int row)
    {
        return static_cast<int>((static_cast<long long>(row + 1) * parts - 1) / rows);
    }
};

/// How the rows of a block are dealt to its threads: a team of threads, one for each vector of 16
/// bytes along k, owns a tile of tile_i x tile_j rows.
struct ResidentTiles {
    int tile_i;
    int tile_j;
    int along_i;
    int along_j;

    constexpr int rows() const { return tile_i * tile_j; }
    constexpr int teams() const { return along_i * along_j; }
    constexpr LocalRow first_row(int team) const
    {
        return {team / along_j * tile_i, team % along_j * tile_j};
    }
};

}  // namespace tobiuo::stencil
