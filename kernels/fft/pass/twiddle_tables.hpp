// The roots of unity of a long axis in two short tables: one lookup for device and host.
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

}  // namespace tobiuo::fft
