// SPDX-License-Identifier: BSD-3-Clause
// Test input of a transform: random numbers where it is read, NaN ("poison") where it must not be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/fft/problem.hpp"

namespace tobiuo::test {

template <typename T>
inline constexpr T poison = std::numeric_limits<T>::quiet_NaN();

/// The distance in scalars of two rows on the real side.
[[nodiscard]] inline std::int64_t real_stride(const fft::Problem& problem)
{
    return problem.placement == fft::Placement::in_place ? 2 * fft::spectrum_row(problem)
                                                         : problem.lengths.back();
}

/// All scalars (a complex value is two) of the input or output of a problem, filled with NaN.
template <typename T>
[[nodiscard]] std::vector<T> poisoned(std::int64_t bytes)
{
    return std::vector<T>(static_cast<std::size_t>(bytes) / sizeof(T), poison<T>);
}

/// The row [N0][N1] that contains -k, if k is in row number `row`.
[[nodiscard]] inline std::int64_t mirrored_row(const fft::Problem& problem, std::int64_t row)
{
    std::int64_t mirror = 0;
    std::int64_t stride = 1;
    for (std::size_t axis = problem.lengths.size() - 1; axis-- > 0;) {
        const std::int64_t length = problem.lengths[axis];
        mirror += (length - row % length) % length * stride;
        stride *= length;
        row /= length;
    }
    return mirror;
}

/// The place of -k in a half spectrum [N0][N1][N2/2 + 1], for the place of k, if -k is stored as
/// well: then both values must be conjugates. -1 if it is not stored.
[[nodiscard]] inline std::int64_t stored_mirror(const fft::Problem& problem, std::int64_t place)
{
    const std::int64_t row = fft::spectrum_row(problem);
    const std::int64_t last = place % row;
    const bool stored = last == 0 || 2 * last == problem.lengths.back();
    return stored ? mirrored_row(problem, place / row) * row + last : -1;
}

/// Makes the half spectra of all batches those of real arrays, except for the imaginary parts of
/// elements that are their own mirrors, which transforms ignore.
template <typename T>
void make_hermitian(const fft::Problem& problem, std::vector<T>& spectra)
{
    const std::int64_t array = static_cast<std::int64_t>(spectra.size()) / 2 / problem.batch;
    for (std::int64_t at = 0; at < array * problem.batch; ++at) {
        const std::int64_t place = at % array;
        const std::int64_t mirror = stored_mirror(problem, place);
        if (mirror > place) {
            const auto from = static_cast<std::size_t>(2 * at);
            const auto to = static_cast<std::size_t>(2 * (at - place + mirror));
            spectra[to] = spectra[from];
            spectra[to + 1] = -spectra[from + 1];
        }
    }
}

/// The input of the problem in its layout: uniform in [-1, 1), with NaN as padding;
/// make_hermitian() makes the spectra of c2r.
template <typename T>
[[nodiscard]] std::vector<T> random_input(const fft::Problem& problem, unsigned seed)
{
    std::mt19937_64 engine{seed};
    std::uniform_real_distribution<T> uniform{-1, 1};
    std::vector<T> input = poisoned<T>(fft::input_bytes(problem));
    const bool real = problem.kind == fft::Kind::r2c;
    const std::int64_t stride = real ? real_stride(problem) : 2 * fft::spectrum_row(problem);
    const std::int64_t used = real ? problem.lengths.back() : stride;
    for (std::size_t at = 0; at < input.size(); ++at) {
        if (static_cast<std::int64_t>(at) % stride < used) {
            input[at] = uniform(engine);
        }
    }
    if (problem.kind == fft::Kind::c2r) {
        make_hermitian(problem, input);
    }
    return input;
}

}  // namespace tobiuo::test
