// SPDX-License-Identifier: BSD-3-Clause
// Cosine and sine transforms with OpenCL, the passes of which the Poisson solver is made, against
// FFTW.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <tobiuo/fft/r2r_plan.hpp>

#include "kernels/fft/schedule/r2r_schedule.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/opencl_transform.hpp"
#include "tests/support/unequal_rows.hpp"

namespace tobiuo::opencl {
namespace {

using enum fft::R2rKind;
using fft::R2rKind;
using fft::R2rTransform;

class R2rPassesOnOpenCL : public test::OnOpenCL {};

fft::Schedule schedule_of(const R2rTransform& transform)
{
    fft::R2rProblem problem{.axes = {},
                            .scale = transform.scale,
                            .precision = transform.precision,
                            .batch = transform.batch};
    const std::array extents{transform.extents.x, transform.extents.y, transform.extents.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (extents.at(axis) > 1) {
            problem.axes.push_back({extents.at(axis), transform.kinds.at(axis)});
        }
    }
    return make_r2r_schedule(problem, test::small_gpu(), {.merging = fft::Merging::never});
}

template <typename T>
void expect_what_fftw_gives(R2rTransform transform)
{
    transform.precision = precision_of<T>;
    const auto count = static_cast<std::size_t>(array_bytes(transform)) / sizeof(T);
    std::mt19937_64 engine{5};
    std::uniform_real_distribution<T> random{-1, 1};
    std::vector<T> samples;
    for (std::size_t at = 0; at < count; ++at) {
        samples.push_back(random(engine));
    }
    const fft::Schedule schedule = schedule_of(transform);
    SCOPED_TRACE(describe(transform) + ": " + fft::describe(schedule));
    const Buffer data = test::opencl_buffer(samples);
    Passes{schedule, transform.precision}.enqueue({.in = data.get(), .out = data.get()},
                                                  context().queue());
    const std::vector<T> found = test::values_of<T>(data);
    std::vector<T> expected = samples;
    fft::R2rPlan{transform, {.backend = Backend::cpu, .threads = 1}}.execute(expected.data());
    double difference = 0.0;
    double size = 0.0;
    for (std::size_t at = 0; at < count; ++at) {
        difference += std::pow(found[at] - expected[at], 2);
        size += std::pow(expected[at], 2);
    }
    EXPECT_LE(std::sqrt(difference / size),
              test::fft_tolerance<T>(static_cast<std::int64_t>(count)));
}

/// The norms of the rows are more than the digits of T apart, and one row has a NaN.
template <typename T>
void expect_rows_for_themselves(R2rKind kind, std::int64_t points)
{
    constexpr std::int64_t batch = 7;
    constexpr std::int64_t poisoned = 3;
    const R2rTransform transform{
        .extents = {.x = points}, .kinds = {kind}, .precision = precision_of<T>, .batch = batch};
    std::vector<T> samples = test::unequal_rows<T>(points, batch);
    std::vector<T> expected = samples;
    fft::R2rPlan{transform, {.backend = Backend::cpu, .threads = 1}}.execute(expected.data());
    samples[poisoned * static_cast<std::size_t>(points)] = std::numeric_limits<T>::quiet_NaN();
    const fft::Schedule schedule = schedule_of(transform);
    SCOPED_TRACE(describe(transform) + ": " + fft::describe(schedule));
    const Buffer data = test::opencl_buffer(samples);
    Passes{schedule, transform.precision}.enqueue({.in = data.get(), .out = data.get()},
                                                  context().queue());
    const std::vector<T> found = test::values_of<T>(data);
    for (std::int64_t row = 0; row < batch; ++row) {
        if (row != poisoned) {
            EXPECT_LE(test::row_error(found, expected, points, row),
                      2.0 * test::fft_tolerance<T>(points))
                << "row " << row;
        }
    }
}

TEST_F(R2rPassesOnOpenCL, transform_rows_of_unequal_norms_for_themselves)
{
    for (const R2rKind kind : {dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4}) {
        for (const std::int64_t points : {2, 15, 60, 118}) {
            expect_rows_for_themselves<double>(kind, points);
        }
        expect_rows_for_themselves<float>(kind, 64);
    }
}

TEST_F(R2rPassesOnOpenCL, keep_the_error_bound_in_long_rows_of_type_one)
{
    expect_rows_for_themselves<double>(dct_1, 1025);
    expect_rows_for_themselves<double>(dst_1, 1023);
    expect_rows_for_themselves<float>(dct_1, 2049);
    expect_rows_for_themselves<float>(dst_1, 2047);
}

TEST_F(R2rPassesOnOpenCL, give_what_fftw_gives)
{
    for (const R2rKind kind : {dct_1, dct_2, dct_3, dct_4, dst_1, dst_2, dst_3, dst_4}) {
        expect_what_fftw_gives<double>({.extents = {48, 33, 20}, .kinds = {kind, kind, kind}});
        expect_what_fftw_gives<float>(
            {.extents = {35, 64}, .kinds = {dct_2, kind, dct_2}, .scale = 0.25, .batch = 2});
    }
}

TEST_F(R2rPassesOnOpenCL, serve_lengths_without_a_butterfly)
{
    for (const R2rKind kind : {dct_1, dct_3, dct_4, dst_1, dst_2}) {
        expect_what_fftw_gives<double>({.extents = {.x = 59}, .kinds = {kind}, .batch = 5});
        expect_what_fftw_gives<float>({.extents = {6, 103}, .kinds = {dct_2, kind, dct_2}});
    }
}

TEST_F(R2rPassesOnOpenCL, serve_long_rows)
{
    for (const R2rKind kind : {dct_1, dct_2, dst_1, dst_4}) {
        const std::int64_t more = kind == dct_1 ? 1 : kind == dst_1 ? -1 : 0;
        expect_what_fftw_gives<double>({.extents = {.x = 512 + more}, .kinds = {kind}, .batch = 3});
    }
}

}  // namespace
}  // namespace tobiuo::opencl
