// SPDX-License-Identifier: BSD-3-Clause
// The copies of TileFunctions between an array and a tile, for a file that is compiled for one
// instruction set: see tile_functions_body.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/fft/host/tile_functions.hpp"
#include "kernels/lanes.hpp"
#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::fft {
namespace {

/// The factor of the samples of a row.
template <typename V>
[[gnu::always_inline]] inline V sign_of(const TileRow& row)
{
    return V{row.negated ? -1.0 : 1.0};
}

template <typename V>
void load_rows(const typename V::Value* array, std::int64_t stride, std::span<const TileRow> rows,
               std::int64_t tiles, typename V::Value* to)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    const auto values = static_cast<std::int64_t>(rows.size()) * width;
    for (const TileRow& row : rows) {
        const V sign = sign_of<V>(row);
        for (std::int64_t tile = 0; tile < tiles; ++tile) {
            const T* const from = array + tile * width;
            for (std::int64_t line = 0; line < width; line += V::count) {
                // The rows of the next tiles follow these, but are far from each other.
                __builtin_prefetch(from + tiles * width + line);
                (sign * V::load_anywhere(from + line))
                    .store(to + tile * values + row.row * width + line);
            }
        }
        array += stride;
    }
}

/// Stores a row of `count` values of tiles that follow each other past the caches: write(from,
/// count, to) copies a part of it, whole tiles but for the last part. A part is written to a buffer
/// and begins where its place in the array begins in a cache line.
template <typename T, typename Write>
[[gnu::always_inline]] inline void stream_row(T* to, std::int64_t count, const Write& write)
{
    constexpr std::int64_t part = 16 * tile_width<T>;
    constexpr std::int64_t line_bytes = 64;
    alignas(line_bytes) T buffer[static_cast<std::size_t>(part) + line_bytes / sizeof(T)];
    for (std::int64_t begin = 0; begin < count; begin += part) {
        T* const begin_in_line =
            buffer + reinterpret_cast<std::uintptr_t>(to + begin) % line_bytes / sizeof(T);
        const std::int64_t values = count - begin < part ? count - begin : part;
        write(begin, values, begin_in_line);
        memory::store_streaming(to + begin, begin_in_line, values);
    }
}

template <typename V>
void store_rows(const typename V::Value* from, std::span<const TileRow> rows, std::int64_t tiles,
                typename V::Value* array, std::int64_t stride, memory::Stores stores)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    const auto values = static_cast<std::int64_t>(rows.size()) * width;
    for (const TileRow& row : rows) {
        const V sign = sign_of<V>(row);
        const auto write = [&](std::int64_t first, std::int64_t count, T* to) {
            const T* tile = from + first / width * values + row.row * width;
            for (std::int64_t at = 0; at < count; at += width, tile += values) {
                for (std::int64_t line = 0; line < width; line += V::count) {
                    (sign * V::load(tile + line)).store_anywhere(to + at + line);
                }
            }
        };
        if (stores == memory::Stores::streaming) {
            stream_row(array, tiles * width, write);
        } else {
            write(0, tiles * width, array);
        }
        array += stride;
    }
}

/// The lanes of a and b in turn, of their lower halves or of their upper halves.
template <typename V, std::size_t first, std::size_t... lane>
[[gnu::always_inline]] inline V interleaved(V a, V b, std::index_sequence<lane...> /*lanes*/)
{
    return V{__builtin_shufflevector(
        a.all, b.all,
        static_cast<int>((first + lane) / 2 + ((first + lane) % 2) * sizeof...(lane))...)};
}

/// Transposes a square: lane j of block[i] and lane i of block[j] change places. Each round is a
/// perfect shuffle of all rows.
template <typename V>
[[gnu::always_inline]] inline void transpose(V* block)
{
    constexpr auto count = static_cast<std::size_t>(V::count);
    constexpr std::make_index_sequence<count> lanes;
    for (std::size_t round = 1; round < count; round *= 2) {
        V shuffled[count];
        for (std::size_t i = 0; i < count / 2; ++i) {
            shuffled[2 * i] = interleaved<V, 0>(block[i], block[i + count / 2], lanes);
            shuffled[2 * i + 1] = interleaved<V, count>(block[i], block[i + count / 2], lanes);
        }
        for (std::size_t i = 0; i < count; ++i) {
            block[i] = shuffled[i];
        }
    }
}

template <typename V>
void load_lines(const typename V::Value* array, std::int64_t stride, std::span<const TileRow> rows,
                typename V::Value* tile)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    const auto samples = static_cast<std::int64_t>(rows.size());
    const std::int64_t whole = samples - samples % V::count;
    for (std::int64_t j = 0; j < whole; j += V::count) {
        for (std::int64_t line = 0; line < width; line += V::count) {
            V block[static_cast<std::size_t>(V::count)];
            for (std::int64_t i = 0; i < V::count; ++i) {
                const T* const from = array + (line + i) * stride + j;
                __builtin_prefetch(from + width * stride);
                block[i] = V::load_anywhere(from);
            }
            transpose(block);
            for (std::int64_t i = 0; i < V::count; ++i) {
                const TileRow& row = rows.data()[j + i];
                (sign_of<V>(row) * block[i]).store(tile + row.row * width + line);
            }
        }
    }
    for (std::int64_t j = whole; j < samples; ++j) {
        const TileRow& row = rows.data()[j];
        for (std::int64_t line = 0; line < width; ++line) {
            const T value = array[line * stride + j];
            tile[row.row * width + line] = row.negated ? -value : value;
        }
    }
}

template <typename V>
void store_lines(const typename V::Value* tile, std::span<const TileRow> rows,
                 typename V::Value* array, std::int64_t stride)
{
    using T = typename V::Value;
    constexpr std::int64_t width = tile_width<T>;
    const auto samples = static_cast<std::int64_t>(rows.size());
    const std::int64_t whole = samples - samples % V::count;
    for (std::int64_t j = 0; j < whole; j += V::count) {
        for (std::int64_t line = 0; line < width; line += V::count) {
            V block[static_cast<std::size_t>(V::count)];
            for (std::int64_t i = 0; i < V::count; ++i) {
                const TileRow& row = rows.data()[j + i];
                block[i] = sign_of<V>(row) * V::load(tile + row.row * width + line);
            }
            transpose(block);
            for (std::int64_t i = 0; i < V::count; ++i) {
                block[i].store_anywhere(array + (line + i) * stride + j);
            }
        }
    }
    for (std::int64_t j = whole; j < samples; ++j) {
        const TileRow& row = rows.data()[j];
        for (std::int64_t line = 0; line < width; ++line) {
            const T value = tile[row.row * width + line];
            array[line * stride + j] = row.negated ? -value : value;
        }
    }
}

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
