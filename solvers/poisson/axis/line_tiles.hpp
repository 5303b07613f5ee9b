// SPDX-License-Identifier: BSD-3-Clause
// Tiles of lines of an array, small enough for a thread's cache: gathered, and scattered back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
#include "kernels/fft/host/tile_functions.hpp"
#include "runtime/memory/caches.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The number of values along an axis, and their distance in the array.
struct Extent {
    std::int64_t count = 1;
    std::int64_t stride = 1;
};

/// The values of an array along x, y, z.
using Shape = std::array<std::int64_t, 3>;

[[nodiscard]] inline Extent extent_of(const Shape& shape, int axis)
{
    const Shape strides{1, shape[0], shape[0] * shape[1]};
    const auto at = static_cast<std::size_t>(axis);
    return {.count = shape.at(at), .stride = strides.at(at)};
}

/// The axis along which neighbouring lines form a tile: the contiguous one of the two others if it
/// has several values.
[[nodiscard]] inline int neighbour_axis(const Shape& shape, int axis)
{
    const int faster = axis == 0 ? 1 : 0;
    const int slower = axis == 2 ? 1 : 2;
    return shape.at(static_cast<std::size_t>(faster)) > 1 ? faster : slower;
}

/// One tile of a LineSet, or several that are neighbours along LineSet::inner.
struct TilePlace {
    std::int64_t outer{};
    std::int64_t first{};  ///< the first of its lines, along LineSet::inner
    std::int64_t lines{};  ///< fewer than the tiles have room for at the end of the set
};

/// All lines along one axis of an array. A tile holds lines that are neighbours along `inner`, for
/// one value of `outer`.
struct LineSet {
    Extent along;
    Extent inner;
    Extent outer;

    /// The number of tiles for one value of `outer`.
    [[nodiscard]] std::int64_t tiles(std::int64_t width) const
    {
        return (inner.count + width - 1) / width;
    }
    /// The index of the first value of the first line of a tile.
    [[nodiscard]] std::int64_t corner_of(const TilePlace& place) const
    {
        return place.outer * outer.stride + place.first * inner.stride;
    }
};

[[nodiscard]] inline TilePlace place_of(const LineSet& set, std::int64_t width, std::int64_t outer,
                                        std::int64_t tile)
{
    const std::int64_t first = tile * width;
    return {.outer = outer, .first = first, .lines = std::min(width, set.inner.count - first)};
}

/// The place without its first `tiles` tiles.
[[nodiscard]] inline TilePlace after(const TilePlace& place, std::int64_t tiles, std::int64_t width)
{
    return {.outer = place.outer,
            .first = place.first + tiles * width,
            .lines = std::max<std::int64_t>(0, place.lines - tiles * width)};
}

/// Copies sample or mode j of each line to row rows[j] of its tile; tiles follow each other. Lines
/// beyond the end of the set are zero.
template <typename T>
void gather(const T* array, const LineSet& set, TilePlace place,
            const std::vector<fft::TileRow>& rows, T* tile)
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const fft::TileFunctions<T>& functions = fft::usable_tile_functions<T>().front();
    if (set.inner.stride == 1 && place.lines >= width) {
        const std::int64_t full = place.lines / width;
        functions.load_rows(array + set.corner_of(place), set.along.stride, rows, full, tile);
        place = after(place, full, width);
        tile += full * set.along.count * width;
    }
    for (; place.lines > 0; place = after(place, 1, width), tile += set.along.count * width) {
        const T* const corner = array + set.corner_of(place);
        const std::int64_t lines = std::min(place.lines, width);
        if (lines == width && set.along.stride == 1) {
            functions.load_lines(corner, set.inner.stride, rows, tile);
            continue;
        }
        for (std::int64_t j = 0; j < set.along.count; ++j) {
            const fft::TileRow& where = rows[static_cast<std::size_t>(j)];
            const T* const from = corner + j * set.along.stride;
            T* const to = tile + where.row * width;
            for (std::int64_t line = 0; line < lines; ++line) {
                const T value = from[line * set.inner.stride];
                to[line] = where.negated ? -value : value;
            }
            std::fill(to + lines, to + width, T{0});
        }
    }
}

/// Inverts gather(). Streaming stores are for rows of contiguous values; after them
/// memory::finish_streaming_stores() is called.
template <typename T>
void scatter(const T* tile, const LineSet& set, TilePlace place,
             const std::vector<fft::TileRow>& rows, T* array,
             memory::Stores stores = memory::Stores::cached)
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const fft::TileFunctions<T>& functions = fft::usable_tile_functions<T>().front();
    if (set.inner.stride == 1 && place.lines >= width) {
        const std::int64_t full = place.lines / width;
        functions.store_rows(tile, rows, full, array + set.corner_of(place), set.along.stride,
                             stores);
        place = after(place, full, width);
        tile += full * set.along.count * width;
    }
    for (; place.lines > 0; place = after(place, 1, width), tile += set.along.count * width) {
        T* const corner = array + set.corner_of(place);
        const std::int64_t lines = std::min(place.lines, width);
        if (lines == width && set.along.stride == 1) {
            functions.store_lines(tile, rows, corner, set.inner.stride);
            continue;
        }
        for (std::int64_t j = 0; j < set.along.count; ++j) {
            const fft::TileRow& where = rows[static_cast<std::size_t>(j)];
            const T* const from = tile + where.row * width;
            T* const to = corner + j * set.along.stride;
            for (std::int64_t line = 0; line < lines; ++line) {
                to[line * set.inner.stride] = where.negated ? -from[line] : from[line];
            }
        }
    }
}

/// The rows of samples or modes in their own order: j is row j.
[[nodiscard]] inline std::vector<fft::TileRow> rows_in_order(std::int64_t count)
{
    std::vector<fft::TileRow> rows(static_cast<std::size_t>(count));
    for (std::int64_t j = 0; j < count; ++j) {
        rows[static_cast<std::size_t>(j)].row = j;
    }
    return rows;
}

}  // namespace tobiuo::poisson
