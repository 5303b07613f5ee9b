// SPDX-License-Identifier: BSD-3-Clause
// What is done to the rows of a tile of lines on a CPU, built for several instruction sets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/memory/caches.hpp"

namespace tobiuo::fft {

/// The values of a row of a tile: two cache lines. The first half of a row has the real parts of
/// complex values, the second half their imaginary parts, so that a vector register holds like
/// parts of neighbouring lines and nothing is shuffled.
template <typename T>
inline constexpr std::int64_t tile_width = 128 / static_cast<std::int64_t>(sizeof(T));

/// The row of a tile that holds a sample of a line.
struct TileRow {
    std::int64_t row{};
    bool negated{};
};

/// One stage of a DFT along the rows of a tile. The rows are `blocks` blocks of radix * step rows;
/// butterfly j of a block takes its rows j, j + step, ... and leaves its results there.
template <typename T>
struct ButterflyStage {
    int radix = 1;
    std::int64_t blocks = 1;
    std::int64_t step = 1;
    /// exp(-2 pi i j k / (radix step)) for k = 1 ... radix - 1, one j after the other; empty if
    /// step is 1, because all factors are 1 then.
    std::vector<Complex<T>> twiddles;
};

/// Where a stage multiplies by twiddle factors: after its butterflies (in frequency, stages from
/// long blocks to short ones) or before them (in time, in the reverse order).
enum class Decimation { frequency, time };

/// The rows of a coefficient of two lines and of its mirror, which split() and join() treat
/// together.
template <typename T>
struct MirroredRows {
    std::int64_t low{};
    std::int64_t high{};
    Complex<T> twiddle{};
    T with{1};  ///< 0 if a row is its own mirror and is joined with zeros, see mirrors_itself()
};

/// The functions for one instruction set. They give the same bits in every set, since each
/// operation rounds once.
template <typename T>
struct TileFunctions {
    const char* instruction_set;
    /// Runs a stage; an inverse stage conjugates its factors.
    void (*transform)(T* tile, const ButterflyStage<T>& stage, Direction direction, Decimation by);
    /// Separates the coefficients of the two lines of each pair, see fft::split().
    void (*split)(T* tile, std::span<const MirroredRows<T>> rows);
    /// Inverts split() but for a factor of 2.
    void (*join)(T* tile, std::span<const MirroredRows<T>> rows);
    /// Multiplies row m by twiddles[m].
    void (*twiddle)(T* tile, std::span<const Complex<T>> twiddles);
    /// Multiplies row m by the conjugate of twiddles[m].
    void (*twiddle_back)(T* tile, std::span<const Complex<T>> twiddles);
    /// Copies lines whose neighbours are contiguous: sample j of the lines of `tiles` tiles, one
    /// after the other, starts at array + j * stride, and goes to rows[j] of each tile.
    void (*load_rows)(const T* array, std::int64_t stride, std::span<const TileRow> rows,
                      std::int64_t tiles, T* to);
    /// Inverts load_rows(). After streaming stores memory::finish_streaming_stores() is called.
    void (*store_rows)(const T* from, std::span<const TileRow> rows, std::int64_t tiles, T* array,
                       std::int64_t stride, memory::Stores stores);
    /// Copies the contiguous lines of one tile, which are `stride` apart: transposes them.
    void (*load_lines)(const T* array, std::int64_t stride, std::span<const TileRow> rows, T* tile);
    /// Inverts load_lines().
    void (*store_lines)(const T* tile, std::span<const TileRow> rows, T* array,
                        std::int64_t stride);
    /// Makes the spectrum of real lines of 2 M samples of the transform of their M pairs, each in
    /// the parts of a complex value, see fft::folded(); `rows` has the elements k and M - k and the
    /// factor exp(-pi i k / M) for k = 1 ... M / 2. Row 0 gets the elements 0 and M, which are real.
    void (*fold)(T* tile, std::span<const MirroredRows<T>> rows);
    /// Inverts fold() but for a factor of 2.
    void (*unfold)(T* tile, std::span<const MirroredRows<T>> rows);
    /// Copies `lines` neighbouring complex lines: sample j of the first one is at array + j * stride
    /// and goes to rows[j] of as many tiles, one after the other, as the lines fill or begin. Pairs
    /// of no line become zeros.
    void (*load_complex_rows)(const T* array, std::int64_t stride,
                              std::span<const std::int64_t> rows, std::int64_t lines, T* to);
    /// Inverts load_complex_rows(), as store_rows() does.
    void (*store_complex_rows)(const T* from, std::span<const std::int64_t> rows,
                               std::int64_t lines, T* array, std::int64_t stride,
                               memory::Stores stores);
    /// Copies the contiguous complex lines of one tile, which are `stride` apart.
    void (*load_complex_lines)(const T* array, std::int64_t stride,
                               std::span<const std::int64_t> rows, T* tile);
    /// Inverts load_complex_lines().
    void (*store_complex_lines)(const T* tile, std::span<const std::int64_t> rows, T* array,
                                std::int64_t stride);
    /// Copies a square from one tile to another: element i of row rows[j] becomes element j of row
    /// to_rows[i]. Both have tile_width / 2 rows.
    void (*transpose)(const T* tile, const std::int64_t* rows, T* to, const std::int64_t* to_rows);
};

/// The builds that this processor runs, the widest first; never empty.
template <typename T>
[[nodiscard]] std::span<const TileFunctions<T>> usable_tile_functions();

/// One build each, see tile_functions_body.hpp.
template <typename T>
[[nodiscard]] TileFunctions<T> baseline_tile_functions();
template <typename T>
[[nodiscard]] TileFunctions<T> avx2_tile_functions();
template <typename T>
[[nodiscard]] TileFunctions<T> avx512_tile_functions();

}  // namespace tobiuo::fft
