// SPDX-License-Identifier: BSD-3-Clause
// Time steps of a flow: their limits, their growth, and the times that they hit.
#include "app/run/flow/time/flow_times.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

namespace tobiuo {
namespace {

TEST(FlowTimes, equal_steps_hit_a_time_exactly)
{
    FlowTime now;
    for (int step = 0; step < 4; ++step) {
        now = next_step(now, 0.3, 1.0);
        EXPECT_NEAR(now.time_step, 0.25, 1e-15);
        EXPECT_EQ(now.chosen, 0.3) << "a cut step does not hold back the next ones";
    }
    EXPECT_EQ(now.time, 1.0);
    EXPECT_EQ(now.step, 4);
}

TEST(FlowTimes, a_step_of_the_right_length_is_not_cut_by_rounding)
{
    FlowTime now{.step = 2, .time = 0.1 + 0.2};
    now = next_step(now, 0.1, 0.4);
    EXPECT_EQ(now.time, 0.4);
    EXPECT_NEAR(now.time_step, 0.1, 1e-15);
}

TEST(FlowTimes, nothing_but_a_time_to_be_hit_limits_a_fluid_at_rest)
{
    const FlowTime now = next_step(FlowTime{}, std::numeric_limits<double>::infinity(), 2.0);
    EXPECT_EQ(now.time, 2.0);
    EXPECT_EQ(now.chosen, 2.0);
}

TEST(FlowTimes, steps_without_a_time_to_be_hit_are_as_chosen)
{
    const FlowTime now = next_step(FlowTime{.step = 7, .time = 1.0}, 0.3, std::nullopt);
    EXPECT_EQ(now.time, 1.3);
    EXPECT_EQ(now.step, 8);
}

TEST(FlowTimes, a_step_grows_by_a_tenth_at_most_and_shrinks_at_once)
{
    const flow::Problem problem{.grid = box({8, 8, 8}, {1.0, 1.0, 1.0})};
    const FlowTime before{.chosen = 0.1};
    EXPECT_DOUBLE_EQ(chosen_step(problem, 1.0, 0.0, 0.9, before), 0.11);
    EXPECT_DOUBLE_EQ(chosen_step(problem, 90.0, 0.0, 0.9, before), 0.01);
    EXPECT_DOUBLE_EQ(chosen_step(problem, 1.0, 0.0, 0.9, FlowTime{}), 0.9);
}

TEST(FlowTimes, a_series_ends_with_the_run_although_its_times_are_rounded)
{
    EXPECT_NE(0.1 * 3.0, 0.3);
    EXPECT_EQ(next_of_series(0.1, 0.2, 0.3), 0.3);
    EXPECT_EQ(next_of_series(0.1, 0.1, 0.3), 0.2);
    EXPECT_EQ(next_of_series(0.1, 0.1 * 3.0, std::nullopt), 0.4);
    EXPECT_EQ(next_of_series(0.5, 0.0, std::nullopt), 0.5);
    EXPECT_EQ(next_of_series(0.5, 1.2, std::nullopt), 1.5);
}

}  // namespace
}  // namespace tobiuo
