// The copies of complex lines of TileFunctions, for a file that is compiled for one instruction set:
// see tile_functions_body.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/fft/host/tile_copies_body.hpp"
#include "kernels/fft/host/tile_functions.hpp"
#include "kernels/lanes.hpp"

namespace tobiuo::fft {
namespace {

/// Every second lane of a and b, from lane `first` on.
template <typename V, std::size_t first, std::size_t... lane>
[[gnu::always_inline]] inline V every_second(V a, V b, std::index_sequence<lane...> /*lanes*/)
{
    return V{__builtin_shufflevector(a.all, b.all, static_cast<int>(first + 2 * lane)...)};
}

template <typename V>
void load_complex_rows(const typename V::Value* array, std::int64_t stride,
                       std::span<const std::int64_t> rows, std::int64_t lines,
                       typename V::Value* to)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    constexpr std::make_index_sequence<static_cast<std::size_t>(V::count)> lanes;
    const auto values = static_cast<std::int64_t>(rows.size()) * width;
    const std::int64_t tiles = lines / pairs;
    const std::int64_t rest = lines % pairs;
    for (const std::int64_t row : rows) {
        const T* from = array;
        T* tile = to + row * width;
        for (std::int64_t at = 0; at < tiles; ++at, from += width, tile += values) {
            for (std::int64_t pair = 0; pair < pairs; pair += V::count) {
                // The rows of the next tiles follow these, but are far from each other.
                __builtin_prefetch(from + tiles * width + 2 * pair);
                __builtin_prefetch(from + tiles * width + 2 * pair + V::count);
                const V low = V::load_anywhere(from + 2 * pair);
                const V high = V::load_anywhere(from + 2 * pair + V::count);
                every_second<V, 0>(low, high, lanes).store(tile + pair);
                every_second<V, 1>(low, high, lanes).store(tile + pairs + pair);
            }
        }
        for (std::int64_t pair = 0; rest > 0 && pair < pairs; ++pair) {
            tile[pair] = pair < rest ? from[2 * pair] : T{0};
            tile[pairs + pair] = pair < rest ? from[2 * pair + 1] : T{0};
        }
        array += stride;
    }
}

template <typename V>
void store_complex_rows(const typename V::Value* from, std::span<const std::int64_t> rows,
                        std::int64_t lines, typename V::Value* array, std::int64_t stride,
                        memory::Stores stores)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    constexpr auto count = static_cast<std::size_t>(V::count);
    constexpr std::make_index_sequence<count> lanes;
    const auto values = static_cast<std::int64_t>(rows.size()) * width;
    for (const std::int64_t row : rows) {
        const auto write = [&](std::int64_t first, std::int64_t left, T* to) {
            const T* tile = from + first / width * values + row * width;
            for (; left >= width; left -= width, to += width, tile += values) {
                for (std::int64_t pair = 0; pair < pairs; pair += V::count) {
                    const V re = V::load(tile + pair);
                    const V im = V::load(tile + pairs + pair);
                    interleaved<V, 0>(re, im, lanes).store_anywhere(to + 2 * pair);
                    interleaved<V, count>(re, im, lanes).store_anywhere(to + 2 * pair + V::count);
                }
            }
            for (std::int64_t pair = 0; 2 * pair < left; ++pair) {
                to[2 * pair] = tile[pair];
                to[2 * pair + 1] = tile[pairs + pair];
            }
        };
        if (stores == memory::Stores::streaming) {
            stream_row(array, 2 * lines, write);
        } else {
            write(0, 2 * lines, array);
        }
        array += stride;
    }
}

template <typename V>
void load_complex_lines(const typename V::Value* array, std::int64_t stride,
                        std::span<const std::int64_t> rows, typename V::Value* tile)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    const std::int64_t values = 2 * static_cast<std::int64_t>(rows.size());
    const std::int64_t whole = values - values % V::count;
    for (std::int64_t j = 0; j < whole; j += V::count) {
        for (std::int64_t line = 0; line < pairs; line += V::count) {
            V block[static_cast<std::size_t>(V::count)];
            for (std::int64_t i = 0; i < V::count; ++i) {
                const T* const from = array + (line + i) * stride + j;
                __builtin_prefetch(from + pairs * stride);
                block[i] = V::load_anywhere(from);
            }
            transpose(block);
            for (std::int64_t i = 0; i < V::count; ++i) {
                block[i].store(tile + rows.data()[(j + i) / 2] * width + i % 2 * pairs + line);
            }
        }
    }
    for (std::int64_t j = whole; j < values; ++j) {
        T* const row = tile + rows.data()[j / 2] * width + j % 2 * pairs;
        for (std::int64_t line = 0; line < pairs; ++line) {
            row[line] = array[line * stride + j];
        }
    }
}

template <typename V>
void store_complex_lines(const typename V::Value* tile, std::span<const std::int64_t> rows,
                         typename V::Value* array, std::int64_t stride)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    const std::int64_t values = 2 * static_cast<std::int64_t>(rows.size());
    const std::int64_t whole = values - values % V::count;
    for (std::int64_t j = 0; j < whole; j += V::count) {
        for (std::int64_t line = 0; line < pairs; line += V::count) {
            V block[static_cast<std::size_t>(V::count)];
            for (std::int64_t i = 0; i < V::count; ++i) {
                block[i] = V::load(tile + rows.data()[(j + i) / 2] * width + i % 2 * pairs + line);
            }
            transpose(block);
            for (std::int64_t i = 0; i < V::count; ++i) {
                block[i].store_anywhere(array + (line + i) * stride + j);
            }
        }
    }
    for (std::int64_t j = whole; j < values; ++j) {
        const T* const row = tile + rows.data()[j / 2] * width + j % 2 * pairs;
        for (std::int64_t line = 0; line < pairs; ++line) {
            array[line * stride + j] = row[line];
        }
    }
}

template <typename V>
void transpose_square(const typename V::Value* tile, const std::int64_t* rows,
                      typename V::Value* to, const std::int64_t* to_rows)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    for (std::int64_t part = 0; part < width; part += pairs) {
        for (std::int64_t j = 0; j < pairs; j += V::count) {
            for (std::int64_t line = 0; line < pairs; line += V::count) {
                V block[static_cast<std::size_t>(V::count)];
                for (std::int64_t i = 0; i < V::count; ++i) {
                    block[i] = V::load(tile + rows[j + i] * width + part + line);
                }
                transpose(block);
                for (std::int64_t i = 0; i < V::count; ++i) {
                    block[i].store(to + to_rows[line + i] * width + part + j);
                }
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
