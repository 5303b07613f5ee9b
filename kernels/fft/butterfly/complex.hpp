// SPDX-License-Identifier: BSD-3-Clause
// A complex number of the FFT engine: one definition for host and device.
#pragma once

namespace tobiuo::fft {

/// A complex number with the size, the device alignment and the order (real, imaginary) of
/// std::complex<T>, fftw_complex and cufftComplex.
template <typename T>
struct alignas(2 * sizeof(T)) Complex {
    T x;  ///< real part
    T y;  ///< imaginary part
};

template <typename T>
constexpr Complex<T> operator+(Complex<T> a, Complex<T> b)
{
    return {a.x + b.x, a.y + b.y};
}

template <typename T>
constexpr Complex<T> operator-(Complex<T> a, Complex<T> b)
{
    return {a.x - b.x, a.y - b.y};
}

template <typename T>
constexpr Complex<T> operator*(Complex<T> a, Complex<T> b)
{
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

template <typename T>
constexpr Complex<T> conjugate(Complex<T> a)
{
    return {a.x, -a.y};
}

/// Exchanges real and imaginary part: swapped(a) = i conj(a). A forward transform between two swaps
/// is the inverse transform, so the engine has forward code only.
template <typename T>
constexpr Complex<T> swapped(Complex<T> a)
{
    return {a.y, a.x};
}

}  // namespace tobiuo::fft
