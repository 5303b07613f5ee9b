// SPDX-License-Identifier: BSD-3-Clause
// How the planes of an array are divided over ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/rounding.hpp"

namespace tobiuo::ranks {

/// Neighbouring planes, which one rank owns.
struct Slice {
    std::int64_t first{};
    std::int64_t count{};

    [[nodiscard]] std::int64_t end() const { return first + count; }
    [[nodiscard]] bool operator==(const Slice&) const = default;
};

/// The slices of `planes` planes for `size` ranks, in their order; they differ by one plane at
/// most. If there are more ranks than planes, the last ranks have none.
[[nodiscard]] inline std::vector<Slice> slices_of(std::int64_t planes, int size)
{
    const std::int64_t with_planes = std::min<std::int64_t>(planes, size);
    std::vector<Slice> slices;
    for (std::int64_t rank = 0; rank < size; ++rank) {
        const std::int64_t part = std::min(rank, with_planes);
        const std::int64_t next = std::min(rank + 1, with_planes);
        const std::int64_t first = begin_of_part(part, with_planes, planes);
        slices.push_back(
            {.first = first, .count = begin_of_part(next, with_planes, planes) - first});
    }
    return slices;
}

}  // namespace tobiuo::ranks
