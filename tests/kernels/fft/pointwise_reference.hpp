// SPDX-License-Identifier: BSD-3-Clause
// A transform, a function and the inverse transform, by FFTW in double precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string>
#include <vector>

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/pass/array_index.hpp"
#include "kernels/fft/problem.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"

namespace tobiuo::test {

/// A function whose result changes if any two modes are exchanged, and its text for the device.
template <typename T>
fft::Complex<T> weighed(fft::Complex<T> value, const fft::ElementIndex& index)
{
    const auto number = 2 * index.batch + 3 * index.z + 5 * index.y + 7 * index.x;
    const T weight = static_cast<T>(number % 11 + 1) / T{11};
    return value * fft::Complex<T>{weight, T{1} - weight};
}
inline const fft::Pointwise weighed_source{
    .source =
        "Complex weighed(Complex value, const Index& index, const void*)\n"
        "{\n"
        "    const auto number = 2 * index.batch + 3 * index.z + 5 * index.y + 7 * index.x;\n"
        "    const Real weight = Real(number % 11 + 1) / Real{11};\n"
        "    return value * Complex{weight, Real{1} - weight};\n"
        "}\n",
    .function = "weighed"};

/// The mode of complex value number `at` of the spectrum [batch][N0][N1][N2], or
/// [batch][N0][N1][N2/2 + 1].
inline fft::ElementIndex mode_at(const fft::Problem& problem, long long at)
{
    std::vector<std::int64_t> lengths = problem.lengths;
    lengths.back() = fft::spectrum_row(problem);
    std::vector<long long> places(3, 0);  // indices of x, y, z
    std::size_t axis = 0;
    for (const std::int64_t length : lengths | std::views::reverse) {
        places[axis++] = at % length;
        at /= length;
    }
    return {at, places[2], places[1], places[0]};
}

/// The inverse transform, which works in the array that holds the result of the forward one.
inline fft::Problem inverse_of(fft::Problem problem)
{
    problem.placement = fft::Placement::in_place;
    problem.direction = fft::Direction::inverse;
    problem.kind = problem.kind == fft::Kind::r2c ? fft::Kind::c2r : fft::Kind::c2c;
    return problem;
}

/// The result that a plan of the problem must give for `in`, in the layout of inverse_of().
template <typename T, typename Function>
std::vector<double> pointwise_reference(fft::Problem problem, const std::vector<T>& in,
                                        const Function& function)
{
    problem.precision = Precision::fp64;
    std::vector<double> values = host_transform(problem, std::vector<double>(in.begin(), in.end()));
    for (std::size_t at = 0; at < values.size(); at += 2) {
        const auto value = function(fft::Complex<double>{values[at], values[at + 1]},
                                    mode_at(problem, static_cast<long long>(at / 2)));
        values[at] = value.x;
        values[at + 1] = value.y;
    }
    return host_transform(inverse_of(problem), values);
}

/// The relative error of `out`, which has the layout of the reference.
template <typename T>
double pointwise_error(const fft::Problem& problem, const std::vector<T>& out,
                       const std::vector<double>& reference)
{
    const fft::Problem inverse = inverse_of(problem);
    return relative_l2(output_numbers(inverse, out), output_numbers(inverse, reference));
}

/// The tolerance of two consecutive transforms.
template <typename T>
double pointwise_tolerance(const fft::Problem& problem)
{
    return 2 * fft_tolerance<T>(fft::points(problem));
}

}  // namespace tobiuo::test
