// SPDX-License-Identifier: BSD-3-Clause
// The functions of TileFunctions, for a file that is compiled for one instruction set.
//
// All of it has internal linkage: what is instantiated of other headers takes a type of this one, or
// is inlined at -O3 (accesses to spans), so that no code for one instruction set is taken for another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/fft/butterfly/butterflies.hpp"
#include "kernels/fft/host/tile_copies_body.hpp"
#include "kernels/fft/host/tile_functions.hpp"
#include "kernels/fft/pass/makhoul.hpp"
#include "kernels/fft/pass/real_pairs.hpp"
#include "kernels/lanes.hpp"

namespace tobiuo::fft {
namespace {

/// The complex values of a row from pair `pair` on.
template <typename V>
[[gnu::always_inline]] inline Complex<V> load_pairs(const typename V::Value* row, std::int64_t pair)
{
    return {V::load(row + pair), V::load(row + pair + tile_width<typename V::Value> / 2)};
}

template <typename V>
[[gnu::always_inline]] inline void store_pairs(const Complex<V>& pairs, typename V::Value* row,
                                               std::int64_t pair)
{
    pairs.x.store(row + pair);
    pairs.y.store(row + pair + tile_width<typename V::Value> / 2);
}

template <typename V>
[[gnu::always_inline]] inline Complex<V> in_all_lanes(const Complex<typename V::Value>& number)
{
    return {V{static_cast<double>(number.x)}, V{static_cast<double>(number.y)}};
}

/// Multiplies the points of a butterfly, besides the first one, by their factors.
template <typename V, int radix>
[[gnu::always_inline]] inline void multiply(Complex<V>* a,
                                            const Complex<typename V::Value>* twiddles)
{
    for (int k = 1; k < radix; ++k) {
        a[k] = a[k] * in_all_lanes<V>(twiddles[k - 1]);
    }
}

/// One butterfly of some lines. With real and imaginary parts exchanged before and after it, a
/// forward transform is the inverse one, see fft::swapped().
template <typename V, int radix, Direction direction, Decimation by, bool turned>
[[gnu::always_inline]] inline void transform_pairs(typename V::Value* rows, std::int64_t stride,
                                                   std::int64_t pair,
                                                   const Complex<typename V::Value>* twiddles)
{
    constexpr bool swaps = direction == Direction::inverse;
    Complex<V> a[static_cast<std::size_t>(radix)];
    for (int k = 0; k < radix; ++k) {
        const Complex<V> loaded = load_pairs<V>(rows + k * stride, pair);
        a[k] = swaps ? swapped(loaded) : loaded;
    }
    if constexpr (turned && by == Decimation::time) {
        multiply<V, radix>(a, twiddles);
    }
    Butterfly<radix>::apply(a);
    if constexpr (turned && by == Decimation::frequency) {
        multiply<V, radix>(a, twiddles);
    }
    for (int k = 0; k < radix; ++k) {
        store_pairs<V>(swaps ? swapped(a[k]) : a[k], rows + k * stride, pair);
    }
}

template <typename V, int radix, Direction direction, Decimation by>
void run_stage(typename V::Value* tile, const ButterflyStage<typename V::Value>& stage)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    const std::int64_t stride = stage.step * width;
    for (std::int64_t block = 0; block < stage.blocks; ++block, tile += radix * stride) {
        if (stage.step == 1) {
            for (std::int64_t pair = 0; pair < width / 2; pair += V::count) {
                transform_pairs<V, radix, direction, by, false>(tile, width, pair, nullptr);
            }
            continue;
        }
        const Complex<T>* twiddles = stage.twiddles.data();
        for (std::int64_t j = 0; j < stage.step; ++j, twiddles += radix - 1) {
            for (std::int64_t pair = 0; pair < width / 2; pair += V::count) {
                transform_pairs<V, radix, direction, by, true>(tile + j * width, stride, pair,
                                                               twiddles);
            }
        }
    }
}

template <typename V, int radix>
void run_either_way(typename V::Value* tile, const ButterflyStage<typename V::Value>& stage,
                    Direction direction, Decimation by)
{
    constexpr auto forward = Direction::forward;
    constexpr auto inverse = Direction::inverse;
    if (by == Decimation::frequency) {
        direction == forward ? run_stage<V, radix, forward, Decimation::frequency>(tile, stage)
                             : run_stage<V, radix, inverse, Decimation::frequency>(tile, stage);
    } else {
        direction == forward ? run_stage<V, radix, forward, Decimation::time>(tile, stage)
                             : run_stage<V, radix, inverse, Decimation::time>(tile, stage);
    }
}

/// Runs a stage of one of the radices that TileDft takes.
template <typename V>
void run_any_stage(typename V::Value* tile, const ButterflyStage<typename V::Value>& stage,
                   Direction direction, Decimation by)
{
    switch (stage.radix) {
        case 2:
            return run_either_way<V, 2>(tile, stage, direction, by);
        case 3:
            return run_either_way<V, 3>(tile, stage, direction, by);
        case 4:
            return run_either_way<V, 4>(tile, stage, direction, by);
        case 5:
            return run_either_way<V, 5>(tile, stage, direction, by);
        case 7:
            return run_either_way<V, 7>(tile, stage, direction, by);
        case 8:
            return run_either_way<V, 8>(tile, stage, direction, by);
        case 11:
            return run_either_way<V, 11>(tile, stage, direction, by);
        case 13:
            return run_either_way<V, 13>(tile, stage, direction, by);
        default:
            return;
    }
}

/// Replaces each pair of mirrored rows by what `change` makes of it. It receives the values of some
/// lines, MirroredRows::twiddle and MirroredRows::with.
template <typename V, typename Change>
[[gnu::always_inline]] inline void change_mirrored_rows(
    typename V::Value* tile, std::span<const MirroredRows<typename V::Value>> rows,
    const Change& change)
{
    using T = typename V::Value;
    for (const MirroredRows<T>& mirrored : rows) {
        T* const low = tile + mirrored.low * tile_width<T>;
        T* const high = tile + mirrored.high * tile_width<T>;
        const Complex<V> twiddle = in_all_lanes<V>(mirrored.twiddle);
        const V with{static_cast<double>(mirrored.with)};
        for (std::int64_t pair = 0; pair < tile_width<T> / 2; pair += V::count) {
            const MirroredPair<V> both =
                change({load_pairs<V>(low, pair), load_pairs<V>(high, pair)}, twiddle, with);
            store_pairs<V>(both.m, high, pair);
            store_pairs<V>(both.k, low, pair);  // last, because both may be the same row
        }
    }
}

template <typename V>
void split_rows(typename V::Value* tile, std::span<const MirroredRows<typename V::Value>> rows)
{
    change_mirrored_rows<V>(tile, rows,
                            [](const MirroredPair<V>& both, const Complex<V>& twiddle, V /*with*/) {
                                return fft::split<V>(both, twiddle);
                            });
}

template <typename V>
void join_rows(typename V::Value* tile, std::span<const MirroredRows<typename V::Value>> rows)
{
    change_mirrored_rows<V>(
        tile, rows, [](const MirroredPair<V>& both, const Complex<V>& twiddle, V with) {
            return fft::join<V>({both.k, {with * both.m.x, with * both.m.y}}, twiddle);
        });
}

template <typename V, bool is_forward>
void twiddle_rows(typename V::Value* tile, std::span<const Complex<typename V::Value>> twiddles)
{
    using T = typename V::Value;
    for (const Complex<T>& twiddle : twiddles) {
        const Complex<T> factor = is_forward ? twiddle : Complex<T>{twiddle.x, -twiddle.y};
        for (std::int64_t pair = 0; pair < tile_width<T> / 2; pair += V::count) {
            store_pairs<V>(in_all_lanes<V>(factor) * load_pairs<V>(tile, pair), tile, pair);
        }
        tile += tile_width<T>;
    }
}

/// Makes the sum and the difference of the parts of row 0.
template <typename V>
[[gnu::always_inline]] inline void fold_ends(typename V::Value* tile)
{
    for (std::int64_t pair = 0; pair < tile_width<typename V::Value> / 2; pair += V::count) {
        const Complex<V> both = load_pairs<V>(tile, pair);
        store_pairs<V>({both.x + both.y, both.x - both.y}, tile, pair);
    }
}

template <typename V>
void fold_rows(typename V::Value* tile, std::span<const MirroredRows<typename V::Value>> rows)
{
    fold_ends<V>(tile);
    change_mirrored_rows<V>(
        tile, rows,
        [](const MirroredPair<V>& both, const Complex<V>& power, V /*with*/) -> MirroredPair<V> {
            return {folded<V>(both.k, both.m, power),
                    folded<V>(both.m, both.k, {-power.x, power.y})};
        });
}

template <typename V>
void unfold_rows(typename V::Value* tile, std::span<const MirroredRows<typename V::Value>> rows)
{
    fold_ends<V>(tile);
    change_mirrored_rows<V>(
        tile, rows,
        [](const MirroredPair<V>& both, const Complex<V>& power, V /*with*/) -> MirroredPair<V> {
            return {unfolded<V>(both.k, both.m, power, false),
                    unfolded<V>(both.m, both.k, {-power.x, power.y}, false)};
        });
}

template <typename T, int bytes>
[[nodiscard]] TileFunctions<T> tile_functions(const char* instruction_set)
{
    using V = Lanes<T, bytes>;
    return {.instruction_set = instruction_set,
            .transform = run_any_stage<V>,
            .split = split_rows<V>,
            .join = join_rows<V>,
            .twiddle = twiddle_rows<V, true>,
            .twiddle_back = twiddle_rows<V, false>,
            .load_rows = load_rows<V>,
            .store_rows = store_rows<V>,
            .load_lines = load_lines<V>,
            .store_lines = store_lines<V>,
            .fold = fold_rows<V>,
            .unfold = unfold_rows<V>,
            .load_complex_rows = load_complex_rows<V>,
            .store_complex_rows = store_complex_rows<V>,
            .load_complex_lines = load_complex_lines<V>,
            .store_complex_lines = store_complex_lines<V>,
            .transpose = transpose_square<V>};
}

}  // namespace
}  // namespace tobiuo::fft
