// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms on the CPU against their definitions, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/fft/r2r_plan.hpp>

#include "tests/support/fft_tolerance.hpp"
#include "tests/support/unequal_rows.hpp"

namespace tobiuo::fft {
namespace {

using enum R2rKind;
using ::testing::HasSubstr;

constexpr R2rPlanOptions on_cpu{.backend = Backend::cpu, .threads = 1};

/// The factor of sample j in coefficient k of a transform of n samples.
double factor(R2rKind kind, std::int64_t n, std::int64_t j, std::int64_t k)
{
    const auto turn = [](double j, double k, std::int64_t n) {
        return std::numbers::pi * j * k / static_cast<double>(n);
    };
    const auto x = static_cast<double>(j);
    const auto y = static_cast<double>(k);
    switch (kind) {
        case dct_1:
            return (j == 0 || j == n - 1 ? 1.0 : 2.0) * std::cos(turn(x, y, n - 1));
        case dct_2:
            return 2.0 * std::cos(turn(x + 0.5, y, n));
        case dct_3:
            return (j == 0 ? 1.0 : 2.0) * std::cos(turn(x, y + 0.5, n));
        case dct_4:
            return 2.0 * std::cos(turn(x + 0.5, y + 0.5, n));
        case dst_1:
            return 2.0 * std::sin(turn(x + 1.0, y + 1.0, n + 1));
        case dst_2:
            return 2.0 * std::sin(turn(x + 0.5, y + 1.0, n));
        case dst_3:
            return (j == n - 1 ? 1.0 : 2.0) * std::sin(turn(x + 1.0, y + 0.5, n));
        case dst_4:
            break;
    }
    return 2.0 * std::sin(turn(x + 0.5, y + 0.5, n));
}

template <typename T>
std::vector<T> random_values(std::size_t count)
{
    std::mt19937_64 engine{11};
    std::uniform_real_distribution<T> random{-1, 1};
    std::vector<T> values;
    for (std::size_t at = 0; at < count; ++at) {
        values.push_back(random(engine));
    }
    return values;
}

/// Two arrays of 6 x 5 samples, transformed along x and y.
template <typename T>
void expect_the_definition(R2rKind along_x, R2rKind along_y, Precision precision)
{
    constexpr std::int64_t nx = 6;
    constexpr std::int64_t ny = 5;
    const R2rTransform transform{.extents = {.x = nx, .y = ny},
                                 .kinds = {along_x, along_y, dct_2},
                                 .scale = 0.5,
                                 .precision = precision,
                                 .placement = Placement::out_of_place,
                                 .batch = 2};
    const std::vector<T> in = random_values<T>(2 * nx * ny);
    const std::vector<T> kept = in;
    std::vector<T> out(in.size());
    R2rPlan{transform, on_cpu}.execute(in.data(), out.data());
    EXPECT_EQ(in, kept);
    for (std::int64_t at = 0; at < 2 * nx * ny; ++at) {
        const std::int64_t array = at / (nx * ny) * nx * ny;
        double sum = 0.0;
        for (std::int64_t j = 0; j < nx * ny; ++j) {
            sum += 0.5 * factor(along_x, nx, j % nx, at % nx) *
                   factor(along_y, ny, j / nx, at / nx % ny) *
                   in[static_cast<std::size_t>(array + j)];
        }
        EXPECT_NEAR(out[static_cast<std::size_t>(at)], sum,
                    test::fft_tolerance<T>(nx * ny) * nx * ny)
            << describe(transform);
    }
}

TEST(FftR2rPlan, transforms_as_defined)
{
    for (const R2rKind kind : {dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4}) {
        expect_the_definition<double>(kind, dst_2, Precision::fp64);
        expect_the_definition<double>(dct_3, kind, Precision::fp64);
        expect_the_definition<float>(kind, kind, Precision::fp32);
    }
}

TEST(FftR2rPlan, comes_back_by_the_inverse_on_several_threads)
{
    R2rTransform transform{.extents = {.x = 32, .y = 1, .z = 20}, .kinds = {dct_2, dct_1, dst_2}};
    const std::vector<double> samples = random_values<double>(32 * 20);
    std::vector<double> values = samples;
    R2rPlan{transform, {.backend = Backend::cpu, .threads = 2}}.execute(values.data());
    transform.kinds = {dct_3, dct_1, dst_3};
    transform.scale = 1.0 / (64.0 * 40.0);
    R2rPlan{transform, {.backend = Backend::cpu, .threads = 2}}.execute(values.data());
    for (std::size_t at = 0; at < samples.size(); ++at) {
        EXPECT_NEAR(values[at], samples[at], test::fft_tolerance<double>(640) * 8) << at;
    }
}

TEST(FftR2rPlan, comes_back_by_tiles_of_lines)
{
    R2rTransform transform{.extents = {.x = 32, .y = 16, .z = 64},
                           .kinds = {dct_2, dst_4, dst_2},
                           .precision = Precision::fp32};
    const std::vector<float> samples = random_values<float>(32 * 16 * 64);
    std::vector<float> values = samples;
    const R2rPlan there{transform, on_cpu};
    EXPECT_THAT(there.describe(), HasSubstr("FFTW on tiles of lines, 1 thread"));
    there.execute(values.data());
    transform.kinds = {dct_3, dst_4, dst_3};
    transform.scale = 1.0 / (64.0 * 32.0 * 128.0);
    R2rPlan{transform, on_cpu}.execute(values.data());
    for (std::size_t at = 0; at < samples.size(); ++at) {
        EXPECT_NEAR(values[at], samples[at], test::fft_tolerance<float>(32 * 16 * 64) * 8) << at;
    }
}

/// The norms of rows are more than the digits of T apart, and one row has a NaN: each row is as
/// accurate as by a plan of its own.
template <typename T>
void expect_rows_for_themselves(R2rKind kind, std::int64_t points, std::int64_t batch)
{
    constexpr Precision precision = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    R2rTransform transform{
        .extents = {.x = points}, .kinds = {kind}, .precision = precision, .batch = batch};
    const std::int64_t poisoned = batch / 2;
    std::vector<T> values = test::unequal_rows<T>(points, batch);
    const std::vector<T> samples = values;
    values[static_cast<std::size_t>(poisoned * points)] = std::numeric_limits<T>::quiet_NaN();
    R2rPlan{transform, on_cpu}.execute(values.data());
    transform.batch = 1;
    const R2rPlan of_one{transform, on_cpu};
    std::vector<T> expected = samples;
    for (std::int64_t row = 0; row < batch; ++row) {
        const auto begin = samples.begin() + row * points;
        std::vector<T> own(begin, begin + points);  // at an address that any plan takes
        of_one.execute(own.data());
        std::ranges::copy(own, expected.begin() + row * points);
        if (row != poisoned) {
            EXPECT_LE(test::row_error(values, expected, points, row),
                      2.0 * test::fft_tolerance<T>(points))
                << describe(transform) << ", row " << row << " of " << batch;
        }
    }
}

TEST(FftR2rPlan, transforms_rows_of_unequal_norms_for_themselves)
{
    for (const R2rKind kind : {dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4}) {
        for (const std::int64_t points : {16, 17, 96}) {
            for (const std::int64_t batch : {2, 7, 2049}) {
                expect_rows_for_themselves<double>(kind, points, batch);
                expect_rows_for_themselves<float>(kind, points, batch);
            }
        }
    }
}

TEST(FftR2rPlan, says_what_it_is)
{
    const R2rTransform transform{.extents = {.x = 1, .y = 12, .z = 10},
                                 .kinds = {dct_2, dst_1, dct_4},
                                 .precision = Precision::fp32,
                                 .batch = 3};
    const R2rPlan plan{transform, on_cpu};
    EXPECT_THAT(plan.describe(),
                HasSubstr("r2r 12x10 dst-1 x dct-4 single, batch 3, in place: FFTW, 1 thread"));
    EXPECT_EQ(plan.backend(), Backend::cpu);
    EXPECT_EQ(plan.transform(), transform);
    EXPECT_EQ(array_bytes(transform), 12 * 10 * 3 * 4);
}

TEST(FftR2rPlan, refuses_what_cannot_be_in_a_sentence)
{
    const auto reason = [](const R2rTransform& transform) {
        return r2r_unsupported_reason(transform, Backend::cpu).value_or("");
    };
    EXPECT_EQ(reason({.extents = {.x = 8}}), "");
    EXPECT_THAT(reason({.extents = {.x = 0}}), HasSubstr("0 points along x"));
    EXPECT_THAT(reason({}), HasSubstr("the transform has one point"));
    EXPECT_THAT(reason({.extents = {.x = 8}, .batch = 0}), HasSubstr("batch"));
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EXPECT_THAT(reason({.extents = {.x = 8}, .scale = infinite}), HasSubstr("scale"));
    EXPECT_NE(reason({.extents = {.x = 1LL << 62, .y = 8}}), "");
    EXPECT_THROW((R2rPlan{{.extents = {.x = 8}}, {.backend = Backend::cpu, .threads = -1}}),
                 std::invalid_argument);
}

TEST(FftR2rPlan, refuses_arrays_that_do_not_fit)
{
    const R2rPlan in_place{{.extents = {.x = 8}}, on_cpu};
    const R2rPlan out_of_place{{.extents = {.x = 8}, .placement = Placement::out_of_place}, on_cpu};
    std::vector<double> values(16);
    std::vector<float> singles(16);
    EXPECT_THROW(in_place.execute(singles.data()), std::invalid_argument);
    EXPECT_THROW(in_place.execute(values.data(), values.data() + 8), std::invalid_argument);
    EXPECT_THROW(in_place.execute(static_cast<double*>(nullptr)), std::invalid_argument);
    EXPECT_THROW(out_of_place.execute(values.data()), std::invalid_argument);
    EXPECT_THROW(out_of_place.execute(values.data(), values.data() + 4), std::invalid_argument);
    EXPECT_NO_THROW(out_of_place.execute(values.data(), values.data() + 8));
}

}  // namespace
}  // namespace tobiuo::fft
