// Neighbouring planes of a rank as blocks for all ranks, each with the columns of one of them: one
// index map for host and device.
#pragma once

#include "runtime/rounding.hpp"

namespace tobiuo::fft {

using Byte = unsigned char;

/// Bytes of the words in which columns of `inner` bytes, whole numbers of single precision, are
/// copied on a device.
inline constexpr int most_word_bytes = 8;
[[nodiscard]] constexpr int word_bytes_of(long long inner)
{
    return inner % most_word_bytes == 0 ? most_word_bytes : most_word_bytes / 2;
}

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

}  // namespace tobiuo::fft
