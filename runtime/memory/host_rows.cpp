// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/host_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runtime/threads.hpp"

namespace tobiuo::memory {
namespace {

/// Bytes that a thread copies at a time: long enough for the memory, and many to a chunk.
constexpr std::int64_t piece_bytes = 256 << 10;

/// Calls copy(in_array, in_block, bytes) for pieces of all rows.
template <typename Copy>
void for_pieces(const HostRows& rows, const Copy& copy)
{
    const std::int64_t pieces = (rows.row_bytes + piece_bytes - 1) / piece_bytes;
    const std::int64_t all = rows.rows * pieces;
    const double nanoseconds = static_cast<double>(std::min(rows.row_bytes, piece_bytes)) * 0.1;
    [[maybe_unused]] const int threads = threads_for(all, nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t piece = 0; piece < all; ++piece) {
        const std::int64_t row = piece / pieces;
        const std::int64_t begin = piece % pieces * piece_bytes;
        copy(rows.offset + row * rows.pitch + begin, rows.in_block + row * rows.row_bytes + begin,
             static_cast<std::size_t>(std::min(piece_bytes, rows.row_bytes - begin)));
    }
}

}  // namespace

std::vector<HostRows> pieces_of(std::span<const HostRows> rows, std::int64_t most_bytes)
{
    std::vector<HostRows> pieces;
    for (const HostRows& all : rows) {
        const std::int64_t rows_of_a_piece = std::max<std::int64_t>(most_bytes / all.row_bytes, 1);
        for (std::int64_t row = 0; row < all.rows; row += rows_of_a_piece) {
            for (std::int64_t begin = 0; begin < all.row_bytes; begin += most_bytes) {
                pieces.push_back({.offset = all.offset + row * all.pitch + begin,
                                  .row_bytes = std::min(most_bytes, all.row_bytes - begin),
                                  .pitch = all.pitch,
                                  .rows = std::min(rows_of_a_piece, all.rows - row),
                                  .in_block = all.in_block + row * all.row_bytes + begin});
            }
        }
    }
    return pieces;
}

void gather(std::span<const HostRows> rows, const std::byte* array, std::byte* block)
{
    for (const HostRows& one : rows) {
        for_pieces(one, [&](std::int64_t in_array, std::int64_t in_block, std::size_t bytes) {
            std::memcpy(block + in_block, array + in_array, bytes);
        });
    }
}

void scatter(std::span<const HostRows> rows, const std::byte* block, std::byte* array)
{
    for (const HostRows& one : rows) {
        for_pieces(one, [&](std::int64_t in_array, std::int64_t in_block, std::size_t bytes) {
            std::memcpy(array + in_array, block + in_block, bytes);
        });
    }
}

}  // namespace tobiuo::memory
