// SPDX-License-Identifier: BSD-3-Clause
// How an array is divided among ranks: in planes of the slowest axis, and in columns of another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/problem.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::fft {

/// An array [planes][rows][second][inner] whose first axis is divided in slabs and whose axis
/// `second` is divided in columns.
struct DividedArray {
    std::int64_t planes{};
    std::int64_t rows = 1;
    std::int64_t second{};
    std::int64_t inner = 1;
};

/// The complex side of a problem of two or three axes; of two axes `second` is the last one.
[[nodiscard]] inline DividedArray divided_side(const Problem& problem)
{
    const std::int64_t row = spectrum_row(problem);
    if (problem.lengths.size() > 2) {
        return {.planes = problem.lengths[0], .second = problem.lengths[1], .inner = row};
    }
    return {.planes = problem.lengths[0], .second = row};
}

struct SlabDivision : DividedArray {
    SlabDivision(const DividedArray& array, int size)
        : DividedArray{array},
          slabs{ranks::slices_of(planes, size)},
          columns{ranks::slices_of(second, size)}
    {
    }
    SlabDivision(const Problem& problem, int size) : SlabDivision{divided_side(problem), size} {}

    std::vector<ranks::Slice> slabs;    ///< the planes of each rank
    std::vector<ranks::Slice> columns;  ///< each rank's part of `second`

    [[nodiscard]] const ranks::Slice& slab_of(int rank) const
    {
        return slabs[static_cast<std::size_t>(rank)];
    }
    /// Values of a plane in the columns of a rank.
    [[nodiscard]] std::int64_t part_of(int rank) const
    {
        return rows * columns[static_cast<std::size_t>(rank)].count * inner;
    }
    /// Values of a plane.
    [[nodiscard]] std::int64_t plane() const { return rows * second * inner; }

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
