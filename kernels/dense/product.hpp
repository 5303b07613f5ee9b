// SPDX-License-Identifier: BSD-3-Clause
// Products of all lines along an axis of an array with a dense matrix, tile by tile: which block,
// thread and lane has which element. One code for device and host.
#pragma once

namespace tobiuo::dense {

/// Which half of the products a matrix saves whose rows are odd or even, those of an axis that equals
/// its mirror image. Odd modes come first, count / 2 of them, then the even ones.
///
/// to_modes   rows of modes, columns of the first half of the values: odd modes are products with x[k] -
///            x[count-1-k], even ones with x[k] + x[count-1-k]. A middle value is added to itself.
/// to_values  rows of the first half of the values, columns of modes: with o and e the products with odd
///            and even modes, x[k] = e + o, and x[count-1-k] = e - o.
enum class Fold { none, to_modes, to_values };

/// out = matrix times in, along lines of `count` values. With one column lines are contiguous and lie
/// behind each other; otherwise value k of a line is k columns from its first one, and planes of such
/// lines follow each other.
template <typename T>
struct Product {
    const T* matrix;  ///< [count][count]; folded [odd, even][half][half], with zeros in rows and
                      ///< columns of modes that are not there
    const T* in;
    T* out;  ///< another array
    long long count;
    long long columns;
    long long planes;
};

/// The rows and columns of a matrix.
[[nodiscard]] constexpr long long side_of(long long count, Fold fold)
{
    return fold == Fold::none ? count : (count + 1) / 2;
}

inline constexpr int tile_side = 128;  ///< rows and columns of a product that a block computes
inline constexpr int block_threads = 256;
/// The most tiles in shared memory, of which all but one are under way.
inline constexpr int most_stages = 3;

/// How a part of a tile lies in shared memory: `deep`, the depth is contiguous there as in the array, or
/// what lies across the tile is.
struct PanelShape {
    bool deep;
    int depth;
    int across;
    int together;  ///< ProductLayout::together
    int step;      ///< from a row of shared memory to the next one

    /// Copies of a row, rows that all threads copy in a turn, and turns.
    [[nodiscard]] constexpr int copies() const { return (deep ? depth : across) / together; }
    [[nodiscard]] constexpr int rows() const { return block_threads / copies(); }
    [[nodiscard]] constexpr int turns() const { return (deep ? across : depth) / rows(); }
    [[nodiscard]] constexpr int values() const { return (deep ? across : depth) * step; }
};

/// What a thread copies of a panel: `together` neighbours in each turn, tile after tile.
template <typename T>
struct PanelCopies {
    const T* from = nullptr;  ///< in the first turn of the next tile
    long long to_turn = 0;    ///< from one turn to the next one
    long long to_tile = 0;
    int to = 0;      ///< where in the panel the first turn ends
    int across = 0;  ///< values across that are left in the first turn, or none
    int depth = 0;   ///< the depth of the first turn in a tile
    PanelShape shape{};

    constexpr PanelCopies() = default;
    /// Values lie `line` apart across the panel and `step` apart in its depth, from `first` on, and `left`
    /// of them across are there. A mirrored deep panel has its depth in the opposite order, from `first`
    /// back.
    constexpr PanelCopies(const PanelShape& panel, const T* first, long long line, long long step,
                          long long left, bool mirrored, int thread)
        : shape{panel}
    {
        const int row = thread / panel.copies();
        const int at = thread % panel.copies() * panel.together;
        const int there = left < panel.across ? static_cast<int>(left) : panel.across;
        to = row * panel.step + at;
        if (panel.deep) {
            const int start = mirrored ? panel.depth - 1 - at : at;
            from = first + row * line + start * step;
            to_turn = panel.rows() * line;
            across = there - row;
            depth = mirrored ? start - (panel.together - 1) : start;
        } else {
            from = first + row * step + at * line;
            to_turn = panel.rows() * step;
            across = at < there ? 1 : 0;
            depth = row;
        }
        to_tile = panel.depth * step;
    }

    /// Which turns there are of a tile with this depth: those before the result, if panel.rows() is the
    /// step from one to the next.
    [[nodiscard]] constexpr int turns_left(int depth_left) const
    {
        return shape.deep ? (depth < depth_left ? across : 0)
                          : (across > 0 ? depth_left - depth : 0);
    }
};

/// The layout of a block's work, which computes c = a b with rows of the matrix in a and lines in columns
/// of b. A folded product has two panels of half as many rows in a, odd and even ones, and two of
/// b, which they are multiplied by.
///
/// Method    a pad makes the lanes of an access hit all banks: 4 doubles where a lane takes one of 4
///           rows and columns each (multiply-accumulate of a warp), 4 floats where a thread takes 4 at a
///           time.
template <typename T>
struct ProductLayout {
    bool along_rows;
    Fold fold = Fold::none;
    /// Neighbouring values that a copy takes: those of 16 bytes where lines begin at multiples of these,
    /// else one.
    int together = 1;
    /// The depth of the sums in shared memory at a time; for doubles 8 where that is small.
    int depth = 16;

    static constexpr bool by_warps = sizeof(T) == 8;
    static constexpr int flat_step = tile_side + 4;

    [[nodiscard]] constexpr int deep_step() const { return depth + 4; }
    [[nodiscard]] constexpr int a_values() const { return tile_side * deep_step(); }
    [[nodiscard]] constexpr int panels() const { return fold == Fold::none ? 1 : 2; }
    [[nodiscard]] constexpr int rows_of_panel() const { return tile_side / panels(); }
    [[nodiscard]] constexpr PanelShape a_panel() const
    {
        return {.deep = true,
                .depth = depth,
                .across = rows_of_panel(),
                .together = together,
                .step = deep_step()};
    }
    [[nodiscard]] constexpr PanelShape b_panel() const
    {
        return {.deep = along_rows,
                .depth = depth,
                .across = tile_side,
                .together = together,
                .step = along_rows ? deep_step() : flat_step};
    }
    [[nodiscard]] constexpr int stage_values() const
    {
        return a_values() + panels() * b_panel().values();
    }
    [[nodiscard]] constexpr int shared_bytes(int stages) const
    {
        return stages * stage_values() * static_cast<int>(sizeof(T));
    }
    /// Places of panels and of elements in a stage of shared memory.
    [[nodiscard]] constexpr int a_first(int panel) const { return panel * a_panel().values(); }
    [[nodiscard]] constexpr int b_first(int panel) const
    {
        return a_values() + panel * b_panel().values();
    }
    [[nodiscard]] constexpr int a_at(int row, int k) const { return row * deep_step() + k; }
    [[nodiscard]] constexpr int b_at(int panel, int k, int column) const
    {
        return b_first(panel) + (along_rows
                                     ? column * deep_step() + (reversed(panel) ? depth - 1 - k : k)
                                     : k * flat_step + column);
    }
    /// Whether the depth of a panel of b is in the opposite order.
    [[nodiscard]] constexpr bool reversed(int panel) const
    {
        return along_rows && fold == Fold::to_modes && panel == 1;
    }
};

/// ProductLayout::together for lines of `count` values with `columns` between neighbours, in arrays that
/// begin at multiples of 16 bytes.
template <typename T>
[[nodiscard]] constexpr int together_of(long long count, long long columns, Fold fold)
{
    constexpr int most = 16 / static_cast<int>(sizeof(T));
    const bool fits =
        side_of(count, fold) % most == 0 && (columns == 1 ? count : columns) % most == 0;
    return fits ? most : 1;
}

/// How many tiles are in shared memory, and how deep they are.
struct TileStages {
    int stages = most_stages;
    int depth = 16;
};
/// The most that a block has room for.
template <typename T>
[[nodiscard]] constexpr TileStages stages_within(bool along_rows, Fold fold, long long shared_bytes)
{
    const TileStages large[] = {{.stages = most_stages, .depth = 16}, {.stages = 2, .depth = 16}};
    for (const TileStages& one : large) {
        const ProductLayout<T> layout{
            .along_rows = along_rows, .fold = fold, .together = 1, .depth = one.depth};
        if (layout.shared_bytes(one.stages) <= shared_bytes) {
            return one;
        }
    }
    return {.stages = 2, .depth = 8};
}

/// Where the tile of a block lies, and what it reads and writes.
template <typename T>
struct ProductBlock {
    Product<T> product;
    ProductLayout<T> layout;
    long long side = 0;    ///< of a matrix, and the depth of the sums
    long long row = 0;     ///< the first one of a panel
    long long line = 0;    ///< the first one
    long long lines = 0;   ///< that there are beside each other
    long long offset = 0;  ///< of the plane

    constexpr ProductBlock(const Product<T>& all, const ProductLayout<T>& how, long long block)
        : product{all}, layout{how}, side{side_of(all.count, how.fold)}
    {
        const long long tiles = tiles_down(all, how);
        const long long other = block / tiles;
        row = block % tiles * how.rows_of_panel();
        lines = how.along_rows ? all.planes : all.columns;
        const long long across = (lines + tile_side - 1) / tile_side;
        line = other % across * tile_side;
        offset = other / across * all.count * all.columns;
    }

    [[nodiscard]] static constexpr long long tiles_down(const Product<T>& all,
                                                        const ProductLayout<T>& how)
    {
        return (side_of(all.count, how.fold) + how.rows_of_panel() - 1) / how.rows_of_panel();
    }
    [[nodiscard]] static constexpr long long blocks_of(const Product<T>& all,
                                                       const ProductLayout<T>& how)
    {
        const long long lines = how.along_rows ? all.planes : all.columns;
        return tiles_down(all, how) * ((lines + tile_side - 1) / tile_side) *
               (how.along_rows ? 1 : all.planes);
    }

    [[nodiscard]] constexpr PanelCopies<T> a(int panel, int thread) const
    {
        return {layout.a_panel(),
                product.matrix + (panel * side + row) * side,
                side,
                1,
                side - row,
                false,
                thread};
    }
    [[nodiscard]] constexpr PanelCopies<T> b(int panel, int thread) const
    {
        const bool mirrored = panel == 1 && layout.fold == Fold::to_modes;
        const long long first = panel == 0 ? 0 : mirrored ? product.count - 1 : product.count / 2;
        const long long apart = layout.along_rows ? 1 : product.columns;
        const long long across = layout.along_rows ? product.count : 1;
        return {layout.b_panel(),
                product.in + offset + line * across + first * apart,
                across,
                mirrored ? -apart : apart,
                lines - line,
                mirrored,
                thread};
    }
    /// Where a product goes, of a panel's row or as a mirrored value; null if it is beyond the array.
    [[nodiscard]] constexpr T* c(int tile_row, int column) const
    {
        const int panel = tile_row / layout.rows_of_panel();
        const long long at = row + tile_row % layout.rows_of_panel();
        const long long left = product.count / 2;  // odd modes, or values that have a mirror image
        const bool is_short =
            layout.fold != Fold::none && panel == (layout.fold == Fold::to_modes ? 0 : 1);
        if (at >= (is_short ? left : side) || line + column >= lines) {
            return nullptr;
        }
        const long long index = panel == 0                      ? at
                                : layout.fold == Fold::to_modes ? left + at
                                                                : product.count - 1 - at;
        return product.out + offset +
               (layout.along_rows ? (line + column) * product.count + index
                                  : index * product.columns + line + column);
    }
    [[nodiscard]] constexpr int depth_tiles() const
    {
        return static_cast<int>((side + layout.depth - 1) / layout.depth);
    }
};

/// The multiply-accumulate of a warp, c += a b with a of 16 rows and 4 columns and b of 4 and 8: lane
/// and number of a lane's elements to row and column.
///
/// Source    PTX ISA, mma.m16n8k4 with .f64. The same elements are those of two mma.m8n8k4.
struct WarpFragment {
    static constexpr int rows = 16;
    static constexpr int columns = 8;
    static constexpr int depth = 4;
    static constexpr int a_count = 2;
    static constexpr int c_count = 4;

    [[nodiscard]] static constexpr int a_row(int lane, int n) { return lane / 4 + 8 * n; }
    [[nodiscard]] static constexpr int a_k(int lane) { return lane % 4; }
    [[nodiscard]] static constexpr int b_k(int lane) { return lane % 4; }
    [[nodiscard]] static constexpr int b_column(int lane) { return lane / 4; }
    [[nodiscard]] static constexpr int c_row(int lane, int n) { return lane / 4 + 8 * (n / 2); }
    [[nodiscard]] static constexpr int c_column(int lane, int n) { return 2 * (lane % 4) + n % 2; }
};

/// The part of the tile that a warp has, in fragments: one half of its rows is in each half of the tile, in
/// the same places, so that it has what is added up to values.
struct WarpTile {
    static constexpr int fragments_down = 4;
    static constexpr int fragments_across = 4;
    static constexpr int warps_across = tile_side / (fragments_across * WarpFragment::columns);

    [[nodiscard]] static constexpr int row(int warp, int fragment)
    {
        return fragment / 2 * (tile_side / 2) +
               (warp / warps_across * 2 + fragment % 2) * WarpFragment::rows;
    }
    [[nodiscard]] static constexpr int column(int warp, int fragment)
    {
        return (warp % warps_across * fragments_across + fragment) * WarpFragment::columns;
    }
};

/// The products that a thread computes by itself: 4 rows in each half of the tile, in the same places,
/// and 8 columns.
///
/// Method    a warp has 8 x 4 of the 16 x 16 threads, so that what its lanes read at a time are few different
///           values. Four values that are contiguous in shared memory are read at once: depths, or
///           columns.
struct ThreadTile {
    static constexpr int side = 8;
    static constexpr int step = tile_side / side;
    static constexpr int depth = 4;
    /// Tiles whose products are added up before they are added to the rest: the rounding of a sum grows
    /// with the number of its terms.
    static constexpr int tiles_together = 4;

    [[nodiscard]] static constexpr int row(int thread, int n)
    {
        return thread / 128 * 8 + thread % 32 / 4 + n * step;
    }
    [[nodiscard]] static constexpr int column(int thread, int n, bool along_rows)
    {
        const int one = thread % 128 / 32 * 4 + thread % 4;
        return along_rows ? one + n * step : one * 4 + n % 4 + n / 4 * (tile_side / 2);
    }
};

}  // namespace tobiuo::dense
