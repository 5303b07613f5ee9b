// SPDX-License-Identifier: BSD-3-Clause
// Real transforms of even length N through a complex one of M = N / 2 pairs.
//
// With z[n] = x[2n] + i x[2n+1], Z its transform and w = exp(-2 pi i / N),
//     X[k] = (Z[k] + conj Z[M-k]) / 2 - i w^k (Z[k] - conj Z[M-k]) / 2,   0 <= k <= M, Z[M] = Z[0].
// Source: W. H. Press et al., Numerical Recipes, 3rd ed. (2007), section 12.3.2.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"

namespace tobiuo::fft {

/// X[k] from Z[k], Z[M-k] (Z[0] for k = 0) and w^k.
template <typename T>
constexpr Complex<T> folded(Complex<T> z, Complex<T> mirror, Complex<T> power)
{
    const T half = static_cast<T>(0.5);
    const Complex<T> even{half * (z.x + mirror.x), half * (z.y - mirror.y)};
    const Complex<T> odd = power * Complex<T>{half * (z.x - mirror.x), half * (z.y + mirror.y)};
    return {even.x + odd.y, even.y - odd.x};
}

/// 2 Z[k] from X[k], X[M-k] and w^k: the unscaled inverse transform of M points then gives the
/// unscaled one of N points. At the ends (k = 0) x holds the real X[0] and X[M].
template <typename T>
constexpr Complex<T> unfolded(Complex<T> x, Complex<T> mirror, Complex<T> power, bool ends)
{
    if (ends) {
        return {x.x + x.y, x.x - x.y};
    }
    const Complex<T> even{x.x + mirror.x, x.y - mirror.y};
    const Complex<T> odd = Complex<T>{x.x - mirror.x, x.y + mirror.y} * conjugate(power);
    return {even.x - odd.y, even.y + odd.x};
}

}  // namespace tobiuo::fft
