// SPDX-License-Identifier: BSD-3-Clause
// Schedules with a function between two transforms, run pass by pass on the host and compared with
// FFTW.
#include "kernels/fft/schedule/pointwise_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/kernels/fft/pointwise_reference.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/run_schedule.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr unsigned seed = 1965;

Choices merging_choice(Merging merging)
{
    Choices choices;
    choices.merging = merging;
    return choices;
}

/// A pass of modes by its documentation: forward transform, function, inverse transform.
template <typename T>
void run_pointwise(const PassStep& step, test::ScheduleArrays<T>& arrays)
{
    PassForm there = step.form;
    there.modes = {};
    PassForm back = there;
    back.inverse = true;
    T* const to = arrays.at(step.to).data();
    test::LinePass<T>{there}.run(arrays.at(step.from).data(), to);
    for (long long line = 0; line < there.sink.count; ++line) {
        const ElementIndex start = mode_of_line(step.form.modes, line);
        for (long long k = 0; k < there.points; ++k) {
            T* const at = to + 2 * (there.sink.offset(line) + k * there.sink.step);
            const Complex<T> value = test::weighed<T>(
                {at[0], at[1]}, mode_ahead(step.form.modes, start, static_cast<unsigned>(k)));
            at[0] = value.x;
            at[1] = value.y;
        }
    }
    test::LinePass<T>{back}.run(to, to);
}

template <typename T>
std::vector<T> run_on_host(const Problem& problem, const Schedule& schedule, std::vector<T> in)
{
    test::ScheduleArrays<T> arrays{problem, schedule, std::move(in)};
    for (const Step& step : schedule.steps) {
        const auto* pass = std::get_if<PassStep>(&step);
        if (pass != nullptr && pass->form.modes.wanted()) {
            run_pointwise(*pass, arrays);
        } else {
            std::visit([&](const auto& one) { test::run_step(one, arrays); }, step);
        }
    }
    return arrays.at(Array::output);
}

template <typename T>
class FftPointwiseSchedule : public ::testing::Test {
protected:
    /// Checks all ways of merging, in place and out of place; returns the number of passes without
    /// merging.
    static int expect_right(const Lengths& lengths, std::int64_t batch = 1, Kind kind = Kind::c2c)
    {
        int count = 0;
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            const Problem problem{.lengths = lengths,
                                  .kind = kind,
                                  .precision = precision_of<T>,
                                  .placement = placement,
                                  .batch = batch};
            const auto in = test::random_input<T>(problem, seed);
            const auto exact = test::pointwise_reference(problem, in, test::weighed<double>);
            for (const Merging merging : {Merging::always, Merging::never}) {
                if (lengths.size() < 2 && merging == Merging::always) {
                    continue;  // there is nothing to merge
                }
                const Schedule schedule =
                    make_pointwise_schedule(problem, DeviceLimits{}, merging_choice(merging));
                const auto out = run_on_host(problem, schedule, in);
                EXPECT_LE(test::pointwise_error(problem, out, exact),
                          test::pointwise_tolerance<T>(problem))
                    << describe(problem) << ": " << describe(schedule);
                count = passes(schedule);
            }
        }
        return count;
    }

    static int expect_right_for_reals(const Lengths& lengths, std::int64_t batch = 1)
    {
        return expect_right(lengths, batch, Kind::r2c);
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPointwiseSchedule, Reals);

TYPED_TEST(FftPointwiseSchedule, takes_twice_as_many_passes_as_axes_less_one)
{
    EXPECT_EQ(this->expect_right({36}, 5), 1);
    EXPECT_EQ(this->expect_right({30, 14}, 3), 3);
    EXPECT_EQ(this->expect_right({12, 10, 14}, 2), 5);
}

TYPED_TEST(FftPointwiseSchedule, skips_axes_of_one_point)
{
    EXPECT_EQ(this->expect_right({1, 1, 1}, 7), 1);
    EXPECT_EQ(this->expect_right({1, 12, 10}, 3), 3);
    EXPECT_EQ(this->expect_right({12, 1, 10}), 3);
    EXPECT_EQ(this->expect_right({12, 10, 1}), 3);
    EXPECT_EQ(this->expect_right({12, 1, 1}), 1);
    EXPECT_EQ(this->expect_right({1, 1, 12}), 1);
}

TYPED_TEST(FftPointwiseSchedule, long_axes_take_three_passes)
{
    EXPECT_EQ(this->expect_right({16500}), 3);
    EXPECT_EQ(this->expect_right({4200, 2}, 2), 5);
}

TYPED_TEST(FftPointwiseSchedule, axes_with_large_factors_leave_the_function_a_pass_of_its_own)
{
    EXPECT_EQ(this->expect_right({34}, 3), 3);
    EXPECT_EQ(this->expect_right({17, 12}), 5);
    EXPECT_EQ(this->expect_right({17, 4, 6}, 2), 7);
    EXPECT_EQ(this->expect_right({14537}), 7);
    // The other axes may have any length.
    EXPECT_EQ(this->expect_right({12, 17, 19}), 5);
}

TYPED_TEST(FftPointwiseSchedule, real_values_take_half_a_spectrum)
{
    EXPECT_EQ(this->expect_right_for_reals({30, 14}, 3), 3);
    EXPECT_EQ(this->expect_right_for_reals({12, 15}, 2), 3);
    EXPECT_EQ(this->expect_right_for_reals({12, 10, 14}, 2), 5);
    EXPECT_EQ(this->expect_right_for_reals({4200, 2}), 5);
}

TYPED_TEST(FftPointwiseSchedule, one_axis_of_reals_leaves_the_function_a_pass_of_its_own)
{
    EXPECT_EQ(this->expect_right_for_reals({36}, 5), 3);
    EXPECT_EQ(this->expect_right_for_reals({1, 1, 15}, 2), 3);
    EXPECT_EQ(this->expect_right_for_reals({33000}), 7);  // two passes and a fold, twice
    EXPECT_EQ(this->expect_right_for_reals({17, 12}), 5);
}

TYPED_TEST(FftPointwiseSchedule, rows_of_one_real_value_are_padded)
{
    EXPECT_EQ(this->expect_right_for_reals({12, 10, 1}), 5);
    EXPECT_EQ(this->expect_right_for_reals({12, 1}), 3);
    EXPECT_EQ(this->expect_right_for_reals({1, 12, 10}, 3), 3);
    EXPECT_EQ(this->expect_right_for_reals({1}), 3);
}

Problem cube(std::int64_t length, Kind kind = Kind::c2c)
{
    return {.lengths = {length, length, length}, .kind = kind};
}

TEST(FftPointwiseSchedules, merge_the_faster_axes_both_ways)
{
    const Schedule schedule = make_pointwise_schedule(cube(512), DeviceLimits{});

    ASSERT_EQ(passes(schedule), 3) << describe(schedule);
    EXPECT_TRUE(std::holds_alternative<MergedStep>(schedule.steps[0]));
    EXPECT_TRUE(std::holds_alternative<MergedStep>(schedule.steps[2]));
    EXPECT_THAT(describe(schedule), HasSubstr(" strided, fused inverse; 512="));
    EXPECT_EQ(schedule.work_values, 0);
    EXPECT_EQ(schedule.counters(), 512);
}

TEST(FftPointwiseSchedules, transform_the_other_axes_as_a_plan_does)
{
    // Different kernels for the same pass would be compiled and tuned twice.
    for (const Kind kind : {Kind::c2c, Kind::r2c}) {
        const Schedule plan = make_schedule(cube(512, kind), DeviceLimits{});
        const Schedule schedule = make_pointwise_schedule(cube(512, kind), DeviceLimits{});

        EXPECT_EQ(passes(schedule), 3) << describe(schedule);
        EXPECT_EQ(std::get<MergedStep>(schedule.steps[0]).form,
                  std::get<MergedStep>(plan.steps[0]).form);
    }
}

std::string refusal(const Problem& problem)
{
    try {
        static_cast<void>(make_pointwise_schedule(problem, DeviceLimits{}));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FftPointwiseSchedules, are_refused_where_a_function_has_no_place)
{
    EXPECT_THAT(refusal({.lengths = {8}, .kind = Kind::c2r, .direction = Direction::inverse}),
                EndsWith("give a c2c or r2c problem"));
    EXPECT_THAT(refusal({.lengths = {8}, .direction = Direction::inverse}),
                EndsWith("set the direction to forward"));
    EXPECT_THAT(refusal({.lengths = {}}), HasSubstr("the transform has no axis"));
}

}  // namespace
}  // namespace tobiuo::fft
