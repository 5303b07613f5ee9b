// SPDX-License-Identifier: BSD-3-Clause
// DST-I and DCT-I of two real lines by one complex transform of P points.
#pragma once

#include "kernels/fft/pass/two_for_one.hpp"

namespace tobiuo::fft {

/// With samples f[j], m = P - j the mirror of j and s = sin(pi j / P), the sequences y,
///
///     DST-I   F[k] = sum of f[j] sin(pi j k / P), 0 < j, k < P
///             y[j] = s (f[j] + f[m]) + a (f[j] - f[m]) / 2, y[0] = 0
///     DCT-I   F[k] = (f[0] + (-1)^k f[P]) / 2 + sum of f[j] cos(pi j k / P), 0 <= k <= P
///             y[j] = a (f[j] + f[m]) / 2 - s (f[j] - f[m])
///
/// have cosine and sine sums C[k] and S[k] over P points such that
///
///     DST-I   F[2k] = S[k] / a, F[2k+1] - F[2k-1] = C[k], F[1] = C[0] / 2
///     DCT-I   F[2k] = C[k] / a, F[2k+1] - F[2k-1] = S[k], F[1] = the sum that defines it
///
/// The odd coefficients are therefore sums of differences. The transform done twice multiplies by P
/// / 2. Each pair k, P - k of points of the transform gives C[k] and S[k] and so, once differences
/// are added up, F[2k] and F[2k+1]; C[P / 2] gives F[P] of an even DCT-I. Rounding errors add up
/// with the differences, so their part of y outweighs the other part by 1 / a = 4, which makes the
/// error a few times smaller than a = 1 would.
///
/// Source    W. H. Press et al., Numerical Recipes, 3rd ed. (2007), section 12.4, with a = 1.
struct TypeOneSequence {
    TypeOne type_one;
    int points;  ///< P

    static constexpr double share = 0.25;  ///< a

    [[nodiscard]] constexpr bool is_odd() const { return type_one == TypeOne::dst; }
    /// Whether the differences start from a coefficient that is computed by a sum of its own.
    [[nodiscard]] constexpr bool has_start() const { return !is_odd(); }

    /// Number of pairs k = 0 ... pairs() - 1 of points of the transform.
    [[nodiscard]] constexpr int pairs() const { return (points + 1) / 2; }
    [[nodiscard]] constexpr int pairs_per_thread(int threads_per_transform) const
    {
        return (pairs() + threads_per_transform - 1) / threads_per_transform;
    }
    /// Whether F[P] exists and comes from no pair.
    [[nodiscard]] constexpr bool has_middle() const { return !is_odd() && points % 2 == 0; }

    /// Whether sample or coefficient j exists.
    [[nodiscard]] constexpr bool has(int j) const
    {
        return is_odd() ? j > 0 && j < points : j >= 0 && j <= points;
    }
    /// The place of sample or coefficient j in its line: a DST-I starts with number 1.
    [[nodiscard]] constexpr int position_of(int j) const { return is_odd() ? j - 1 : j; }
};

/// Half of y[j] of two lines from their samples j and their mirrors, with sine = sin(pi j / P); the
/// whole of it if `back`, so that both transforms together multiply by P.
template <typename T>
constexpr Complex<T> auxiliary(const TypeOneSequence& sequence, T sine, Complex<T> sample,
                               Complex<T> mirror, bool back)
{
    const T half = static_cast<T>(0.5);
    const T factor = back ? T{1} : half;
    const T rest = half * static_cast<T>(TypeOneSequence::share);
    const T own = factor * (sequence.is_odd() ? sine + rest : rest - sine);
    const T other = factor * (sequence.is_odd() ? sine - rest : rest + sine);
    return {own * sample.x + other * mirror.x, own * sample.y + other * mirror.y};
}

}  // namespace tobiuo::fft
