// SPDX-License-Identifier: BSD-3-Clause
// What a pass is launched with, and the roots of a long axis in two tables: one definition for host
// and device.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"

namespace tobiuo::fft {

/// Two tables whose products are the roots exp(-2 pi i m / N), 0 <= m < N.
template <typename T>
struct TwiddleTables {
    const Complex<T>* low = nullptr;   ///< exp(-2 pi i m / N), m < 2^low_bits
    const Complex<T>* high = nullptr;  ///< exp(-2 pi i 2^low_bits m / N)
    int low_bits = 0;

    [[nodiscard]] constexpr Complex<T> at(long long m) const
    {
        return low[m & ((1LL << low_bits) - 1)] * high[m >> low_bits];
    }
};

/// What a pass divides coefficients by: the sum of one eigenvalue of each axis. Where the sum is
/// zero the quotient is zero. If that is the very first coefficient and `constant` is not null, the
/// coefficient is stored there.
///
/// The eigenvalues have the type Eigenvalue<T, TwoForOne::wide_symbol>.
template <typename T>
struct Symbol {
    const void* inner = nullptr;  ///< per line of a row of lines, even if its pair lacks one
    const void* outer = nullptr;  ///< per row of lines
    const void* along = nullptr;  ///< per coefficient of a line
    T* constant = nullptr;
};

template <typename T, bool wide>
struct EigenvalueOf {
    using Type = T;
};
template <typename T>
struct EigenvalueOf<T, true> {
    using Type = double;
};
/// Double where sums of eigenvalues cancel, else the type of the data.
template <typename T, bool wide>
using Eigenvalue = typename EigenvalueOf<T, wide>::Type;

/// Tables of a pass, in the precision of the data; those that the pass does not need may be null.
template <typename T>
struct PassTables {
    const Complex<T>* twiddles = nullptr;      ///< exp(-2 pi i m / PassForm::table_entries())
    const Complex<T>* chirp = nullptr;         ///< exp(-pi i n^2 / points), n < points
    const Complex<T>* filter = nullptr;        ///< transform of the conjugate chirp / length
    const Complex<T>* twiddle_low = nullptr;   ///< exp(-2 pi i m / N), m < 2^low_bits
    const Complex<T>* twiddle_high = nullptr;  ///< exp(-2 pi i 2^low_bits m / N)
    /// The factors t[k] of makhoul.hpp for pairs of lines, or t[k] or w[k] of LoneLineItem.
    const Complex<T>* split_twiddles = nullptr;
    /// The factors exp(-pi i m / n) for Makhoul::halfway, DCT-I, DST-I and folds of lines by
    /// themselves.
    const Complex<T>* shift_twiddles = nullptr;
    Symbol<T> symbol = {};  ///< for passes that solve
};

}  // namespace tobiuo::fft
