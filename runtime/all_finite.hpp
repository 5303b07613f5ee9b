// SPDX-License-Identifier: BSD-3-Clause
// Whether values are numbers that one can go on with.
#pragma once

#include <algorithm>
#include <cmath>

namespace tobiuo {

/// Whether none of a range of numbers is infinite or NaN.
[[nodiscard]] inline bool all_finite(const auto& values)
{
    return std::ranges::all_of(values, [](auto value) { return std::isfinite(value); });
}

}  // namespace tobiuo
