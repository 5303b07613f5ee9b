// The tolerances of the tests, each with its reason.
#pragma once

#include <cstdint>
#include <limits>

namespace tobiuo::test {

/// Two double sums of the same `count` squares in different orders: each is off by at most
/// count * eps, relative, because all terms are positive.
[[nodiscard]] constexpr double reordered_sum(std::int64_t count)
{
    return 2.0 * static_cast<double>(count) * std::numeric_limits<double>::epsilon();
}

/// Reference values printed with seven digits.
inline constexpr double seven_digits = 1e-6;

}  // namespace tobiuo::test
