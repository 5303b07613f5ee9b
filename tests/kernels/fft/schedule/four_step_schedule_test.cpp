// SPDX-License-Identifier: BSD-3-Clause
// Schedules of axes that are too long for one pass, run on the host. A device with little shared
// memory makes short axes too long.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/run_schedule.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr unsigned seed = 1970;
/// A device with 32 complex singles in a block: passes of more points have one butterfly, of 32
/// points at most.
constexpr DeviceLimits tiny{.shared_per_block = 256};

/// The problems of all kinds, directions and placements.
std::vector<Problem> variants(const Lengths& lengths, std::int64_t batch, Precision precision)
{
    std::vector<Problem> all;
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        for (const Direction direction : {Direction::forward, Direction::inverse}) {
            const Kind real = direction == Direction::forward ? Kind::r2c : Kind::c2r;
            for (const Kind kind : {Kind::c2c, real}) {
                all.push_back({lengths, kind, direction, precision, placement, batch});
            }
        }
    }
    return all;
}

template <typename T>
void expect_right(const Lengths& lengths, std::int64_t batch)
{
    for (const Problem& problem : variants(lengths, batch, precision_of<T>)) {
        const Schedule schedule = make_schedule(problem, tiny);
        SCOPED_TRACE(describe(problem) + ": " + describe(schedule));
        EXPECT_GT(schedule.work_values, 0);
        const auto in = test::random_input<T>(problem, seed);

        const auto out = test::run_schedule(problem, schedule, in);

        EXPECT_LE(
            test::relative_l2(test::output_numbers(problem, out), test::exact_output(problem, in)),
            test::fft_tolerance<T>(points(problem)));
    }
}

template <typename T>
class FftLongSchedule : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftLongSchedule, Reals);

TYPED_TEST(FftLongSchedule, splits_rows)
{
    // Even and odd lengths: even real rows are transformed as pairs, then folded.
    for (const std::int64_t length : {120, 144, 105}) {
        expect_right<TypeParam>({length}, 1);
        expect_right<TypeParam>({length}, 3);
    }
}

TYPED_TEST(FftLongSchedule, convolves_rows_of_prime_length)
{
    for (const std::int64_t length : {97, 134, 101}) {
        expect_right<TypeParam>({length}, 1);
        expect_right<TypeParam>({length}, 3);
    }
}

TYPED_TEST(FftLongSchedule, does_the_same_along_any_axis)
{
    for (const Lengths& lengths :
         {Lengths{97, 3}, {3, 97}, {3, 105}, {60, 4}, {2, 97, 2}, {2, 60, 3}, {67, 2, 134}}) {
        if (lengths.back() * lengths.front() < 1000) {
            expect_right<TypeParam>(lengths, 2);
        }
    }
    expect_right<TypeParam>({97, 2, 5}, 1);
}

TYPED_TEST(FftLongSchedule, takes_a_third_digit_for_longer_rows)
{
    // 1800 = 10 x 12 x 15; 1331 real points and 523 points need convolutions of three factors.
    expect_right<TypeParam>({1800}, 1);
    expect_right<TypeParam>({1331}, 1);
    expect_right<TypeParam>({523}, 2);
    expect_right<TypeParam>({1320}, 2);
}

int steps_of(const Problem& problem)
{
    return static_cast<int>(make_schedule(problem, DeviceLimits{}).steps.size());
}

TEST(FftLongSchedules, take_few_trips_through_memory)
{
    EXPECT_EQ(steps_of({.lengths = {1 << 20}}), 2);
    EXPECT_EQ(steps_of({.lengths = {1 << 26}}), 3);
    EXPECT_EQ(steps_of({.lengths = {std::int64_t{1} << 31}}), 3);
    EXPECT_EQ(steps_of({.lengths = {1 << 20}, .kind = Kind::r2c}), 3) << "with the fold";
    EXPECT_EQ(steps_of({.lengths = {59049}, .kind = Kind::r2c}), 2) << "odd";
    EXPECT_EQ(steps_of({.lengths = {1000003}}), 3);
    EXPECT_EQ(steps_of({.lengths = {20011}, .kind = Kind::r2c, .batch = 3}), 3);
    EXPECT_EQ(steps_of({.lengths = {100000007}, .kind = Kind::r2c}), 5);
    EXPECT_EQ(steps_of({.lengths = {20014}, .kind = Kind::r2c}), 2) << "pairs by a chirp, fold";
}

TEST(FftLongSchedules, describe_themselves)
{
    Problem problem{.lengths = {1 << 17}, .kind = Kind::r2c};
    EXPECT_THAT(describe(make_schedule(problem, DeviceLimits{})),
                AllOf(HasSubstr("strided; 256="), HasSubstr("transposing; fold 65536 pairs")));
    problem.kind = Kind::c2r;
    problem.direction = Direction::inverse;
    EXPECT_THAT(describe(make_schedule(problem, DeviceLimits{})),
                ::testing::StartsWith("unfold 65536 pairs; 256="));
    EXPECT_THAT(describe(make_schedule({.lengths = {65537}}, DeviceLimits{})),
                AllOf(HasSubstr(" for Bluestein 65537="), HasSubstr("contiguous; ")));
}

/// A pass that writes lines elsewhere than it reads them must not work in place.
TEST(FftLongSchedules, permute_only_from_array_to_array)
{
    for (const std::int64_t length : {60, 97, 120, 105, 1331, 1320, 523}) {
        for (const Problem& problem : variants({length}, 1, Precision::fp32)) {
            const Schedule schedule = make_schedule(problem, tiny);
            SCOPED_TRACE(describe(problem) + ": " + describe(schedule));
            for (const Step& step : schedule.steps) {
                const auto* pass = std::get_if<PassStep>(&step);
                if (pass == nullptr || pass->form.source == pass->form.sink) {
                    continue;
                }
                const bool same = pass->from == pass->to ||
                                  (problem.placement == Placement::in_place &&
                                   pass->from != Array::work && pass->to != Array::work);
                // A single array has no outer step.
                Lines source = pass->form.source;
                source.outer_step = pass->form.sink.outer_step;
                EXPECT_TRUE(!same || source == pass->form.sink) << short_name(pass->form);
            }
        }
    }
}

std::string refusal(const Problem& problem, const DeviceLimits& limits)
{
    try {
        static_cast<void>(make_schedule(problem, limits));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FftLongSchedules, refuse_in_one_sentence_what_is_too_long_for_three_passes)
{
    EXPECT_THAT(refusal({.lengths = {std::int64_t{1} << 40}}, DeviceLimits{}),
                AllOf(HasSubstr("no plan for an axis of 1099511627776 points ("),
                      HasSubstr("); choose a shorter axis"), Not(HasSubstr("\n"))));
    EXPECT_THAT(refusal({.lengths = {40009}}, tiny), HasSubstr("no plan for an axis of 40009"));
    EXPECT_THAT(refusal({.lengths = {2}, .batch = std::int64_t{1} << 50}, DeviceLimits{}),
                HasSubstr("transform fewer lines at a time"));
}

}  // namespace
}  // namespace tobiuo::fft
