// Cosine, sine and Fourier transforms of two real lines by one complex transform of their length.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"

namespace tobiuo::fft {

/// A real transform of n numbers built around a complex transform of n numbers, for two lines at a
/// time: w = a + i b. With v the numbers of w in folded order (folded_place(), folded_sign()),
///
///     even    C[k] = 2 Re t[k] V[k],  V[k] = sum over m of v[m] exp(-2 pi i m (k + s) / n),
///             t[k] = exp(-pi i (k + s) / 2 n)
///
/// for each line, where s = 0 gives the DCT-II and s = 1/2 the DCT-IV; changing the sign of every
/// second number and reversing C makes them the DST-II and DST-IV. V of two lines is told apart by
/// V[m] = conj V[k] of each line, for k and m = mirror(k), so that every step is its own inverse.
/// The DFT of two lines is the case without folding and twiddles.
///
/// Source    J. Makhoul, IEEE Trans. ASSP 28(1), 27 (1980), the DCT-II; the others follow from the
///           same folding of the signal's symmetric continuation.
enum class Folding {
    none,     ///< DFT
    whole,    ///< s = 0: DCT-II, DST-II
    halfway,  ///< s = 1/2: DCT-IV, DST-IV
};

/// Where number j of n goes: even ones from the front, odd ones from the back.
constexpr long long folded_place(Folding folding, long long n, long long j)
{
    if (folding == Folding::none) {
        return j;
    }
    return j % 2 == 0 ? j / 2 : n - 1 - j / 2;
}

/// Whether it changes its sign on the way.
constexpr bool folded_sign(Folding folding, bool sine, long long j)
{
    return folding != Folding::none && j % 2 != 0 && sine != (folding == Folding::halfway);
}

/// The bin that holds the conjugate of each line's bin k.
constexpr long long mirror(Folding folding, long long n, long long k)
{
    return folding == Folding::halfway ? n - 1 - k : k == 0 ? 0 : n - k;
}

/// Whether a coefficient that is its own mirror goes with itself, or stands alone (as k = 0 always
/// does, and the Nyquist bin of a DFT: they have no imaginary part).
constexpr bool mirrors_itself(Folding folding, long long k)
{
    return folding != Folding::none && (folding == Folding::halfway || k != 0);
}

/// A coefficient of each of the two lines, as the parts of one number: of bins k and m = mirror(k).
template <typename T>
struct MirroredPair {
    Complex<T> k;
    Complex<T> m;
};

/// From bins k and m of the complex transform to the lines' coefficients, and a factor of 2. With
/// the turn by the angle a, t[k] = exp(-i a), the sum S of the bins and i times their difference, D,
/// C[k] = S cos a - D sin a and C[m] = S sin a + D cos a. Of the DFT, a = 0 and k, m are the real
/// part and minus the imaginary part of bin k.
template <typename T>
constexpr MirroredPair<T> split(const MirroredPair<T>& bins, Complex<T> turn)
{
    const Complex<T> sum = bins.k + bins.m;
    const Complex<T> difference{bins.m.y - bins.k.y, bins.k.x - bins.m.x};
    return {{turn.x * sum.x + turn.y * difference.x, turn.x * sum.y + turn.y * difference.y},
            {turn.x * difference.x - turn.y * sum.x, turn.x * difference.y - turn.y * sum.y}};
}

/// The inverse of split() but for another factor of 2. A coefficient that is its own mirror goes with
/// itself or with zeros: see mirrors_itself().
template <typename T>
constexpr MirroredPair<T> join(const MirroredPair<T>& lines, Complex<T> turn)
{
    const Complex<T> sum{turn.x * lines.k.x - turn.y * lines.m.x,
                         turn.x * lines.k.y - turn.y * lines.m.y};
    const Complex<T> difference{turn.y * lines.k.x + turn.x * lines.m.x,
                                turn.y * lines.k.y + turn.x * lines.m.y};
    return {{sum.x + difference.y, sum.y - difference.x},
            {sum.x - difference.y, sum.y + difference.x}};
}

/// One of the two that split() gives, halved: the coefficients of bin k from that bin, its mirror and
/// its own turn. The turn of a mirror is by the complement of the angle, so this serves both.
template <typename T>
constexpr Complex<T> separated(Complex<T> own, Complex<T> other, Complex<T> turn)
{
    const T half = static_cast<T>(0.5);
    const Complex<T> sum{half * (own.x + other.x), half * (own.y + other.y)};
    const Complex<T> difference{half * (other.y - own.y), half * (own.x - other.x)};
    return {turn.x * sum.x + turn.y * difference.x, turn.x * sum.y + turn.y * difference.y};
}

/// The turn of bin k of a DFT of n numbers, where nothing is folded: by 1 in the lower half, where a
/// coefficient is a real part, and by -i in the upper half.
template <typename T>
constexpr Complex<T> fourier_turn(unsigned k, int n)
{
    const bool lower = 2 * k <= static_cast<unsigned>(n);
    return {lower ? T{1} : T{0}, lower ? T{0} : T{-1}};
}

/// Likewise of join(): bin k from the coefficients of k and of its mirror.
template <typename T>
constexpr Complex<T> joined(Complex<T> own, Complex<T> other, Complex<T> turn)
{
    return join<T>({own, other}, turn).k;
}

}  // namespace tobiuo::fft
