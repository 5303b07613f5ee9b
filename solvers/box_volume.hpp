// SPDX-License-Identifier: BSD-3-Clause
// The volume of a box.
#pragma once

#include <tobiuo/grid.hpp>

namespace tobiuo {

[[nodiscard]] inline double volume_of(const Grid& grid)
{
    double volume = 1.0;
    for (const Axis& axis : grid.axes) {
        volume *= axis.upper - axis.lower;
    }
    return volume;
}

}  // namespace tobiuo
