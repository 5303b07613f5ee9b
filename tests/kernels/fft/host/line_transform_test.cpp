// SPDX-License-Identifier: BSD-3-Clause
// Real transforms of tiles, with two lines as one, are compared with FFTW's own real transforms.
#include "kernels/fft/host/line_transform.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/fft/host/real_plan.hpp"
#include "runtime/memory/host_array.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

constexpr std::array all_kinds{RealKind::halfcomplex, RealKind::cosine_1, RealKind::cosine_2,
                               RealKind::cosine_3,    RealKind::cosine_4, RealKind::sine_1,
                               RealKind::sine_2,      RealKind::sine_3,   RealKind::sine_4};

constexpr std::array<std::int64_t, 14> lengths{2, 3, 4, 5, 7, 8, 15, 16, 31, 33, 64, 97, 256, 257};

template <typename T>
T number(std::int64_t line, std::int64_t j)
{
    return static_cast<T>(
        std::sin(1.0 + 2.3 * static_cast<double>(line) + 0.7 * static_cast<double>(j * j % 53)));
}

/// A tile whose lines all differ.
template <typename T>
memory::HostArray<T> filled(const HostLineTransform<T>& transform, std::int64_t length)
{
    constexpr std::int64_t width = HostLineTransform<T>::width;
    memory::HostArray<T> tile{static_cast<std::size_t>(length * width)};
    for (std::int64_t j = 0; j < length; ++j) {
        const TileRow place = transform.input_rows()[static_cast<std::size_t>(j)];
        for (std::int64_t line = 0; line < width; ++line) {
            const T value = number<T>(line, j);
            tile.data()[place.row * width + line] = place.negated ? -value : value;
        }
    }
    return tile;
}

template <typename T>
std::vector<T> by_fftw(RealKind kind, std::int64_t length, std::int64_t line)
{
    std::vector<T> values;
    for (std::int64_t j = 0; j < length; ++j) {
        values.push_back(number<T>(line, j));
    }
    const HostRealPlan<T> plan{
        {{.kind = kind, .length = length, .stride = 1}}, {}, Placement::in_place, Effort::estimate};
    plan.execute(values.data(), values.data());
    return values;
}

/// The factor between these results and FFTW's; the transform of a pair keeps the factor of its two
/// lines.
double factor_of(RealKind kind)
{
    return kind == RealKind::halfcomplex ? 2.0 : 1.0;
}

template <typename T>
void expect_coefficients(RealKind kind, std::int64_t length)
{
    constexpr std::int64_t width = HostLineTransform<T>::width;
    const HostLineTransform<T> transform{kind, length, Effort::estimate};
    memory::HostArray<T> tile = filled(transform, length);
    transform.forward(tile.data());
    for (std::int64_t line = 0; line < width; ++line) {
        const std::vector<T> expected = by_fftw<T>(kind, length, line);
        for (std::int64_t row = 0; row < length; ++row) {
            const auto mode =
                static_cast<std::size_t>(transform.modes()[static_cast<std::size_t>(row)]);
            const double tolerance =
                8.0 * test::fft_tolerance<T>(length) * std::sqrt(static_cast<double>(length));
            ASSERT_NEAR(std::abs(static_cast<double>(tile.data()[row * width + line])),
                        std::abs(factor_of(kind) * static_cast<double>(expected[mode])), tolerance)
                << name_of(kind) << " of " << length << ", line " << line << ", mode " << mode;
        }
    }
    transform.inverse(tile.data());
    const memory::HostArray<T> before = filled(transform, length);
    for (std::size_t at = 0; at < tile.size(); ++at) {
        ASSERT_NEAR(static_cast<double>(tile.data()[at]) / transform.round_trip(),
                    static_cast<double>(before.data()[at]), 4.0 * test::fft_tolerance<T>(length))
            << name_of(kind) << " of " << length;
    }
}

TEST(HostLineTransform, has_the_coefficients_of_every_kind_and_goes_back)
{
    for (const RealKind kind : all_kinds) {
        for (const std::int64_t length : lengths) {
            expect_coefficients<double>(kind, length);
            expect_coefficients<float>(kind, length);
        }
    }
}

TEST(HostLineTransform, a_single_number_is_its_own_transform)
{
    for (const RealKind kind : all_kinds) {
        if (kind == RealKind::cosine_1) {  // needs both ends
            continue;
        }
        const HostLineTransform<double> transform{kind, 1, Effort::estimate};
        memory::HostArray<double> tile = filled(transform, 1);
        transform.forward(tile.data());
        transform.inverse(tile.data());
        EXPECT_NEAR(tile.data()[3] / transform.round_trip(), number<double>(3, 0), 1e-15)
            << name_of(kind);
    }
}

TEST(HostLineTransform, the_way_back_is_no_kind_of_its_own)
{
    EXPECT_THROW((HostLineTransform<double>{RealKind::real, 8, Effort::estimate}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::fft
