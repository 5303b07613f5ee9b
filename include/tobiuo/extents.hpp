// SPDX-License-Identifier: BSD-3-Clause
// The number of points or cells of a box along its axes.
#pragma once

#include <cstdint>

namespace tobiuo {

/// Points or cells along x, y and z, in this order throughout the library. x is contiguous in
/// memory: an array is [z][y][x], and element (x, y, z) has the index
/// x + extents.x (y + extents.y z). Axes that are not named have one point: {.x = 4096} is
/// one-dimensional.
struct Extents {
    std::int64_t x = 1;
    std::int64_t y = 1;
    std::int64_t z = 1;

    [[nodiscard]] bool operator==(const Extents&) const = default;
};

}  // namespace tobiuo
