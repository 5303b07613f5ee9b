// Tiles of lines of an array, small enough for a thread's cache: gathered, and scattered back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
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
};

/// One tile of a LineSet.
struct TilePlace {
    std::int64_t outer{};
    std::int64_t first{};  ///< the first of its lines, along LineSet::inner
    std::int64_t lines{};  ///< fewer than the width in the last tile
};

[[nodiscard]] inline TilePlace place_of(const LineSet& set, std::int64_t width, std::int64_t outer,
                                        std::int64_t tile)
{
    const std::int64_t first = tile * width;
    return {.outer = outer, .first = first, .lines = std::min(width, set.inner.count - first)};
}

/// Copies sample or mode j of each line to row rows[j]; lines beyond the end of the set are zero.
template <typename T>
void gather(const T* array, const LineSet& set, const TilePlace& place,
            const std::vector<fft::TileRow>& rows, T* tile)
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    const T* corner = array + place.outer * set.outer.stride + place.first * set.inner.stride;
    const bool another = place.first + 2 * width <= set.inner.count;
    for (std::int64_t j = 0; j < set.along.count; ++j) {
        const fft::TileRow& where = rows[static_cast<std::size_t>(j)];
        const T sign = where.negated ? T{-1} : T{1};
        T* const to = tile + where.row * width;
        const T* const from = corner + j * set.along.stride;
        if (set.inner.stride == 1 && place.lines == width) {
            if (another) {  // rows of the next tile follow these, but are far from each other
                __builtin_prefetch(from + width);
                __builtin_prefetch(from + width + width / 2);
            }
            for (std::int64_t line = 0; line < width; ++line) {
                to[line] = sign * from[line];
            }
        } else {
            for (std::int64_t line = 0; line < place.lines; ++line) {
                to[line] = sign * from[line * set.inner.stride];
            }
            std::fill(to + place.lines, to + width, T{0});
        }
    }
}

/// Inverts gather().
template <typename T>
void scatter(const T* tile, const LineSet& set, const TilePlace& place,
             const std::vector<fft::TileRow>& rows, T* array)
{
    constexpr std::int64_t width = fft::HostLineTransform<T>::width;
    T* corner = array + place.outer * set.outer.stride + place.first * set.inner.stride;
    for (std::int64_t j = 0; j < set.along.count; ++j) {
        const fft::TileRow& where = rows[static_cast<std::size_t>(j)];
        const T sign = where.negated ? T{-1} : T{1};
        const T* const from = tile + where.row * width;
        T* const to = corner + j * set.along.stride;
        if (set.inner.stride == 1 && place.lines == width) {
            for (std::int64_t line = 0; line < width; ++line) {
                to[line] = sign * from[line];
            }
        } else {
            for (std::int64_t line = 0; line < place.lines; ++line) {
                to[line * set.inner.stride] = sign * from[line];
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
