// What a pass is launched with: one definition for host and device.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"

namespace tobiuo::fft {

/// What a pass divides coefficients by: the sum of an eigenvalue of each axis. Where the sum is
/// zero the quotient is zero, too. If it is that of the first coefficient of all and `constant` is
/// not null, the coefficient is left there.
///
/// Eigenvalues are of the type Eigenvalue<T, TwoForOne::wide_symbol>.
template <typename T>
struct Symbol {
    const void* inner = nullptr;  ///< per line of a row of lines, as if no pair lacked one
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
/// Doubles where sums of eigenvalues cancel, else numbers as the data has.
template <typename T, bool wide>
using Eigenvalue = typename EigenvalueOf<T, wide>::Type;

/// Tables of a pass, in the precision of the data; those that it does not need may be null.
template <typename T>
struct PassTables {
    const Complex<T>* twiddles = nullptr;     ///< exp(-2 pi i m / PassForm::table_entries())
    const Complex<T>* chirp = nullptr;        ///< exp(-pi i n^2 / points), n < points
    const Complex<T>* filter = nullptr;       ///< transform of conj chirp, wrapped, over the length
    const Complex<T>* twiddle_low = nullptr;  ///< exp(-2 pi i m / N), m < 2^low_bits
    const Complex<T>* twiddle_high = nullptr;    ///< exp(-2 pi i 2^low_bits m / N)
    const Complex<T>* split_twiddles = nullptr;  ///< of pairs of lines, see makhoul.hpp: t[k]
    /// exp(-pi i m / n), of Makhoul::halfway and DCT-I and DST-I
    const Complex<T>* shift_twiddles = nullptr;
    Symbol<T> symbol = {};  ///< of passes that solve
};

}  // namespace tobiuo::fft
