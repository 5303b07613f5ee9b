// SPDX-License-Identifier: BSD-3-Clause
// The tolerance of the transforms' tests, with its reason.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tobiuo::test {

/// The relative error in the 2-norm that a transform of n points may have. Each of its log2 n
/// stages adds an independent error of about an eps, so the error grows like sqrt(log2 n); the
/// factor of 8 allows for twiddle factors and large radices.
/// Source: J. C. Schatzman, SIAM J. Sci. Comput. 17(5), 1150 (1996).
template <typename T>
[[nodiscard]] double fft_tolerance(std::int64_t n)
{
    const double stages = std::log2(static_cast<double>(std::max<std::int64_t>(n, 2)));
    return 8.0 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::sqrt(stages);
}

}  // namespace tobiuo::test
