// SPDX-License-Identifier: BSD-3-Clause
// The switches of the classic kernel that are compiled in, and what they mean for its tile of p.
// One definition for host and device.
#pragma once

namespace tobiuo::stencil {

/// Which planes of p a block keeps in shared memory for its points.
enum class PlanesOnChip {
    none,   ///< no plane: every point reads its 19 values through the caches
    three,  ///< the planes of the current step; with async copies one more
    all     ///< every plane of the block and its halo, before the first point
};

enum class ClassicLoads {
    scalar,  ///< one value at a time
    wide,    ///< 16 bytes at a time, and as many points in a thread
    async    ///< p by 16-byte asynchronous copies into shared memory
};

/// The position of a piece in a plane of the tile.
struct ClassicPiece {
    int row;
    int column;  ///< column of its first value
};

/// One form of the kernel. A tile of p in shared memory is [planes][rows()][row()] values; row 0 is
/// at j - 1, and value halo() of a row is at the block's first k.
struct ClassicForm {
    int value_bytes;
    int block_k;  ///< threads along k
    int block_j;  ///< threads along j, one row each
    PlanesOnChip p;
    ClassicLoads loads;
    bool pacing;  ///< a barrier after every point of the march

    /// Values of a 16-byte access.
    constexpr int vector() const { return 16 / value_bytes; }
    constexpr int threads() const { return block_k * block_j; }
    /// Number of points along k that one thread computes.
    constexpr int points() const { return loads == ClassicLoads::wide ? vector() : 1; }
    /// Points of a block along k.
    constexpr int tile_k() const { return block_k * points(); }
    /// Values that one access copies to shared memory.
    constexpr int piece() const { return loads == ClassicLoads::scalar ? 1 : vector(); }
    /// Values of halo on each side of a row: one is needed, but 16-byte accesses copy whole
    /// vectors.
    constexpr int halo() const { return piece(); }
    constexpr int row() const { return tile_k() + 2 * halo(); }
    constexpr int rows() const { return block_j + 2; }
    constexpr int plane() const { return row() * rows(); }
    constexpr int pieces_of_a_row() const { return row() / piece(); }
    constexpr int pieces() const { return pieces_of_a_row() * rows(); }
    constexpr ClassicPiece piece_at(int number) const
    {
        const int in_row = number / pieces_of_a_row();
        return {in_row, (number - in_row * pieces_of_a_row()) * piece()};
    }

    /// Planes of p in shared memory for a block that computes `depth` planes.
    constexpr long long planes(long long depth) const
    {
        switch (p) {
            case PlanesOnChip::three:
                return loads == ClassicLoads::async ? 4 : 3;
            case PlanesOnChip::all:
                return depth + 2;
            default:
                return 0;
        }
    }
    /// Shared memory of a block in bytes, without that of the block sum.
    constexpr long long shared_bytes(long long depth) const
    {
        return planes(depth) * plane() * value_bytes;
    }
};

}  // namespace tobiuo::stencil
