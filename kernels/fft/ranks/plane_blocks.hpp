// SPDX-License-Identifier: BSD-3-Clause
// Neighbouring planes of a rank as blocks for all ranks, each with the columns of one of them: one
// index map for host and device, and the items that copy words.
#pragma once

#include "runtime/machine/item_kind.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::fft {

using Byte = unsigned char;

/// The rows [rows][second][inner] of planes and their blocks [rows][columns of a rank][inner]. The
/// block of this rank itself lies where its columns are used.
struct PlaneBlocks {
    Byte* planes = nullptr;
    Byte* blocks =
        nullptr;  ///< those of all other ranks, in their order; that of this rank is void
    Byte* own = nullptr;
    long long rows = 0;
    long long second = 1;
    long long inner = 1;  ///< in bytes
    int rank = 0;
    int size = 1;

    /// The first column of a rank, in bytes, as ranks::slices_of() divides `second`.
    [[nodiscard]] constexpr long long first_column(long long of) const
    {
        const long long with_columns = second < size ? second : size;
        const long long part = of < with_columns ? of : with_columns;
        return begin_of_part(part, with_columns, second) * inner;
    }
    /// The rank of the columns with byte `at` of a row: the last one that begins at or before it.
    [[nodiscard]] constexpr int rank_of(long long at) const
    {
        const long long with_columns = second < size ? second : size;
        return static_cast<int>(((at / inner + 1) * with_columns - 1) / second);
    }
    /// Bytes in a row of the columns of a rank.
    [[nodiscard]] constexpr long long columns(int of) const
    {
        return first_column(of + 1LL) - first_column(of);
    }

    /// Bytes from row to row of planes.
    [[nodiscard]] constexpr long long row_step() const { return second * inner; }

    /// Where the columns of rank `of` lie in a row of planes.
    [[nodiscard]] constexpr Byte* in_plane(int of, long long row) const
    {
        return planes + row * row_step() + first_column(of);
    }
    /// Where they lie in the block.
    [[nodiscard]] constexpr Byte* in_block(int of, long long row) const
    {
        return (of == rank ? own : blocks + rows * first_column(of)) + row * columns(of);
    }
};

/// Copies planes to blocks or back in words of sizeof(T) bytes, of which `inner` is a multiple. An
/// item does one word in neighbouring rows, so that it finds the rank of its columns once for all of
/// these; items beside each other have words beside each other. Traffic: each word is read and
/// written once.
template <typename T>
struct CopyWords {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/fft/ranks/plane_blocks.hpp",
                                            .type = "tobiuo::fft::CopyWords",
                                            .name = "fft-plane-blocks",
                                            .threads = 256,
                                            .nanoseconds = 20.0};
    static constexpr int rows_of_item = 8;

    PlaneBlocks what = {};
    bool unpacks = false;

    [[nodiscard]] constexpr long long items() const
    {
        return words_of_row() * parts_of<long long>(what.rows, rows_of_item);
    }

    constexpr void operator()(long long item) const
    {
        const long long row = item / words_of_row() * rows_of_item;
        const long long at = item % words_of_row() * static_cast<long long>(sizeof(T));
        const int of = what.rank_of(at);
        Byte* const plane = what.in_plane(0, row) + at;
        Byte* const block = what.in_block(of, row) + (at - what.first_column(of));
        const long long in_plane = what.row_step();
        const long long in_block = what.columns(of);
        const long long left = what.rows - row;
        T words[rows_of_item] = {};  // all are loaded before one is stored
        for (int n = 0; n < rows_of_item; ++n) {
            if (n < left) {
                words[n] = *word(unpacks ? block + n * in_block : plane + n * in_plane);
            }
        }
        for (int n = 0; n < rows_of_item; ++n) {
            if (n < left) {
                *word(unpacks ? plane + n * in_plane : block + n * in_block) = words[n];
            }
        }
    }

private:
    [[nodiscard]] constexpr long long words_of_row() const
    {
        return what.row_step() / static_cast<long long>(sizeof(T));
    }
    [[nodiscard]] static T* word(Byte* at) { return reinterpret_cast<T*>(at); }
};

}  // namespace tobiuo::fft
