// SPDX-License-Identifier: BSD-3-Clause
// Cosine, sine and Fourier transforms of two real lines by one complex transform of their length.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"

namespace tobiuo::fft {

/// A real transform of n samples through a complex transform of n points, for two lines at a time:
/// w = a + i b. With v the samples of w in Makhoul's order (makhoul_place(), makhoul_sign()),
///
///     even    C[k] = 2 Re t[k] V[k],  V[k] = sum over m of v[m] exp(-2 pi i m (k + s) / n),
///             t[k] = exp(-pi i (k + s) / 2 n)
///
/// for each line, where s = 0 gives the DCT-II and s = 1/2 the DCT-IV; changing the sign of every
/// second sample and reversing C makes them the DST-II and DST-IV. The V of two lines are separated
/// by V[m] = conj V[k] of each line, for k and m = mirror(k), so that every step is its own
/// inverse. The DFT of two lines is the case in natural order without twiddle factors.
///
/// Source    J. Makhoul, IEEE Trans. ASSP 28(1), 27 (1980), the DCT-II; the others follow from the
///           same reordering of the signal's symmetric continuation.
enum class Makhoul {
    none,     ///< DFT
    whole,    ///< s = 0: DCT-II, DST-II
    halfway,  ///< s = 1/2: DCT-IV, DST-IV
};

/// The place of sample j of n in Makhoul's order: even samples come first, odd ones follow
/// reversed.
constexpr long long makhoul_place(Makhoul makhoul, long long n, long long j)
{
    if (makhoul == Makhoul::none) {
        return j;
    }
    return j % 2 == 0 ? j / 2 : n - 1 - j / 2;
}

/// Whether sample j changes its sign in the reordering.
constexpr bool makhoul_sign(Makhoul makhoul, bool sine, long long j)
{
    return makhoul != Makhoul::none && j % 2 != 0 && sine != (makhoul == Makhoul::halfway);
}

/// The bin that holds the conjugate of each line's bin k.
constexpr long long mirror(Makhoul makhoul, long long n, long long k)
{
    return makhoul == Makhoul::halfway ? n - 1 - k : k == 0 ? 0 : n - k;
}

/// Whether a coefficient that is its own mirror is also its own partner, or has none (as k = 0
/// never has one, nor the Nyquist bin of a DFT: they have no imaginary part).
constexpr bool mirrors_itself(Makhoul makhoul, long long k)
{
    return makhoul != Makhoul::none && (makhoul == Makhoul::halfway || k != 0);
}

/// Coefficients of the two lines as the parts of one complex value, for bins k and m = mirror(k).
template <typename T>
struct MirroredPair {
    Complex<T> k;
    Complex<T> m;
};

/// The lines' coefficients, times 2, from bins k and m of the complex transform. With the angle a
/// of the twiddle factor t[k] = exp(-i a), the sum S of the bins and i times their difference, D,
/// they are C[k] = S cos a - D sin a and C[m] = S sin a + D cos a. For the DFT a is 0, and the
/// results for k and m are the real part and minus the imaginary part of bin k.
template <typename T>
constexpr MirroredPair<T> split(const MirroredPair<T>& bins, Complex<T> twiddle)
{
    const Complex<T> sum = bins.k + bins.m;
    const Complex<T> difference{bins.m.y - bins.k.y, bins.k.x - bins.m.x};
    return {{twiddle.x * sum.x + twiddle.y * difference.x,
             twiddle.x * sum.y + twiddle.y * difference.y},
            {twiddle.x * difference.x - twiddle.y * sum.x,
             twiddle.x * difference.y - twiddle.y * sum.y}};
}

/// The inverse of split() but for another factor of 2. A coefficient that is its own mirror is
/// joined with itself or with zeros: see mirrors_itself().
template <typename T>
constexpr MirroredPair<T> join(const MirroredPair<T>& lines, Complex<T> twiddle)
{
    const Complex<T> sum{twiddle.x * lines.k.x - twiddle.y * lines.m.x,
                         twiddle.x * lines.k.y - twiddle.y * lines.m.y};
    const Complex<T> difference{twiddle.y * lines.k.x + twiddle.x * lines.m.x,
                                twiddle.y * lines.k.y + twiddle.x * lines.m.y};
    return {{sum.x + difference.y, sum.y - difference.x},
            {sum.x - difference.y, sum.y + difference.x}};
}

/// One of the two results of split(), halved: the coefficients of bin k from that bin, its mirror
/// and its own twiddle factor. The angle of the mirror's twiddle factor is the complement, so this
/// function serves both.
template <typename T>
constexpr Complex<T> separated(Complex<T> own, Complex<T> other, Complex<T> twiddle)
{
    const T half = static_cast<T>(0.5);
    const Complex<T> sum{half * (own.x + other.x), half * (own.y + other.y)};
    const Complex<T> difference{half * (other.y - own.y), half * (own.x - other.x)};
    return {twiddle.x * sum.x + twiddle.y * difference.x,
            twiddle.x * sum.y + twiddle.y * difference.y};
}

/// The twiddle factor of bin k of a DFT of n samples in natural order: 1 in the lower half, where a
/// coefficient is a real part, and -i in the upper half.
template <typename T>
constexpr Complex<T> fourier_twiddle(unsigned k, int n)
{
    const bool lower = 2 * k <= static_cast<unsigned>(n);
    return {lower ? T{1} : T{0}, lower ? T{0} : T{-1}};
}

/// One of the two results of join(): bin k from the coefficients of k and of its mirror.
template <typename T>
constexpr Complex<T> joined(Complex<T> own, Complex<T> other, Complex<T> twiddle)
{
    return join<T>({own, other}, twiddle).k;
}

}  // namespace tobiuo::fft
