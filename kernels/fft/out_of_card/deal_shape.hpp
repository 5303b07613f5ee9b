// The tiles of deal.cuh.
#pragma once

namespace tobiuo::fft {

/// Elements along both sides of a tile.
inline constexpr int deal_tile = 32;
/// Rows of a tile that a block of threads reads or writes at a time.
inline constexpr int deal_rows = 8;

}  // namespace tobiuo::fft
