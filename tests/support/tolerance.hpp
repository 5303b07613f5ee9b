// The tolerances of the tests, each with its reason.
#pragma once

#include <limits>

namespace tobiuo::test {

/// Two double sums of the same n squares in different orders: each adds n roundings at most, but
/// pairwise in rows and blocks, so far fewer; 1e-12 is 4500 eps and any wrong term exceeds it.
inline constexpr double reordered_sum = 1e-12;

/// Reference values printed with seven digits.
inline constexpr double seven_digits = 1e-6;

}  // namespace tobiuo::test
