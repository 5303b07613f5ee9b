// How the arrays of a transform are divided among ranks: in planes of the slowest axis, and in
// columns of the second one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/problem.hpp"
#include "kernels/ranks/slice.hpp"
#include "kernels/rounding.hpp"

namespace tobiuo::fft {

/// The complex side [planes][second][inner] of a problem of two or three axes; of two axes `second`
/// is the last one, and `inner` is 1.
struct SlabDivision {
    SlabDivision(const Problem& problem, int size)
        : planes{problem.lengths.front()},
          second{problem.lengths.size() > 2 ? problem.lengths[1] : spectrum_row(problem)},
          inner{problem.lengths.size() > 2 ? spectrum_row(problem) : 1},
          slabs{ranks::slices_of(planes, size)},
          columns{ranks::slices_of(second, size)}
    {
    }

    std::int64_t planes;
    std::int64_t second;
    std::int64_t inner;
    std::vector<ranks::Slice> slabs;    ///< the planes of each rank
    std::vector<ranks::Slice> columns;  ///< each rank's part of `second`

    [[nodiscard]] const ranks::Slice& slab_of(int rank) const
    {
        return slabs[static_cast<std::size_t>(rank)];
    }
    /// Complex values in a row of the columns of a rank.
    [[nodiscard]] std::int64_t row_of(int rank) const
    {
        return columns[static_cast<std::size_t>(rank)].count * inner;
    }
    /// Complex values of a plane.
    [[nodiscard]] std::int64_t plane() const { return second * inner; }

    /// The planes of chunk `number` of `chunks` of a rank, counted from its first one. A chunk
    /// begins with an even plane, so that planes of an odd number of reals begin at a multiple of a
    /// complex number.
    [[nodiscard]] ranks::Slice chunk_of(int rank, std::int64_t number, std::int64_t chunks) const
    {
        const std::int64_t all = slab_of(rank).count;
        const std::int64_t pairs = (all + 1) / 2;
        const std::int64_t first = std::min(2 * begin_of_part(number, chunks, pairs), all);
        return {.first = first,
                .count = std::min(2 * begin_of_part(number + 1, chunks, pairs), all) - first};
    }

    /// The most chunks that are not empty on all ranks.
    [[nodiscard]] std::int64_t most_chunks() const
    {
        std::int64_t most = 0;
        for (const ranks::Slice& slab : slabs) {
            most = std::max(most, slab.count);
        }
        return (most + 1) / 2;
    }
};

}  // namespace tobiuo::fft
