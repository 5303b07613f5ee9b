// SPDX-License-Identifier: BSD-3-Clause
// The tables that passes read, computed on the host and rounded once.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The roots exp(-2 pi i m step / length), m = 0 ... count - 1.
template <typename T>
[[nodiscard]] std::vector<Complex<T>> roots_of_unity(std::int64_t length, std::int64_t count,
                                                     std::int64_t step = 1);

/// The chirp exp(-pi i n^2 / points), n = 0 ... points - 1.
template <typename T>
[[nodiscard]] std::vector<Complex<T>> chirp(std::int64_t points);

/// The transform of the conjugate chirp, wrapped around `length` >= 2 points - 1, divided by
/// `length`. Source: L. I. Bluestein, IEEE Trans. Audio Electroacoust. 18 (1970) 451.
template <typename T>
[[nodiscard]] std::vector<Complex<T>> chirp_filter(std::int64_t points, std::int64_t length);

/// The filter of a long convolution in the order in which its transform leaves the elements: `last`
/// points a line.
template <typename T>
[[nodiscard]] std::vector<Complex<T>> dealt_filter(const Convolution& convolution,
                                                   std::int64_t last);

/// The twiddle factors t[k] of makhoul.hpp for lines of `points` samples, k < points.
template <typename T>
[[nodiscard]] std::vector<Complex<T>> split_twiddles(Makhoul makhoul, std::int64_t points);

/// The roots of an axis of `length` points in host memory.
template <typename T>
struct HostTwiddles {
    explicit HostTwiddles(std::int64_t length);

    [[nodiscard]] TwiddleTables<T> view() const
    {
        return {.low = low.data(), .high = high.data(), .low_bits = low_bits};
    }

    int low_bits;
    std::vector<Complex<T>> low;
    std::vector<Complex<T>> high;
};

/// All tables of one pass in host memory; tables that the pass does not need are empty.
template <typename T>
struct HostTables {
    explicit HostTables(const PassForm& form);

    [[nodiscard]] PassTables<T> view() const;

    std::vector<Complex<T>> twiddles;
    std::vector<Complex<T>> chirp;
    std::vector<Complex<T>> filter;
    std::vector<Complex<T>> twiddle_low;
    std::vector<Complex<T>> twiddle_high;
    std::vector<Complex<T>> split_twiddles;
    std::vector<Complex<T>> shift_twiddles;
};

}  // namespace tobiuo::fft
