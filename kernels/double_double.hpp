// SPDX-License-Identifier: BSD-3-Clause
// A real number as the unevaluated sum of two doubles. For host and device.
#pragma once

namespace tobiuo {

/// `low` is at most half an ulp of `high`: about 106 bits. Sums of two of them are off by some
/// epsilon squared of the larger one, products and quotients by as much of themselves. Each
/// operation must round once: kernels that use it are compiled with --fmad=false, sources with
/// -ffp-contract=off.
///
/// Source    T. J. Dekker, Numer. Math. 18, 224 (1971); D. E. Knuth, The Art of Computer
///           Programming, vol. 2, section 4.2.2.
struct DoubleDouble {
    double high;
    double low;

    DoubleDouble() = default;             // in shared memory
    constexpr DoubleDouble(double value)  // NOLINT(google-explicit-constructor)
        : high{value}, low{0.0}
    {
    }
    /// Their sum, exactly.
    constexpr DoubleDouble(double one, double other) : high{one + other}, low{rest(one, other)} {}

    [[nodiscard]] constexpr double value() const { return high + low; }

private:
    /// What the sum rounds off.
    [[nodiscard]] static constexpr double rest(double one, double other)
    {
        const double sum = one + other;
        const double of_other = sum - one;
        return (one - (sum - of_other)) + (other - of_other);
    }
};

[[nodiscard]] constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b)
{
    const DoubleDouble sum{a.high, b.high};
    return {sum.high, sum.low + (a.low + b.low)};
}

[[nodiscard]] constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b)
{
    const DoubleDouble sum{a.high, -b.high};
    return {sum.high, sum.low + (a.low - b.low)};
}

/// The product as it is: of halves of the digits, whose products are exact.
[[nodiscard]] constexpr DoubleDouble exact_product(double a, double b)
{
    struct Halves {
        constexpr explicit Halves(double value)
        {
            const double scaled = 134217729.0 * value;  // 2^27 + 1
            upper = scaled - (scaled - value);
            lower = value - upper;  // NOLINT(*-prefer-member-initializer): after upper
        }
        double upper;
        double lower;
    };
    const Halves x{a};
    const Halves y{b};
    const double product = a * b;
    const double rest = x.upper * y.upper - product;
    return {product, (rest + x.upper * y.lower + x.lower * y.upper) + x.lower * y.lower};
}

[[nodiscard]] constexpr DoubleDouble operator*(const DoubleDouble& a, double factor)
{
    const DoubleDouble product = exact_product(a.high, factor);
    return {product.high, product.low + a.low * factor};
}

[[nodiscard]] constexpr DoubleDouble operator/(const DoubleDouble& a, double divisor)
{
    const double quotient = a.high / divisor;
    return {quotient, (a - exact_product(quotient, divisor)).value() / divisor};
}

}  // namespace tobiuo
