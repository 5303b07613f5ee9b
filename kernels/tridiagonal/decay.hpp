// SPDX-License-Identifier: BSD-3-Clause
// Powers of a number just below 1. The difference from 1 is exact to rounding. For host and device.
#pragma once

namespace tobiuo::tridiagonal {

/// The number 1 - loss.
struct Decay {
    double loss;

    [[nodiscard]] constexpr double rest() const { return 1.0 - loss; }

    /// A lower bound of -log(rest()), close to it but where almost nothing is left.
    [[nodiscard]] constexpr double least_exponent() const
    {
        return loss * (1.0 + loss * (1.0 / 2 + loss * (1.0 / 3 + loss * (1.0 / 4))));
    }

    friend constexpr Decay operator*(Decay a, Decay b)
    {
        return {a.loss + b.loss - a.loss * b.loss};
    }
};

/// base to the power of `exponent`, which is not negative.
[[nodiscard]] constexpr Decay power(Decay base, long long exponent)
{
    Decay result{0.0};
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 != 0) {
            result = result * base;
        }
        base = base * base;
    }
    return result;
}

/// sigma^2 / 4 + sigma, whose root decay_of() and smaller_root() take.
[[nodiscard]] constexpr double discriminant(double sigma)
{
    return sigma * (1.0 + 0.25 * sigma);
}

/// The smaller root of r^2 - (2 + sigma) r + 1, sigma > 0, as a plain number; accurate where it is
/// small. `root` is the root of discriminant(sigma).
[[nodiscard]] constexpr double smaller_root(double sigma, double root)
{
    return 1.0 / (1.0 + 0.5 * sigma + root);
}

/// The smaller root of the same polynomial as its difference from 1; accurate where it is almost 1.
[[nodiscard]] constexpr Decay decay_of(double sigma, double root)
{
    return {sigma / (root + 0.5 * sigma)};
}

}  // namespace tobiuo::tridiagonal
