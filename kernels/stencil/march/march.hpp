// The one-sweep CUDA kernel: what it can be specialised to, and its row in the table.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/device/specialisation.hpp"
#include "kernels/stencil/march/march_tiles.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// Threads of a block along k and j.
struct BlockShape {
    int k;
    int j;
};

/// Throws std::invalid_argument unless `text` reads like "64x4".
[[nodiscard]] BlockShape parse_block(std::string_view text);

/// `occupancy` is the number of blocks that a multiprocessor must be able to hold, which bounds the
/// registers; `unroll` is the number of planes per turn of the marching loop.
[[nodiscard]] device::Specialisation march_specialisation(Precision precision, BlockShape block,
                                                          int occupancy, int unroll);

/// Every form of the kernel that the program may ask for.
[[nodiscard]] std::vector<device::Specialisation> march_specialisations();

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

/// The fastest choices on an H200. `tobiuo bench himeno --parameters block=128x2,unroll=1` measures
/// others.
inline constexpr std::string_view default_block = "64x4";
inline constexpr std::string_view default_occupancy = "2";
inline constexpr std::string_view default_unroll = "2";

[[nodiscard]] const SweepKind& march_kind();

}  // namespace tobiuo::stencil
