// SPDX-License-Identifier: BSD-3-Clause
// Rows of a batch whose norms are far apart, and the error of each beside its own norm.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace tobiuo::test {

/// Random rows, each of which is larger than the one before by more than the digits of T, until the
/// range of norms begins anew after five rows: what one leaves in another is seen.
template <typename T>
[[nodiscard]] std::vector<T> unequal_rows(std::int64_t points, std::int64_t rows)
{
    constexpr std::int64_t norms = 5;
    std::mt19937_64 engine{7};
    std::uniform_real_distribution<T> random{-1, 1};
    const T step = T{1} / std::numeric_limits<T>::epsilon();
    std::vector<T> values;
    for (std::int64_t row = 0; row < rows; ++row) {
        const T norm = std::pow(step, static_cast<T>(row % norms - norms / 2));
        for (std::int64_t at = 0; at < points; ++at) {
            values.push_back(norm * random(engine));
        }
    }
    return values;
}

/// The error of a row in the 2-norm, relative to the norm of that row alone.
template <typename T>
[[nodiscard]] double row_error(const std::vector<T>& found, const std::vector<T>& expected,
                               std::int64_t points, std::int64_t row)
{
    double difference = 0.0;
    double size = 0.0;
    for (std::int64_t at = row * points; at < (row + 1) * points; ++at) {
        const auto own = static_cast<std::size_t>(at);
        difference += std::pow(static_cast<double>(found[own]) - expected[own], 2);
        size += std::pow(static_cast<double>(expected[own]), 2);
    }
    return std::sqrt(difference / size);
}

}  // namespace tobiuo::test
