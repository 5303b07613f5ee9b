// Neighbouring planes of a rank as blocks for all ranks, each with the columns of one of them: one
// index map for host and device.
#pragma once

#include "kernels/rounding.hpp"

namespace tobiuo::fft {

/// Complex numbers are copied as words: one of single precision, two of double.
using Word = unsigned long long;

/// The planes [rows][second][inner] and their blocks [rows][columns of a rank][inner]. The block of
/// this rank itself lies where its columns are used.
struct PlaneBlocks {
    Word* planes = nullptr;
    Word* blocks =
        nullptr;  ///< those of all other ranks, in their order; that of this rank is void
    Word* own = nullptr;
    long long rows = 0;
    long long second = 1;
    long long inner = 1;  ///< in words
    int rank = 0;
    int size = 1;

    /// The first column of a rank, in words, as ranks::slices_of() divides `second`.
    [[nodiscard]] constexpr long long first_column(long long of) const
    {
        const long long with_columns = second < size ? second : size;
        const long long part = of < with_columns ? of : with_columns;
        return begin_of_part(part, with_columns, second) * inner;
    }
    /// Words in a row of the columns of a rank.
    [[nodiscard]] constexpr long long columns(int of) const
    {
        return first_column(of + 1LL) - first_column(of);
    }

    /// Where the columns of rank `of` lie in a plane.
    [[nodiscard]] constexpr Word* in_plane(int of, long long row) const
    {
        return planes + row * second * inner + first_column(of);
    }
    /// Where they lie in the block.
    [[nodiscard]] constexpr Word* in_block(int of, long long row) const
    {
        return (of == rank ? own : blocks + rows * first_column(of)) + row * columns(of);
    }
};

}  // namespace tobiuo::fft
