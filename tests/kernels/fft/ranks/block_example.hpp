// SPDX-License-Identifier: BSD-3-Clause
// Planes and their blocks with values that name their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "kernels/fft/ranks/plane_blocks.hpp"

namespace tobiuo::test {

/// The arrays of one of `size` ranks: `rows` planes [second][inner numbers].
struct BlockExample {
    using Number = std::uint32_t;
    static constexpr long long bytes = sizeof(Number);

    BlockExample(int rank, int size, long long rows, long long second, long long inner)
        : shape{.rows = rows, .second = second, .inner = inner * bytes, .rank = rank, .size = size},
          planes(static_cast<std::size_t>(rows * second * inner)),
          blocks(planes.size(), unused),
          own(static_cast<std::size_t>(rows * shape.columns(rank) / bytes), unused)
    {
        std::iota(planes.begin(), planes.end(), Number{1});
    }

    /// The arrays of this object, or copies of them elsewhere.
    [[nodiscard]] fft::PlaneBlocks view() { return at(planes.data(), blocks.data(), own.data()); }
    [[nodiscard]] fft::PlaneBlocks at(Number* planes_at, Number* blocks_at, Number* own_at) const
    {
        fft::PlaneBlocks view = shape;
        view.planes = reinterpret_cast<fft::Byte*>(planes_at);
        view.blocks = reinterpret_cast<fft::Byte*>(blocks_at);
        view.own = reinterpret_cast<fft::Byte*>(own_at);
        return view;
    }

    static constexpr Number unused = 0;

    fft::PlaneBlocks shape;
    std::vector<Number> planes;
    std::vector<Number> blocks;
    std::vector<Number> own;
};

/// Ranks with columns and without, of rows that a grid of a kernel has no blocks for, too.
[[nodiscard]] inline std::vector<BlockExample> block_examples()
{
    return {{0, 1, 3, 5, 2},     {0, 3, 4, 7, 2},  {1, 3, 4, 7, 1},
            {2, 3, 5, 300, 3},   {3, 5, 2, 3, 10}, {4, 5, 2, 3, 1},
            {1, 2, 70000, 3, 1}, {1, 4, 0, 6, 2},  {1, 3, 2, 4, 0}};
}

}  // namespace tobiuo::test
