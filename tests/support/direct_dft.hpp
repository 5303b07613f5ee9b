// SPDX-License-Identifier: BSD-3-Clause
// The discrete Fourier transform by its definition: N^2 products in long double.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/problem.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::test {

using Wide = std::complex<long double>;

/// The roots exp(sign 2 pi i m / n) for m = 0 ... n - 1.
[[nodiscard]] std::vector<Wide> roots_of_unity(std::int64_t n, int sign);

/// The sums X[k] = sum of x[n] exp(sign 2 pi i ...) of one array [N0][N1][N2] (one to three axes).
[[nodiscard]] std::vector<Wide> direct_dft(const std::vector<std::int64_t>& lengths,
                                           const std::vector<Wide>& x, int sign);

/// The values of the complex side, or of the real side, of all batches without padding.
template <typename T>
[[nodiscard]] std::vector<Wide> numbers(const fft::Problem& problem, bool real,
                                        const std::vector<T>& data)
{
    const std::int64_t stride = real ? real_stride(problem) : 2 * fft::spectrum_row(problem);
    std::vector<Wide> result;
    for (std::size_t row = 0; row < data.size(); row += static_cast<std::size_t>(stride)) {
        if (real) {
            for (std::int64_t n = 0; n < problem.lengths.back(); ++n) {
                result.emplace_back(data[row + static_cast<std::size_t>(n)]);
            }
        } else {
            for (std::size_t at = row; at < row + static_cast<std::size_t>(stride); at += 2) {
                result.emplace_back(data[at], data[at + 1]);
            }
        }
    }
    return result;
}

template <typename T>
[[nodiscard]] std::vector<Wide> input_numbers(const fft::Problem& problem, const std::vector<T>& in)
{
    return numbers(problem, problem.kind == fft::Kind::r2c, in);
}

template <typename T>
[[nodiscard]] std::vector<Wide> output_numbers(const fft::Problem& problem,
                                               const std::vector<T>& out)
{
    return numbers(problem, problem.kind == fft::Kind::c2r, out);
}

/// The stored half [N0][N1][N2/2 + 1] of a spectrum [N0][N1][N2].
[[nodiscard]] inline std::vector<Wide> stored_half(const fft::Problem& problem,
                                                   const std::vector<Wide>& whole)
{
    const auto length = static_cast<std::size_t>(problem.lengths.back());
    std::vector<Wide> half;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        if (at % length <= length / 2) {
            half.push_back(whole[at]);
        }
    }
    return half;
}

/// The whole spectrum of a stored half, by X[-k] = conj X[k]; imaginary parts of elements that are
/// their own mirrors become zero.
[[nodiscard]] inline std::vector<Wide> whole_spectrum(const fft::Problem& problem,
                                                      const std::vector<Wide>& half)
{
    const std::int64_t length = problem.lengths.back();
    const std::int64_t row_length = fft::spectrum_row(problem);
    std::vector<Wide> whole;
    for (std::int64_t at = 0; at < fft::points(problem); ++at) {
        const std::int64_t row = at / length;
        const std::int64_t last = at % length;
        if (last < row_length) {
            const std::int64_t place = row * row_length + last;
            const Wide value = half[static_cast<std::size_t>(place)];
            whole.push_back(stored_mirror(problem, place) == place ? value.real() : value);
        } else {
            const std::int64_t place = mirrored_row(problem, row) * row_length + length - last;
            whole.push_back(std::conj(half[static_cast<std::size_t>(place)]));
        }
    }
    return whole;
}

/// The exact output_numbers() of a transform of `in`.
template <typename T>
[[nodiscard]] std::vector<Wide> exact_output(const fft::Problem& problem, const std::vector<T>& in)
{
    const auto x = input_numbers(problem, in);
    const auto array = static_cast<std::ptrdiff_t>(x.size()) / problem.batch;
    const int sign = problem.direction == fft::Direction::forward ? -1 : 1;
    std::vector<Wide> result;
    for (auto first = x.begin(); first != x.end(); first += array) {
        std::vector<Wide> one{first, first + array};
        if (problem.kind == fft::Kind::c2r) {
            one = whole_spectrum(problem, one);
        }
        one = direct_dft(problem.lengths, one, sign);
        if (problem.kind == fft::Kind::r2c) {
            one = stored_half(problem, one);
        }
        result.insert(result.end(), one.begin(), one.end());
    }
    return result;
}

/// The relative error |got - expected| / |expected| in the 2-norm; NaN if a value of `got` is NaN.
[[nodiscard]] inline double relative_l2(const std::vector<Wide>& got,
                                        const std::vector<Wide>& expected)
{
    long double difference = 0;
    long double size = 0;
    for (std::size_t at = 0; at < expected.size(); ++at) {
        difference += std::norm(got.at(at) - expected[at]);
        size += std::norm(expected[at]);
    }
    return difference == 0 ? 0.0 : static_cast<double>(std::sqrt(difference / size));
}

}  // namespace tobiuo::test
