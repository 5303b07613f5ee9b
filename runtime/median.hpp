// SPDX-License-Identifier: BSD-3-Clause
// The median of some measurements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tobiuo {

/// The median of `values`, which is not empty; of two middle values the upper one.
[[nodiscard]] inline double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace tobiuo
