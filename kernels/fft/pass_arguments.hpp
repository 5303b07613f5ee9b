// What a pass is launched with: one definition for host and device.
#pragma once

#include "kernels/fft/complex.hpp"

namespace tobiuo::fft {

/// Tables of a pass, in the precision of the data; those that it does not need may be null.
template <typename T>
struct PassTables {
    const Complex<T>* twiddles = nullptr;   ///< exp(-2 pi i m / PassForm::table_entries())
    const Complex<T>* chirp = nullptr;      ///< exp(-pi i n^2 / points), n < points
    const Complex<T>* filter = nullptr;     ///< transform of conj chirp, wrapped, over the length
    const Complex<T>* turn_low = nullptr;   ///< exp(-2 pi i m / N), m < 2^low_bits
    const Complex<T>* turn_high = nullptr;  ///< exp(-2 pi i 2^low_bits m / N)
};

}  // namespace tobiuo::fft
