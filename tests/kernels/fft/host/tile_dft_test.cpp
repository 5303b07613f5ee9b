// SPDX-License-Identifier: BSD-3-Clause
// The complex DFT of the lines of a tile, compared with the sum that defines it.
#include "kernels/fft/host/tile_dft.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "runtime/memory/host_array.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

// 17, 97 and 51 = 3 x 17 have prime factors without butterflies.
constexpr std::array<std::int64_t, 19> dft_lengths{1,  2,  3,  4,  5,  7,  8,   11,  13,  16,
                                                   17, 32, 51, 60, 64, 97, 128, 143, 1001};

using Line = std::vector<std::complex<long double>>;

Line dft(const Line& samples)
{
    Line sums(samples.size());
    for (std::size_t k = 0; k < samples.size(); ++k) {
        for (std::size_t j = 0; j < samples.size(); ++j) {
            const auto part = static_cast<long double>(j * k % samples.size()) /
                              static_cast<long double>(samples.size());
            sums[k] +=
                samples[j] * std::polar(1.0L, -2.0L * std::numbers::pi_v<long double> * part);
        }
    }
    return sums;
}

template <typename T>
T sample(std::int64_t line, std::int64_t j)
{
    return static_cast<T>(
        std::cos(0.4 + 1.7 * static_cast<double>(line) + 0.9 * static_cast<double>(j * j % 59)));
}

template <typename T>
memory::HostArray<T> filled(const TileDft<T>& plan, std::int64_t length)
{
    memory::HostArray<T> tile{static_cast<std::size_t>(length * tile_width<T>)};
    for (std::int64_t j = 0; j < length; ++j) {
        for (std::int64_t line = 0; line < tile_width<T>; ++line) {
            tile.data()[plan.sample_row(j) * tile_width<T> + line] = sample<T>(line, j);
        }
    }
    return tile;
}

/// The relative error in the 2-norm of the coefficients of a pair of lines.
template <typename T>
double error_of(const TileDft<T>& plan, const T* tile, std::int64_t length, std::int64_t pair)
{
    constexpr std::int64_t half = tile_width<T> / 2;
    Line samples;
    for (std::int64_t j = 0; j < length; ++j) {
        samples.emplace_back(sample<T>(pair, j), sample<T>(pair + half, j));
    }
    const Line expected = dft(samples);
    long double error = 0.0L;
    long double norm = 0.0L;
    for (std::int64_t k = 0; k < length; ++k) {
        const T* const row = tile + plan.coefficient_row(k) * tile_width<T>;
        error += std::norm(std::complex<long double>{row[pair], row[pair + half]} -
                           expected[static_cast<std::size_t>(k)]);
        norm += std::norm(expected[static_cast<std::size_t>(k)]);
    }
    return static_cast<double>(std::sqrt(error / norm));
}

template <typename T>
void expect_transforms(std::int64_t length, InOrder in_order)
{
    const TileDft<T> plan{length, in_order, Effort::estimate};
    memory::HostArray<T> tile = filled(plan, length);
    plan.forward(tile.data());
    for (const std::int64_t pair : {std::int64_t{0}, tile_width<T> / 2 - 1}) {
        EXPECT_LE(error_of(plan, tile.data(), length, pair), test::fft_tolerance<T>(length))
            << length << " points, pair " << pair;
    }
    plan.backward(tile.data());
    const memory::HostArray<T> before = filled(plan, length);
    for (std::size_t at = 0; at < tile.size(); ++at) {
        ASSERT_NEAR(static_cast<double>(tile.data()[at]) / static_cast<double>(length),
                    static_cast<double>(before.data()[at]), 4.0 * test::fft_tolerance<T>(length))
            << length << " points";
    }
}

TEST(TileDft, has_the_sums_of_its_definition_and_goes_back)
{
    for (const std::int64_t length : dft_lengths) {
        for (const InOrder in_order : {InOrder::samples, InOrder::coefficients}) {
            expect_transforms<double>(length, in_order);
            expect_transforms<float>(length, in_order);
        }
    }
}

TEST(TileDft, keeps_in_order_what_is_asked_for)
{
    const TileDft<double> by_samples{64, InOrder::samples, Effort::estimate};
    const TileDft<double> by_coefficients{64, InOrder::coefficients, Effort::estimate};
    for (std::int64_t row = 0; row < 64; ++row) {
        EXPECT_EQ(by_samples.sample_row(row), row);
        EXPECT_EQ(by_coefficients.coefficient_row(row), row);
    }
    EXPECT_NE(by_samples.coefficient_row(1), 1);
}

}  // namespace
}  // namespace tobiuo::fft
