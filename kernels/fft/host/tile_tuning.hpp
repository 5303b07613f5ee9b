// SPDX-License-Identifier: BSD-3-Clause
// The tuning constants of tiles of lines on the CPU.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tobiuo::fft::tile_tuning {

/// Neighbouring tiles that a thread copies at once: memory answers the 128 bytes of a tile's row at
/// a distance of a plane at half the speed of 512 (validation/performance/README.md, "Tiles on the
/// CPU").
inline constexpr std::int64_t most_together = 4;

/// The bytes that tiles may take which are copied together, so that they stay in the second cache
/// of a core. Complex lines leave less room, because what they are copied from is twice as wide.
inline constexpr std::int64_t real_bytes_together = 1 << 19;
inline constexpr std::int64_t complex_bytes_together = 1 << 18;

/// The tiles, each of `tile_bytes`, that may be copied together.
[[nodiscard]] constexpr std::int64_t tiles_together(std::int64_t tile_bytes, std::int64_t bytes)
{
    return std::clamp(bytes / tile_bytes, std::int64_t{1}, most_together);
}

/// Groups of tiles that each of several threads should get at least, before more tiles are copied
/// together.
inline constexpr std::int64_t groups_a_thread = 8;

/// From where on Fourier transforms by tiles are faster than a measured plan of FFTW, for arrays of
/// 2^12 to 2^24 points (validation/performance/README.md, "Transforms on the CPU"). FFTW transforms
/// short rows by one codelet each, and a slowest axis of few planes together with the others.
inline constexpr std::int64_t shortest_real_axis = 24;  ///< of the two fastest ones
inline constexpr std::int64_t shortest_complex_axis = 40;
inline constexpr std::int64_t least_planes = 8;  ///< of a slowest axis
inline constexpr std::int64_t least_values = 1 << 13;

/// The largest row and plane of a Fourier transform whose tiles stay in the caches of a core, which
/// matters as long as a cache holds the whole array; larger arrays wait for memory, and there both
/// may be twice as large.
inline constexpr std::int64_t most_row_bytes = 1 << 12;
inline constexpr std::int64_t most_plane_bytes = 1 << 22;
inline constexpr std::int64_t large_array_bytes = 1 << 25;

/// The longest line of a cosine or sine transform whose tile has room in the second cache of a
/// core.
inline constexpr std::int64_t longest_real_line = 4096;

/// From where on cosine and sine transforms by tiles are faster than one plan of FFTW: the values
/// of all arrays, and a number of which the length of an axis is a multiple. Arrays of 10^4 to 2^21
/// values on a core of an EPYC showed it: see the commit that added HostTiledPlan.
struct RealWorth {
    std::int64_t values;
    std::int64_t multiple;
};
inline constexpr RealWorth kinds_2_and_3{.values = 1 << 14, .multiple = 8};
inline constexpr RealWorth kind_4{.values = 1 << 15, .multiple = 16};

}  // namespace tobiuo::fft::tile_tuning
