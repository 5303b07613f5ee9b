// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/plane_dft.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tobiuo::fft {
namespace {

/// The part of a spectrum that belongs to a real signal, (a + conj b) / 2, from two elements that
/// mirror each other.
template <typename T>
Complex<T> of_real_signal(Complex<T> a, Complex<T> b)
{
    const T half = T{1} / T{2};
    return {half * (a.x + b.x), half * (a.y - b.y)};
}

}  // namespace

template <typename T>
PlaneDft<T>::PlaneDft(bool real, std::int64_t rows, std::int64_t columns)
    : real_{real},
      rows_{rows},
      lines_{real ? columns / 2 : columns},
      functions_{usable_tile_functions<T>().front()},
      along_rows_{lines_, InOrder::samples, Effort::estimate},
      along_columns_{rows, InOrder::samples, Effort::estimate}
{
    for (std::int64_t j = 0; j < lines_; ++j) {
        samples_.push_back(along_rows_.sample_row(j));
        spectrum_.push_back(along_rows_.coefficient_row(j));
    }
    spectrum_.resize(static_cast<std::size_t>(tiles() * pairs), lines_);
    for (std::int64_t k = 0; k < rows; ++k) {
        coefficients_.push_back(along_columns_.coefficient_row(k));
    }
    for (std::int64_t j = 0; j < pairs; ++j) {
        in_order_.push_back(j);
    }
    for (std::int64_t k = 1; real && 2 * k <= lines_; ++k) {
        const long double angle = std::numbers::pi_v<long double> * static_cast<long double>(k) /
                                  static_cast<long double>(lines_);
        mirrored_.push_back(
            {.low = along_rows_.coefficient_row(k),
             .high = along_rows_.coefficient_row(lines_ - k),
             .twiddle = {static_cast<T>(std::cos(angle)), static_cast<T>(-std::sin(angle))}});
    }
}

template <typename T>
std::int64_t PlaneDft<T>::work_values() const
{
    return row_values() + tiles() * tile_values();
}

template <typename T>
void PlaneDft<T>::forward(const T* plane, std::int64_t stride, T* spectrum, T* work,
                          memory::Stores stores) const
{
    T* const columns = work + row_values();
    std::fill_n(columns - width, width, T{0});
    for (std::int64_t next = 0; next < rows_; next += pairs) {
        const std::int64_t first = std::min(next, rows_ - pairs);
        functions_.load_complex_lines(plane + first * stride, stride, samples_, work);
        along_rows_.forward(work);
        if (real_) {
            functions_.fold(work, mirrored_);
        }
        for (std::int64_t tile = 0; tile < tiles(); ++tile) {
            functions_.transpose(work, columns_of(tile),
                                 columns + tile * tile_values() + first * width, in_order_.data());
        }
    }
    for (std::int64_t tile = 0; tile < tiles(); ++tile) {
        along_columns_.forward(columns + tile * tile_values());
    }
    if (real_) {
        separate_ends(columns, spectrum);
    }
    functions_.store_complex_rows(columns, coefficients_, lines_, spectrum, spectrum_stride(),
                                  stores);
}

template <typename T>
void PlaneDft<T>::backward(const T* spectrum, T* plane, std::int64_t stride, T* work) const
{
    T* const columns = work + row_values();
    functions_.load_complex_rows(spectrum, spectrum_stride(), coefficients_, lines_, columns);
    if (real_) {
        join_ends(spectrum, columns);
    }
    for (std::int64_t tile = 0; tile < tiles(); ++tile) {
        along_columns_.backward(columns + tile * tile_values());
    }
    for (std::int64_t next = 0; next < rows_; next += pairs) {
        const std::int64_t first = std::min(next, rows_ - pairs);
        for (std::int64_t tile = 0; tile < tiles(); ++tile) {
            functions_.transpose(columns + tile * tile_values() + first * width, in_order_.data(),
                                 work, columns_of(tile));
        }
        if (real_) {
            functions_.unfold(work, mirrored_);
        }
        along_rows_.backward(work);
        functions_.store_complex_lines(work, samples_, plane + first * stride, stride);
    }
}

/// The first column is the transform of x + i y, where x and y are the real columns of the first
/// and the last element of the rows' half spectra.
template <typename T>
void PlaneDft<T>::separate_ends(T* columns, T* spectrum) const
{
    for (std::int64_t k = 0; k <= rows_ / 2; ++k) {
        const std::int64_t m = (rows_ - k) % rows_;
        T* const low = columns + coefficients_[static_cast<std::size_t>(k)] * width;
        T* const high = columns + coefficients_[static_cast<std::size_t>(m)] * width;
        const Complex<T> one{low[0], low[pairs]};
        const Complex<T> two{high[0], high[pairs]};
        const Complex<T> first = of_real_signal(one, two);
        const Complex<T> last = of_real_signal<T>({one.y, -one.x}, {two.y, -two.x});
        T* const last_of_k = spectrum + (k + 1) * spectrum_stride() - 2;
        T* const last_of_m = spectrum + (m + 1) * spectrum_stride() - 2;
        high[0] = first.x;
        high[pairs] = -first.y;
        last_of_m[0] = last.x;
        last_of_m[1] = -last.y;
        low[0] = first.x;  // after the mirror, which may be the same
        low[pairs] = first.y;
        last_of_k[0] = last.x;
        last_of_k[1] = last.y;
    }
}

/// Inverts separate_ends(). What belongs to no real column does not count.
template <typename T>
void PlaneDft<T>::join_ends(const T* spectrum, T* columns) const
{
    for (std::int64_t k = 0; k <= rows_ / 2; ++k) {
        const std::int64_t m = (rows_ - k) % rows_;
        const T* const row_k = spectrum + k * spectrum_stride();
        const T* const row_m = spectrum + m * spectrum_stride();
        const T* const end_k = row_k + 2 * lines_;
        const T* const end_m = row_m + 2 * lines_;
        const Complex<T> first = of_real_signal<T>({row_k[0], row_k[1]}, {row_m[0], row_m[1]});
        const Complex<T> last = of_real_signal<T>({end_k[0], end_k[1]}, {end_m[0], end_m[1]});
        T* const low = columns + coefficients_[static_cast<std::size_t>(k)] * width;
        T* const high = columns + coefficients_[static_cast<std::size_t>(m)] * width;
        high[0] = first.x + last.y;
        high[pairs] = last.x - first.y;
        low[0] = first.x - last.y;
        low[pairs] = first.y + last.x;
    }
}

template class PlaneDft<float>;
template class PlaneDft<double>;

}  // namespace tobiuo::fft
