// The middle of some measurements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tobiuo {

/// The upper one of two middle values; `values` is not empty.
[[nodiscard]] inline double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace tobiuo
