// SPDX-License-Identifier: BSD-3-Clause
// How a grid is divided among blocks of threads that march along i, on any device.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "kernels/stencil/march/march_tiles.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {

/// Threads of a block along k and j.
struct BlockShape {
    int k;
    int j;
};

/// Throws std::invalid_argument unless `text` is a number above 0.
[[nodiscard]] int parse_positive(std::string_view text);

/// Throws std::invalid_argument unless `text` reads like "64x4".
[[nodiscard]] BlockShape parse_block(std::string_view text);

/// The most blocks that a launch may have along x.
inline constexpr std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max();

/// How many i-planes a block should compute so that `resident` blocks at a time fill whole waves:
/// the division of `range` with the least idle time, where a block's two extra planes of p count
/// too.
[[nodiscard]] std::int64_t balanced_planes(const Shape& shape, PlaneRange range, BlockShape block,
                                           std::int64_t resident);

/// How `block` tiles the interior of the planes `range` of `shape`.
[[nodiscard]] MarchTiles tiles_of(const Shape& shape, PlaneRange range, BlockShape block,
                                  std::int64_t planes);
[[nodiscard]] std::int64_t blocks_of(const Shape& shape, PlaneRange range, BlockShape block,
                                     std::int64_t planes);

}  // namespace tobiuo::stencil
