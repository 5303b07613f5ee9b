// Cosine, sine and Fourier transforms of two real lines by one complex transform of their length.
#pragma once

#include "kernels/fft/complex.hpp"

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

/// A number of each of the two lines.
template <typename T>
struct LinePair {
    T a;
    T b;
};

/// Coefficients k and m = mirror(k) of both lines.
template <typename T>
struct Mirrored {
    LinePair<T> k;
    LinePair<T> m;
};

/// From bins k and m of the complex transform. `twiddle` is t[k]; of the DFT it is 1, and k, m are
/// the real and imaginary part of bin k. All are twice the transforms of the lines.
template <typename T>
constexpr Mirrored<T> split(Complex<T> bin, Complex<T> mirrored, Complex<T> twiddle)
{
    const Complex<T> a = twiddle * Complex<T>{bin.x + mirrored.x, bin.y - mirrored.y};
    const Complex<T> b = twiddle * Complex<T>{bin.y + mirrored.y, mirrored.x - bin.x};
    return {{a.x, b.x}, {-a.y, -b.y}};
}

template <typename T>
struct MirroredBins {
    Complex<T> k;
    Complex<T> m;
};

/// The inverse of split() but for a factor of 2. A coefficient that is its own mirror goes with
/// itself or with zeros: see mirrors_itself().
template <typename T>
constexpr MirroredBins<T> join(LinePair<T> k, LinePair<T> m, Complex<T> twiddle)
{
    const Complex<T> a = conjugate(twiddle) * Complex<T>{k.a, -m.a};
    const Complex<T> b = conjugate(twiddle) * Complex<T>{k.b, -m.b};
    return {{a.x - b.y, a.y + b.x}, {a.x + b.y, b.x - a.y}};
}

}  // namespace tobiuo::fft
