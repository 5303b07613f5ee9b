// SPDX-License-Identifier: BSD-3-Clause
// The tolerances of the tests, each with its reason.
#pragma once

#include <cstdint>
#include <limits>

#include "kernels/stencil/shape.hpp"

namespace tobiuo::test {

/// The relative difference of two double sums of the same `count` squares in different orders: each
/// is off by at most count * eps, because all terms are positive.
[[nodiscard]] constexpr double reordered_sum(std::int64_t count)
{
    return 2.0 * static_cast<double>(count) * std::numeric_limits<double>::epsilon();
}

/// The relative error of a sum of `count` squares in pairs of floats: an addition of two pairs
/// rounds the low parts a few times, each off by eps of what is eps of the sum.
[[nodiscard]] constexpr double summed_in_pairs(std::int64_t count)
{
    constexpr double eps = std::numeric_limits<float>::epsilon();
    return 4.0 * static_cast<double>(count) * eps * eps;
}

/// The relative error of the first gosa of the official data: its residual 1 / (3 (ni - 1)^2) is
/// the difference of two values up to 1, which has an error of about an eps; squaring doubles the
/// relative error.
[[nodiscard]] constexpr double official_first_gosa(std::int64_t ni, Precision precision)
{
    const double eps = precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                    : std::numeric_limits<double>::epsilon();
    return 2.0 * 3.0 * static_cast<double>((ni - 1) * (ni - 1)) * eps;
}

/// What a row of a tridiagonal system misses, relative to the sum of its terms, after elimination
/// without exchanges of rows that are diagonally dominant: 4 eps times the bound 3 of the factors
/// (N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 9.6).
template <typename T>
inline constexpr double eliminated_row = 12.0 * std::numeric_limits<T>::epsilon();

/// The relative error of a constant that `rows` rows carry from wall to wall by losses: every row
/// rounds in double, by less than an eps; values are stored in T, of which parts of up to 32 rows may
/// be added up in T, and transforms along the other axes add a few eps.
template <typename T>
[[nodiscard]] constexpr double carried_constant(std::int64_t rows)
{
    return 40.0 * std::numeric_limits<T>::epsilon() +
           static_cast<double>(rows) * std::numeric_limits<double>::epsilon();
}

/// The tolerance of an order of convergence from two grids that are not yet in the asymptotic
/// range.
inline constexpr double observed_order = 0.1;

/// The tolerance of reference values printed with seven digits.
inline constexpr double seven_digits = 1e-6;

}  // namespace tobiuo::test
