// SPDX-License-Identifier: BSD-3-Clause
// Transforms on the device against more digits on the host: lengths, shapes, kinds, precisions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <future>
#include <thread>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/reference.hpp"
#include "kernels/fft/schedule/padded_rows.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;
using Problems = std::vector<Problem>;

constexpr unsigned seed = 20081;
enum class Numbers { complex, real };

/// One of the eight ways of transforming a shape of complex or of real numbers: the bits of `turn`
/// are inverse, out of place, double precision.
Problem variant(const Lengths& lengths, std::int64_t batch, Numbers numbers, unsigned turn)
{
    const bool inverse = (turn & 1U) != 0;
    const Kind real = inverse ? Kind::c2r : Kind::r2c;
    return {.lengths = lengths,
            .kind = numbers == Numbers::complex ? Kind::c2c : real,
            .direction = inverse ? Direction::inverse : Direction::forward,
            .precision = (turn & 4U) != 0 ? Precision::fp64 : Precision::fp32,
            .placement = (turn & 2U) != 0 ? Placement::out_of_place : Placement::in_place,
            .batch = batch};
}

Problems all_variants(const Lengths& lengths, std::int64_t batch)
{
    Problems all;
    for (unsigned turn = 0; turn < 8; ++turn) {
        all.push_back(variant(lengths, batch, Numbers::complex, turn));
        all.push_back(variant(lengths, batch, Numbers::real, turn));
    }
    return all;
}

template <typename T>
void expect_right_in(const DevicePlan& plan, const Problem& problem)
{
    SCOPED_TRACE(plan.describe());
    const auto in = test::random_input<T>(problem, seed);

    const auto result = test::device_transform(plan, problem, in);

    const Errors errors = errors_of(problem, in.data(), result.out.data());
    EXPECT_LE(errors.relative_l2, test::fft_tolerance<T>(points(problem)));
    if (problem.placement == Placement::out_of_place && problem.kind != Kind::c2r) {
        EXPECT_EQ(result.in, in) << "the input is not kept";
    }
}

void expect_right(const DevicePlan& plan, const Problem& problem)
{
    if (problem.precision == Precision::fp32) {
        expect_right_in<float>(plan, problem);
    } else {
        expect_right_in<double>(plan, problem);
    }
}

/// Plans are made side by side, as many as there are processors: compiling takes most of the time.
void expect_right(const Problems& problems, Merging merging = Merging::automatic)
{
    const std::size_t group = std::max(2U, std::thread::hardware_concurrency());
    for (std::size_t first = 0; first < problems.size(); first += group) {
        const std::size_t end = std::min(first + group, problems.size());
        std::vector<std::future<DevicePlan>> plans;
        for (std::size_t at = first; at < end; ++at) {
            plans.push_back(std::async(std::launch::async, [&problem = problems[at], merging] {
                DevicePlanOptions options;
                options.choices.merging = merging;
                return DevicePlan{problem, options};
            }));
        }
        for (std::size_t at = first; at < end; ++at) {
            expect_right(plans[at - first].get(), problems[at]);
        }
    }
}

bool is_prime(std::int64_t n)
{
    for (std::int64_t divisor = 2; divisor * divisor <= n; ++divisor) {
        if (n % divisor == 0) {
            return false;
        }
    }
    return n > 1;
}

class FftPlanOnDevice : public test::OnDevice {};

TEST_F(FftPlanOnDevice, transforms_rows_of_any_short_length)
{
    // A batch that fills no whole number of blocks.
    Problems problems;
    for (unsigned n = 1; n <= 64; ++n) {
        problems.push_back(variant({n}, 37, Numbers::complex, n));
        problems.push_back(variant({n}, 37, Numbers::real, n + 4));
    }
    expect_right(problems);
}

TEST_F(FftPlanOnDevice, transforms_rows_of_prime_length)
{
    Problems problems = all_variants({1021}, 5);
    for (unsigned n = 67; n <= 257; ++n) {
        if (is_prime(n)) {
            problems.push_back(variant({n}, 11, Numbers::complex, n / 2));
        }
    }
    // Of real rows the half, too, can be without a butterfly.
    for (const unsigned n : {67U, 134U, 251U, 254U}) {
        problems.push_back(variant({n}, 11, Numbers::real, n / 2));
        problems.push_back(variant({n}, 11, Numbers::real, n / 2 + 5));
    }
    expect_right(problems);
}

TEST_F(FftPlanOnDevice, transforms_rows_of_mixed_radices)
{
    Problems problems;
    for (const unsigned n : {96U, 100U, 120U, 192U, 243U, 250U, 320U, 384U, 480U, 500U, 600U, 640U,
                             720U, 768U, 1000U, 1024U, 1536U, 2048U, 4096U}) {
        const unsigned turn = n / 4;
        problems.push_back(variant({n}, 9, Numbers::complex, turn));
        problems.push_back(variant({n}, 9, Numbers::complex, turn + 5));
        problems.push_back(variant({n}, 9, Numbers::real, turn + 2));
    }
    expect_right(problems);
}

TEST_F(FftPlanOnDevice, transforms_long_axes_in_two_passes)
{
    expect_right(
        {variant({32768}, 3, Numbers::complex, 0), variant({32768}, 1, Numbers::complex, 3),
         variant({16384}, 3, Numbers::complex, 6), variant({20000}, 2, Numbers::complex, 5),
         variant({8192, 6}, 2, Numbers::complex, 2), variant({8192, 6}, 1, Numbers::real, 0),
         variant({8192, 7}, 2, Numbers::real, 3), variant({4096, 6}, 1, Numbers::real, 5),
         variant({4096, 9}, 2, Numbers::real, 6), variant({3, 8192, 5}, 1, Numbers::complex, 1),
         variant({4, 32768}, 1, Numbers::complex, 2)});
}

/// Two and three axes: thin ones, odd and prime lengths, real rows of even and odd length.
struct Shape {
    Lengths lengths;
    std::int64_t batch;
};
const std::vector<Shape>& shapes()
{
    static const std::vector<Shape> all{
        {{1, 7}, 5},       {{7, 1}, 5},        {{1, 64}, 3},       {{64, 1}, 3},
        {{5, 3}, 8},       {{1, 1, 9}, 4},     {{9, 1, 1}, 4},     {{3, 1, 4}, 4},
        {{2, 3, 5}, 7},    {{17, 31}, 6},      {{96, 80}, 5},      {{254, 12}, 4},
        {{31, 17, 12}, 2}, {{127, 32, 66}, 1}, {{100, 60, 40}, 1}, {{64, 64, 64}, 1}};
    return all;
}

Problems variants_of_shapes(unsigned turn)
{
    Problems problems;
    for (const Shape& shape : shapes()) {
        problems.push_back(variant(shape.lengths, shape.batch, Numbers::complex, turn));
        problems.push_back(variant(shape.lengths, shape.batch, Numbers::real, turn + 3));
        ++turn;
    }
    return problems;
}

TEST_F(FftPlanOnDevice, transforms_planes_and_boxes_axis_by_axis)
{
    expect_right(variants_of_shapes(0), Merging::never);
}

TEST_F(FftPlanOnDevice, transforms_planes_and_boxes_with_two_axes_merged)
{
    expect_right(variants_of_shapes(5), Merging::always);
}

TEST_F(FftPlanOnDevice, transforms_a_box_of_every_kind_precision_placement_and_direction)
{
    expect_right(all_variants({9, 10, 11}, 2), Merging::never);
    expect_right(all_variants({9, 11, 10}, 2), Merging::always);
}

/// Beyond what the L2 cache keeps, so that blocks of merged passes are chosen together.
TEST_F(FftPlanOnDevice, transforms_large_planes_with_blocks_chosen_in_pairs)
{
    Problems problems;
    const auto add = [&](const Lengths& lengths, unsigned turn) {
        problems.push_back(variant(lengths, 1, Numbers::complex, turn));
        problems.push_back(variant(lengths, 1, Numbers::real, turn));
    };
    for (const unsigned inverse : {0U, 1U}) {
        add({18, 640, 720}, inverse);
        add({16, 1000, 768}, inverse);
        add({16, 480, 500}, inverse + 4);
    }
    expect_right(problems, Merging::automatic);
}

TEST_F(FftPlanOnDevice, transforms_boxes_of_reals_through_padded_rows)
{
    for (const Lengths& lengths : {Lengths{12, 30, 64}, {16, 9, 35}, {64, 64, 64}}) {
        for (const unsigned turn : {0U, 2U, 4U, 6U}) {
            const Problem problem = variant(lengths, 1, Numbers::real, turn);
            DevicePlanOptions options;
            options.schedule =
                make_schedule(problem, limits_of_current_device(), {.merging = Merging::always});
            pad_rows(*options.schedule, problem);
            const DevicePlan plan{problem, options};
            EXPECT_GT(plan.workspace_bytes(), 0U);
            expect_right(plan, problem);
        }
    }
}

TEST_F(FftPlanOnDevice, runs_the_schedule_that_a_tuner_gives)
{
    const Problem problem{.lengths = {480}, .batch = 40};
    const DeviceLimits limits = limits_of_current_device();
    const Schedule heuristic = make_schedule(problem, limits);
    const auto candidates = block_candidates({.length = 480, .line_count = 40}, limits, 4);
    ASSERT_EQ(candidates.size(), 4U);
    for (const KernelConfig& block : candidates) {
        Schedule schedule = heuristic;
        std::get<PassStep>(schedule.steps.at(0)).form.block = block;
        DevicePlanOptions options;
        options.schedule = schedule;
        const DevicePlan plan{problem, options};
        EXPECT_EQ(std::get<PassStep>(plan.schedule().steps.at(0)).form.block, block);
        expect_right(plan, problem);
    }
}

}  // namespace
}  // namespace tobiuo::fft
