// SPDX-License-Identifier: BSD-3-Clause
// A sum of many numbers that is rounded about once. For host and device.
#pragma once

namespace tobiuo {

/// Adds up the rounding error of each addition separately, so that the sum's error is one rounding
/// of the result plus the square of epsilon times the sum of all absolute values, however many
/// terms there are.
///
/// Source    D. E. Knuth, The Art of Computer Programming, vol. 2, section 4.2.2 (the exact error
///           of an addition); T. Ogita, S. M. Rump and S. Oishi, SIAM J. Sci. Comput. 26, 1955
///           (2005).
class CompensatedSum {
public:
    CompensatedSum() = default;
    constexpr explicit CompensatedSum(double start) : sum_{start} {}

    constexpr CompensatedSum& operator+=(double term)
    {
        const double sum = sum_ + term;
        const double of_term = sum - sum_;
        rest_ += (sum_ - (sum - of_term)) + (term - of_term);
        sum_ = sum;
        return *this;
    }

    /// Adds a sum of other terms, with its rounding errors.
    constexpr CompensatedSum& operator+=(const CompensatedSum& other)
    {
        *this += other.sum_;
        rest_ += other.rest_;
        return *this;
    }

    /// The sum. Where it is infinite, its error term is NaN and is left out.
    [[nodiscard]] constexpr double value() const { return rest_ == rest_ ? sum_ + rest_ : sum_; }

private:
    double sum_ = 0.0;
    double rest_ = 0.0;
};

}  // namespace tobiuo
