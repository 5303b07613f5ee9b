// SPDX-License-Identifier: BSD-3-Clause
// The problems of `tobiuo bench scaling` whose answers are known.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <vector>

#include "app/bench/scaling/known_answers.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// The value beside the lower (or upper) wall that makes the condition of cells.
double ghost(const std::vector<double>& values, poisson::Condition condition, bool lower)
{
    const double near = lower ? values.front() : values.back();
    const double far = lower ? values.back() : values.front();
    switch (condition) {
        case poisson::Condition::periodic:
            return far;
        case poisson::Condition::dirichlet:
            return -near;
        case poisson::Condition::neumann:
        case poisson::Condition::open:  // none of boundaries() has one of these
        case poisson::Condition::robin:
            break;
    }
    return near;
}

/// The values of a mode under the stencil of cells of width 1.
std::vector<double> second_differences(const std::vector<double>& values,
                                       const poisson::Sides& sides)
{
    std::vector<double> found;
    for (std::size_t at = 0; at < values.size(); ++at) {
        const double before = at == 0 ? ghost(values, sides.lower, true) : values[at - 1];
        const double after =
            at + 1 == values.size() ? ghost(values, sides.upper, false) : values[at + 1];
        found.push_back(before - 2 * values[at] + after);
    }
    return found;
}

/// The eigenvalue of a mode of cells of width 1; expects that it is one.
double eigenvalue_of(const std::vector<double>& values, const poisson::Sides& sides)
{
    const std::vector<double> differences = second_differences(values, sides);
    const double eigenvalue =
        std::inner_product(values.begin(), values.end(), differences.begin(), 0.0) /
        std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    for (std::size_t at = 0; at < values.size(); ++at) {
        EXPECT_NEAR(differences[at], eigenvalue * values[at], test::fft_tolerance<double>(9));
    }
    return eigenvalue;
}

TEST(KnownSolution, is_a_mode_of_the_stencil_with_any_walls)
{
    for (const poisson_bench::Boundary& boundary : poisson_bench::boundaries()) {
        SCOPED_TRACE(boundary.name);
        const KnownSolution known = known_solution({9, 10, 12}, boundary, Precision::fp64);
        const std::vector<double>* factors[] = {&known.f.x, &known.f.y, &known.f.z};
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double width = known.problem.grid.axes.at(axis).spacing();
            const double one = eigenvalue_of(*factors[axis], boundary.sides.at(axis));
            EXPECT_LT(one, 0.0);  // no axis is left out
            sum += one / (width * width);
        }
        EXPECT_NEAR(sum / known.eigenvalue, 1.0, test::fft_tolerance<double>(9));
        EXPECT_LT(known.eigenvalue, -1.0);  // the lowest one
    }
}

TEST(KnownSpectrum, is_the_spectrum_of_the_mode)
{
    const std::vector<std::int64_t> lengths{4, 5, 6};
    const auto mode = single_mode<double>(lengths);
    const auto spectrum = spectrum_of_mode<double>(lengths);
    const auto expect_dft = [](const std::vector<std::complex<double>>& samples,
                               const std::vector<std::complex<double>>& expected) {
        const auto n = static_cast<double>(samples.size());
        for (std::size_t k = 0; k < samples.size(); ++k) {
            std::complex<double> sum = 0;
            for (std::size_t at = 0; at < samples.size(); ++at) {
                sum += samples[at] *
                       std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k * at) / n);
            }
            EXPECT_LE(std::abs(sum - expected[k]), n * test::fft_tolerance<double>(6)) << k;
        }
    };
    expect_dft(mode.x, spectrum.x);
    expect_dft(mode.y, spectrum.y);
    expect_dft(mode.z, spectrum.z);
    const auto column = column_samples<double>(lengths);
    const auto modes = spectrum_of(column);
    expect_dft(column.x, modes.x);
    expect_dft(column.y, modes.y);
    expect_dft(column.z, modes.z);
    for (const auto* factor : {&modes.x, &modes.y, &modes.z}) {
        for (const std::complex<double>& value : *factor) {
            EXPECT_GT(std::abs(value), 1e-2) << "a mode that checks nothing";
        }
    }
    EXPECT_NE(wave_number(1024, 0), wave_number(1024, 1));
}

TEST(KnownSpectrum, random_samples_stay_in_the_range_of_numbers)
{
    const std::vector<std::int64_t> lengths{1024, 1024, 1024};
    const double growth =
        0.5 * std::log2(points_of(lengths)) * static_cast<double>(executions_in_range<float>());
    double largest = 0;
    for (const std::complex<float>& value : random_samples<float>(lengths).z) {
        largest = std::max(largest, static_cast<double>(std::abs(value)));
    }
    EXPECT_GT(std::log2(largest), std::numeric_limits<float>::min_exponent / 2.0);
    EXPECT_LT(std::log2(largest) + growth, std::numeric_limits<float>::max_exponent / 1.5);
}

}  // namespace
}  // namespace tobiuo::scaling_bench
