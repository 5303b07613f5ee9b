// SPDX-License-Identifier: BSD-3-Clause
// Products of all lines along an axis of an array with a dense matrix, tile by tile: which block,
// thread and lane has which element. One code for device and host.
#pragma once

namespace tobiuo::dense {

/// out = matrix times in, along lines of `count` values. With one column lines are contiguous and lie
/// behind each other; otherwise value k of a line is k columns from its first one, and planes of such
/// lines follow each other.
template <typename T>
struct Product {
    const T* matrix;  ///< [count][count]
    const T* in;
    T* out;  ///< another array
    long long count;
    long long columns;
    long long planes;
};

inline constexpr int tile_side = 128;  ///< rows and columns of a product that a block computes
inline constexpr int tile_depth = 16;  ///< of the sums, that is in shared memory at a time
inline constexpr int block_threads = 256;
/// The most tiles in shared memory, of which all but one are under way.
inline constexpr int most_stages = 3;

/// The layout of a block's work, which computes c = a b with a in rows and b in columns. Along rows of
/// the array a are lines and b is the matrix; else a is the matrix and b are lines.
///
/// Method    a pad makes the lanes of an access hit all banks: 4 doubles where a lane takes one of 4
///           rows and columns each (multiply-accumulate of a warp), or one float.
template <typename T>
struct ProductLayout {
    bool along_rows;
    /// Neighbouring values that a copy takes: those of 16 bytes where lines begin at multiples of
    /// these, of doubles, else one.
    int together = 1;

    static constexpr bool by_warps = sizeof(T) == 8;
    static constexpr int deep_step = tile_depth + (by_warps ? 4 : 1);
    static constexpr int flat_step = tile_side + 4;
    static constexpr int a_values = tile_side * deep_step;

    [[nodiscard]] constexpr int b_values() const
    {
        return along_rows ? tile_side * deep_step : tile_depth * flat_step;
    }
    [[nodiscard]] constexpr int shared_bytes(int stages) const
    {
        return stages * (a_values + b_values()) * static_cast<int>(sizeof(T));
    }
    /// Places of elements in shared memory.
    [[nodiscard]] constexpr int a_at(int row, int k) const { return row * deep_step + k; }
    [[nodiscard]] constexpr int b_at(int k, int column) const
    {
        return along_rows ? column * deep_step + k : k * flat_step + column;
    }

    /// What a thread copies of each tile: `together` elements a turn, of which this is the first.
    [[nodiscard]] constexpr int turns() const
    {
        return tile_side * tile_depth / (block_threads * together);
    }
    struct Element {
        int across;  ///< row of a or column of b
        int k;
    };
    [[nodiscard]] constexpr Element deep_element(int thread, int turn) const
    {
        const int copies = tile_depth / together;
        return {.across = turn * (block_threads / copies) + thread / copies,
                .k = thread % copies * together};
    }
    [[nodiscard]] constexpr Element flat_element(int thread, int turn) const
    {
        const int copies = tile_side / together;
        return {.across = thread % copies * together,
                .k = turn * (block_threads / copies) + thread / copies};
    }
    [[nodiscard]] constexpr Element b_element(int thread, int turn) const
    {
        return along_rows ? deep_element(thread, turn) : flat_element(thread, turn);
    }
};

/// ProductLayout::together for lines and rows of `count` values with `columns` between neighbours, in
/// arrays that begin at multiples of 16 bytes.
template <typename T>
[[nodiscard]] constexpr int together_of(long long count, long long columns)
{
    const bool is_even = count % 2 == 0 && (columns == 1 || columns % 2 == 0);
    return is_even && sizeof(T) == sizeof(double) ? 2 : 1;
}

/// Where the tile of a block lies, and what it reads and writes.
template <typename T>
struct ProductBlock {
    Product<T> product;
    bool along_rows;
    long long first_row = 0;
    long long first_column = 0;
    long long row_count = 0;
    long long column_count = 0;
    long long offset = 0;

    constexpr ProductBlock(const Product<T>& all, bool rows, long long block)
        : product{all}, along_rows{rows}
    {
        const long long tiles = (product.count + tile_side - 1) / tile_side;
        const long long mode = block % tiles * tile_side;
        const long long other = block / tiles;
        if (rows) {
            first_row = other * tile_side;
            first_column = mode;
            row_count = product.planes;
            column_count = product.count;
            return;
        }
        const long long across = (product.columns + tile_side - 1) / tile_side;
        first_row = mode;
        first_column = other % across * tile_side;
        row_count = product.count;
        column_count = product.columns;
        offset = other / across * product.count * product.columns;
    }

    [[nodiscard]] static constexpr long long blocks_of(const Product<T>& product, bool rows)
    {
        const long long tiles = (product.count + tile_side - 1) / tile_side;
        const long long others =
            rows ? (product.planes + tile_side - 1) / tile_side
                 : (product.columns + tile_side - 1) / tile_side * product.planes;
        return tiles * others;
    }

    /// The element of a in a row of the tile; null if there is none.
    [[nodiscard]] constexpr const T* a(int row, long long k) const
    {
        const long long at = first_row + row;
        const T* const from = along_rows ? product.in : product.matrix;
        return at < row_count && k < product.count ? from + at * product.count + k : nullptr;
    }
    [[nodiscard]] constexpr const T* b(long long k, int column) const
    {
        const long long at = first_column + column;
        if (at >= column_count || k >= product.count) {
            return nullptr;
        }
        return along_rows ? product.matrix + at * product.count + k
                          : product.in + offset + k * product.columns + at;
    }
    /// Where a product goes; null if it is beyond the array.
    [[nodiscard]] constexpr T* c(int row, int column) const
    {
        const long long i = first_row + row;
        const long long j = first_column + column;
        return i < row_count && j < column_count ? product.out + offset + i * column_count + j
                                                 : nullptr;
    }
    [[nodiscard]] constexpr int depth_tiles() const
    {
        return static_cast<int>((product.count + tile_depth - 1) / tile_depth);
    }
};

/// The multiply-accumulate of a warp, c += a b with a of 16 rows and 8 columns and b of 8 and 8: lane
/// and number of a lane's elements to row and column.
///
/// Source    PTX ISA, mma.m16n8k8 with .f64. The same elements are those of four mma.m8n8k4.
struct WarpFragment {
    static constexpr int rows = 16;
    static constexpr int columns = 8;
    static constexpr int depth = 8;
    static constexpr int a_count = 4;
    static constexpr int b_count = 2;
    static constexpr int c_count = 4;

    [[nodiscard]] static constexpr int a_row(int lane, int n) { return lane / 4 + 8 * (n % 2); }
    [[nodiscard]] static constexpr int a_k(int lane, int n) { return lane % 4 + 4 * (n / 2); }
    [[nodiscard]] static constexpr int b_k(int lane, int n) { return lane % 4 + 4 * n; }
    [[nodiscard]] static constexpr int b_column(int lane) { return lane / 4; }
    [[nodiscard]] static constexpr int c_row(int lane, int n) { return lane / 4 + 8 * (n / 2); }
    [[nodiscard]] static constexpr int c_column(int lane, int n) { return 2 * (lane % 4) + n % 2; }
};

/// The part of the tile that a warp has, in fragments.
struct WarpTile {
    static constexpr int fragments_down = 4;
    static constexpr int fragments_across = 4;
    static constexpr int warps_across = tile_side / (fragments_across * WarpFragment::columns);

    [[nodiscard]] static constexpr int first_row(int warp)
    {
        return warp / warps_across * fragments_down * WarpFragment::rows;
    }
    [[nodiscard]] static constexpr int first_column(int warp)
    {
        return warp % warps_across * fragments_across * WarpFragment::columns;
    }
};

/// The products that a thread computes by itself: every 16th row and column.
struct ThreadTile {
    static constexpr int side = 8;
    static constexpr int step = tile_side / side;
    /// Tiles whose products are added up before they are added to the rest: the rounding of a sum grows
    /// with the number of its terms.
    static constexpr int tiles_together = 4;

    [[nodiscard]] static constexpr int row(int thread, int n) { return thread / step + n * step; }
    [[nodiscard]] static constexpr int column(int thread, int n)
    {
        return thread % step + n * step;
    }
};

}  // namespace tobiuo::dense
