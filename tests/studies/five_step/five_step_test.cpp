// SPDX-License-Identifier: BSD-3-Clause
// Nukada's five steps on the host: the schedule is compared with FFTW, its passes run with their
// own code, wrong problems are refused, and the kernels compile.
#include "studies/five_step/five_step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/reference.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/run_schedule.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr unsigned seed = 2008;

Schedule five_steps_of(const Problem& problem)
{
    return five_step_schedule(problem, DeviceLimits{});
}

const PassStep& step_of(const Schedule& schedule, std::size_t index)
{
    return std::get<PassStep>(schedule.steps.at(index));
}

template <typename T>
void expect_right(const Lengths& lengths, std::int64_t batch)
{
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        for (const Direction direction : {Direction::forward, Direction::inverse}) {
            const Problem problem{lengths, Kind::c2c, direction, precision_of<T>, placement, batch};
            const Schedule schedule = five_steps_of(problem);
            SCOPED_TRACE(describe(problem) + ": " + describe(schedule));
            const auto in = test::random_input<T>(problem, seed);

            const auto out = test::run_schedule(problem, schedule, in);

            EXPECT_LE(errors_of(problem, in.data(), out.data()).relative_l2,
                      test::fft_tolerance<T>(points(problem)));
        }
    }
}

template <typename T>
class FftFiveSteps : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftFiveSteps, Reals);

TYPED_TEST(FftFiveSteps, transform_shapes_of_two_digits_a_strided_axis)
{
    for (const Lengths& lengths : {Lengths{4, 4, 1}, {4, 6, 5}, {12, 8, 16}, {9, 35, 7}}) {
        expect_right<TypeParam>(lengths, 1);
    }
    expect_right<TypeParam>({6, 20, 3}, 3);
}

TYPED_TEST(FftFiveSteps, transform_the_axes_of_the_paper)
{
    // The factors are 64 = 8 x 8, 128 = 16 x 8, 256 = 16 x 16 and 512 = 32 x 16.
    expect_right<TypeParam>({64, 128, 2}, 1);
    expect_right<TypeParam>({4, 256, 8}, 1);
    expect_right<TypeParam>({512, 4, 4}, 1);
}

/// The following shape and its five passes, as constants.
constexpr long long wide = 5;
constexpr int batch = 2;
constexpr Twiddle twiddle_z{.length = 12, .divisor = 8 * wide, .second = 3};
constexpr Twiddle twiddle_y{.length = 8, .divisor = 12 * wide, .second = 2};
constexpr int resident = 16;

constexpr PassForm multirow(int points, long long row, const Twiddle& turn, bool inverse)
{
    return multirow_pass({.points = points,
                          .rest = 12 * 8 * wide / points,
                          .row = row,
                          .batch = batch,
                          .inverse = inverse,
                          .twiddle = turn},
                         resident);
}

constexpr PassForm rows(bool inverse)
{
    PassForm form;
    form.block = {.length = wide,
                  .stages = 1,
                  .radices = {wide},
                  .threads_per_transform = 1,
                  .transforms_per_block = 8,
                  .pad = 0};
    form.points = wide;
    form.inverse = inverse;
    form.source = row_lines(batch * 12 * 8, wide);
    form.sink = form.source;
    return form;
}

template <PassForm form, typename T>
void run(const std::vector<T>& in, std::vector<T>& out)
{
    const HostTables<T> tables{form};
    run_pass_on_host<form, T>(in.data(), out.data(), tables.view());
}

template <bool inverse, typename T>
void expect_passes_right()
{
    const Problem problem{{12, 8, wide},
                          Kind::c2c,
                          inverse ? Direction::inverse : Direction::forward,
                          precision_of<T>,
                          Placement::out_of_place,
                          batch};
    constexpr PassForm forms[] = {
        multirow(4, wide, twiddle_z, inverse), multirow(3, 4 * wide, {}, inverse),
        multirow(4, wide, twiddle_y, inverse), multirow(2, 4 * wide, {}, inverse)};
    const Schedule schedule = five_steps_of(problem);
    for (std::size_t index = 0; index < std::size(forms); ++index) {
        PassForm form = step_of(schedule, index).form;
        form.block.min_blocks_per_sm = resident;
        EXPECT_EQ(form, forms[index]) << "step " << index + 1;
    }
    const auto in = test::random_input<T>(problem, seed);
    auto work = test::poisoned<T>(output_bytes(problem));
    auto out = work;

    run<forms[0]>(in, work);
    run<forms[1]>(work, out);
    run<forms[2]>(out, work);
    run<forms[3]>(work, out);
    run<rows(inverse)>(out, out);

    EXPECT_LE(errors_of(problem, in.data(), out.data()).relative_l2,
              test::fft_tolerance<T>(points(problem)));
}

TYPED_TEST(FftFiveSteps, run_by_the_code_of_the_kernels)
{
    expect_passes_right<false, TypeParam>();
    expect_passes_right<true, TypeParam>();
}

/// Axes are x, z2, z1, y2, y1 as in the paper's V(256, 16, 16, 16, 16); pattern A is the index next
/// to x.
TEST(FftFiveStep, reads_pattern_d_and_writes_a_and_b_at_the_size_of_the_paper)
{
    const Schedule schedule = five_steps_of({.lengths = {256, 256, 256}});
    ASSERT_EQ(schedule.steps.size(), 5U);
    const long long a = 256;
    const long long b = 256 * 16;
    const long long d = 256 * 16 * 16 * 16;
    for (const std::size_t index : {0U, 1U, 2U, 3U}) {
        const PassForm& form = step_of(schedule, index).form;
        EXPECT_EQ(form.source.step, d);
        EXPECT_EQ(form.sink.step, index % 2 == 0 ? a : b);
        EXPECT_EQ(form.shared_elements(), 0) << "no shared memory";
        EXPECT_EQ(form.block.threads(), 64);
        EXPECT_EQ(form.source.inner_step, 1) << "neighbouring threads, neighbouring x";
        EXPECT_EQ(form.sink.inner_step, 1);
        EXPECT_EQ(form.twiddle.length, index % 2 == 0 ? 256 : 0);
    }
    EXPECT_GT(step_of(schedule, 4).form.shared_elements(), 0);
    EXPECT_EQ(schedule.work_values, 1 << 24);
    EXPECT_THAT(describe(schedule), ::testing::StartsWith("five steps: 16=16 1x64 strided; 16=16"));
}

TEST(FftFiveStep, keeps_the_input_out_of_place)
{
    const Schedule schedule =
        five_steps_of({.lengths = {64, 64, 64}, .placement = Placement::out_of_place});
    const std::vector<Array> to{Array::work, Array::output, Array::work, Array::output,
                                Array::output};
    for (std::size_t index = 0; index < to.size(); ++index) {
        EXPECT_EQ(step_of(schedule, index).to, to[index]);
        EXPECT_EQ(step_of(schedule, index).from, index == 0 ? Array::input : to[index - 1]);
    }
}

std::string refusal(const Problem& problem, const DeviceLimits& limits = {})
{
    try {
        static_cast<void>(five_step_schedule(problem, limits));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FftFiveStep, refuses_other_problems_in_one_sentence)
{
    EXPECT_EQ(refusal({.lengths = {64, 64, 64}, .kind = Kind::r2c}),
              "no plan of five steps for r2c 64x64x64 single, in place (its steps are those of "
              "complex numbers in three axes); leave the algorithm to the planner");
    EXPECT_THAT(refusal({.lengths = {64, 64}}), HasSubstr("in three axes"));
    for (const std::int64_t length : {1, 13, 34, 2048}) {
        EXPECT_THAT(refusal({.lengths = {64, length, 64}}),
                    HasSubstr("(an axis of " + std::to_string(length) + " points is no product"));
        EXPECT_THAT(refusal({.lengths = {length, 64, 64}}), HasSubstr("is no product"));
    }
    for (const std::int64_t length : {1 << 15, 1 << 20}) {
        EXPECT_THAT(refusal({.lengths = {4, 4, length}}),
                    AllOf(HasSubstr("its rows are too long for one pass"), Not(HasSubstr("\n"))));
    }
    EXPECT_THAT(refusal({.lengths = {4, 4, 512}}, {.shared_per_block = 2048}),
                HasSubstr("its rows are too long for one pass"));
    EXPECT_THAT(refusal({.lengths = {1024, 1024, 1024}, .batch = 1 << 20}),
                HasSubstr("a launch has at most"));
    EXPECT_EQ(refusal({.lengths = {1024, 4, 16384}}), "accepted");
}

TEST(FftFiveStep, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        const Problem problem{.lengths = {512, 256, 256}, .precision = precision};
        for (const Step& step : five_steps_of(problem).steps) {
            const auto what = specialise(std::get<PassStep>(step).form, precision);
            const auto compiled = device::compile(what, what.target("sm_90"));
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
