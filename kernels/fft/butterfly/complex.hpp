// A complex number of the FFT engine: one definition for host and device.
#pragma once

namespace tobiuo::fft {

/// Same size, alignment on the device and order (real, imaginary) as std::complex<T>, fftw_complex
/// and cufftComplex.
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

/// Real and imaginary part exchanged: swapped(a) = i conj(a). A forward transform between two swaps
/// is the inverse transform, so the engine holds forward code only.
template <typename T>
constexpr Complex<T> swapped(Complex<T> a)
{
    return {a.y, a.x};
}

}  // namespace tobiuo::fft
