// SPDX-License-Identifier: BSD-3-Clause
// Fields that are computed or read some planes of z at a time, so that no array holds all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <vector>

#include "runtime/rounding.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Fills `planes` with the values [z][y][x] of neighbouring planes of z; the first one has the
/// index `first`.
using PlaneReader = std::function<void(std::int64_t first, std::span<double> planes)>;

/// Planes of z, each of `values` values, in blocks of neighbours. A block has values enough to keep
/// threads busy, and at least four planes if there are so many: at a wall these are its nodes and
/// the three planes from which f on the wall is extrapolated (walls::extrapolation_points).
struct PlaneBlocks {
    std::int64_t planes{};
    std::int64_t values{};

    [[nodiscard]] std::int64_t count() const
    {
        constexpr std::int64_t least_planes = 4;
        constexpr std::int64_t least_values = std::int64_t{1} << 20;
        const std::int64_t wanted = (least_values + values - 1) / values;
        return std::max<std::int64_t>(planes / std::max(least_planes, wanted), 1);
    }

    /// The most values of a block.
    [[nodiscard]] std::int64_t largest() const { return (planes + count() - 1) / count() * values; }

    /// Calls visit(index of the first plane, number of planes) for each block in order.
    template <typename Visit>
    void for_each(const Visit& visit) const
    {
        const std::int64_t blocks = count();
        for (std::int64_t block = 0; block < blocks; ++block) {
            const std::int64_t first = begin_of_part(block, blocks, planes);
            visit(first, begin_of_part(block + 1, blocks, planes) - first);
        }
    }
};

/// The planes of the unknowns of a problem, and of all values of a grid.
[[nodiscard]] inline PlaneBlocks blocks_of(const Problem& problem)
{
    const std::int64_t planes = unknowns(problem, 2).count;
    return {.planes = planes, .values = points(problem) / planes};
}
[[nodiscard]] inline PlaneBlocks blocks_of(const Grid& grid)
{
    return {.planes = grid.values(2), .values = grid.values(0) * grid.values(1)};
}

/// Reads all planes in order: calls visit(index of the first plane, the values) for each block.
template <typename Visit>
void read_blocks(const PlaneBlocks& blocks, const PlaneReader& read, const Visit& visit)
{
    std::vector<double> buffer(static_cast<std::size_t>(blocks.largest()));
    blocks.for_each([&](std::int64_t first, std::int64_t count) {
        const auto values =
            std::span{buffer}.first(static_cast<std::size_t>(count * blocks.values));
        read(first, values);
        visit(first, values);
    });
}

/// Makes those of `values`, which begin with number `first` of a field, 0 that `places`, in ascending
/// order, names.
template <typename Real>
void clear_at(std::span<const std::int64_t> places, std::int64_t first, std::span<Real> values)
{
    const std::int64_t end = first + std::ssize(values);
    for (auto one = std::ranges::lower_bound(places, first); one != places.end() && *one < end;
         ++one) {
        values[static_cast<std::size_t>(*one - first)] = Real{0};
    }
}

/// Reads planes of `values` values from an array, which must outlive the reader.
[[nodiscard]] PlaneReader planes_of(std::span<const double> array, std::int64_t values);
[[nodiscard]] PlaneReader planes_of(std::span<const float> array, std::int64_t values);

}  // namespace tobiuo::poisson
