// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms on a GPU against FFTW.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <tobiuo/fft/r2r_plan.hpp>

#include "runtime/device/stream.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/unequal_rows.hpp"

namespace tobiuo::fft {
namespace {

using enum R2rKind;

class FftR2rPlanOnDevice : public test::OnDevice {};

template <typename T>
void expect_what_fftw_gives(R2rTransform transform)
{
    transform.placement = Placement::in_place;
    const auto count = static_cast<std::size_t>(array_bytes(transform)) / sizeof(T);
    std::mt19937_64 engine{5};
    std::uniform_real_distribution<T> random{-1, 1};
    std::vector<T> samples;
    for (std::size_t at = 0; at < count; ++at) {
        samples.push_back(random(engine));
    }
    const device::Stream stream = device::make_stream();
    const test::GuardedArray<T> values{samples};
    R2rPlan{transform, {.backend = Backend::cuda}}.execute(values.data(), stream.get());
    const std::vector<T> found = values.values(stream.get());
    std::vector<T> expected = samples;
    R2rPlan{transform, {.backend = Backend::cpu}}.execute(expected.data());
    double difference = 0.0;
    double size = 0.0;
    for (std::size_t at = 0; at < count; ++at) {
        difference += std::pow(found[at] - expected[at], 2);
        size += std::pow(expected[at], 2);
    }
    EXPECT_LE(std::sqrt(difference / size),
              test::fft_tolerance<T>(static_cast<std::int64_t>(count)))
        << describe(transform);
}

/// The norms of the arrays of a batch are more than the digits of T apart, and one has a NaN.
template <typename T>
void expect_arrays_for_themselves(R2rTransform transform)
{
    transform.precision = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    transform.batch = 7;
    constexpr std::int64_t poisoned = 3;
    const std::int64_t points = transform.extents.x * transform.extents.y * transform.extents.z;
    std::vector<T> samples = test::unequal_rows<T>(points, transform.batch);
    std::vector<T> expected = samples;
    R2rPlan{transform, {.backend = Backend::cpu}}.execute(expected.data());
    samples[static_cast<std::size_t>(poisoned * points)] = std::numeric_limits<T>::quiet_NaN();
    const device::Stream stream = device::make_stream();
    const test::GuardedArray<T> values{samples};
    R2rPlan{transform, {.backend = Backend::cuda}}.execute(values.data(), stream.get());
    const std::vector<T> found = values.values(stream.get());
    for (std::int64_t array = 0; array < transform.batch; ++array) {
        if (array != poisoned) {
            EXPECT_LE(test::row_error(found, expected, points, array),
                      2.0 * test::fft_tolerance<T>(points))
                << describe(transform) << ", array " << array;
        }
    }
}

TEST_F(FftR2rPlanOnDevice, transforms_arrays_of_unequal_norms_for_themselves)
{
    for (const R2rKind kind : {dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4}) {
        for (const std::int64_t points : {2, 15, 118, 1000, 1024}) {
            expect_arrays_for_themselves<double>({.extents = {.x = points}, .kinds = {kind}});
            expect_arrays_for_themselves<float>({.extents = {.x = points}, .kinds = {kind}});
        }
        expect_arrays_for_themselves<double>({.extents = {16, 5}, .kinds = {kind, kind}});
        expect_arrays_for_themselves<float>({.extents = {15, 3, 4}, .kinds = {kind, kind, kind}});
    }
}

TEST_F(FftR2rPlanOnDevice, keeps_the_error_bound_in_long_lines_of_type_one)
{
    for (const R2rKind kind : {dct_1, dst_1}) {
        expect_arrays_for_themselves<double>({.extents = {.x = 2048}, .kinds = {kind}});
        expect_arrays_for_themselves<float>({.extents = {.x = 4096}, .kinds = {kind}});
        expect_arrays_for_themselves<double>({.extents = {8, 1024}, .kinds = {dct_2, kind}});
    }
}

TEST_F(FftR2rPlanOnDevice, gives_what_fftw_gives)
{
    for (const R2rKind kind : {dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4}) {
        expect_what_fftw_gives<double>({.extents = {64, 48, 33}, .kinds = {kind, kind, kind}});
        expect_what_fftw_gives<float>({.extents = {35, 64, 20},
                                       .kinds = {dct_2, kind, dst_3},
                                       .scale = 0.25,
                                       .precision = Precision::fp32,
                                       .batch = 2});
    }
    expect_what_fftw_gives<double>({.extents = {.x = 1000}, .batch = 7});
}

}  // namespace
}  // namespace tobiuo::fft
