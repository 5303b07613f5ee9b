// Lines of an array gathered into tiles, a thread's cache full at a time, and scattered back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/host/line_transform.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Values along an axis, and how far apart they are in the array.
struct Extent {
    std::int64_t count = 1;
    std::int64_t stride = 1;
};

[[nodiscard]] inline Extent extent_of(const Problem& problem, int axis)
{
    const auto at = static_cast<std::size_t>(axis);
    return {.count = shape_of(problem).at(at), .stride = strides_of(problem).at(at)};
}

/// All lines along one axis of an array: a tile holds neighbours along `beside`, for one value of
/// `beyond`.
struct LineSet {
    Extent along;
    Extent inner;
    Extent outer;

    /// Tiles for one value of `beyond`.
    [[nodiscard]] std::int64_t tiles(std::int64_t width) const
    {
        return (inner.count + width - 1) / width;
    }
};

/// One tile of a LineSet.
struct TilePlace {
    std::int64_t outer{};
    std::int64_t first{};  ///< of its lines, along LineSet::inner
    std::int64_t lines{};  ///< fewer than the width at the end
};

[[nodiscard]] inline TilePlace place_of(const LineSet& set, std::int64_t width, std::int64_t outer,
                                        std::int64_t tile)
{
    const std::int64_t first = tile * width;
    return {.outer = outer, .first = first, .lines = std::min(width, set.inner.count - first)};
}

/// Number j of each line goes to row rows[j]; lines that the tile has not are zeros.
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
            if (another) {  // its rows are far apart in memory, but each is behind one of these
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

/// The inverse of gather().
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

/// Row j for number j.
[[nodiscard]] inline std::vector<fft::TileRow> rows_in_order(std::int64_t count)
{
    std::vector<fft::TileRow> rows(static_cast<std::size_t>(count));
    for (std::int64_t j = 0; j < count; ++j) {
        rows[static_cast<std::size_t>(j)].row = j;
    }
    return rows;
}

}  // namespace tobiuo::poisson
