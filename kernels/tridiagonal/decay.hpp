// Powers of a number just below 1, exact to rounding in what is lacking to 1. For host and device.
#pragma once

namespace tobiuo::tridiagonal {

/// The number 1 - loss.
struct Decay {
    double loss;

    [[nodiscard]] constexpr double rest() const { return 1.0 - loss; }

    friend constexpr Decay operator*(Decay a, Decay b)
    {
        return {a.loss + b.loss - a.loss * b.loss};
    }
};

/// `exponent` is not negative.
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

/// sigma^2 / 4 + sigma, of which decay_of() wants the root.
[[nodiscard]] constexpr double discriminant(double sigma)
{
    return sigma * (1.0 + 0.25 * sigma);
}

/// The smaller root of r^2 - (2 + sigma) r + 1, sigma > 0, where it is small. `root`: of
/// discriminant(sigma).
[[nodiscard]] constexpr double smaller_root(double sigma, double root)
{
    return 1.0 / (1.0 + 0.5 * sigma + root);
}

/// The same where it is almost 1.
[[nodiscard]] constexpr Decay decay_of(double sigma, double root)
{
    return {sigma / (root + 0.5 * sigma)};
}

}  // namespace tobiuo::tridiagonal
