// The tiles of twiddle_transpose.cuh.
#pragma once

namespace tobiuo::fft {

/// Elements along both sides of a tile.
inline constexpr int transpose_tile = 32;
/// Rows of a tile that a block of threads reads or writes at a time.
inline constexpr int transpose_rows = 8;

}  // namespace tobiuo::fft
