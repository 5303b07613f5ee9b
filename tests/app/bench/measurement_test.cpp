// SPDX-License-Identifier: BSD-3-Clause
// The timing of implementations that report their own time.
#include "app/bench/measurement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace tobiuo::bench {
namespace {

/// An implementation whose executions take `of_one` seconds, the very first one a second; it
/// records their order.
class ExactClock {
public:
    explicit ExactClock(double of_one) : of_one_{of_one} {}

    std::vector<Implementation> implementations(const std::string& names)
    {
        std::vector<Implementation> all;
        for (const char name : names) {
            all.push_back({.name = {name},
                           .time_and_wait =
                               [this, name](std::int64_t executions) {
                                   calls += name;
                                   return calls.size() == 1
                                              ? 1.0
                                              : of_one_ * static_cast<double>(executions);
                               },
                           .plan = {}});
        }
        return all;
    }

    std::string calls;

private:
    double of_one_;
};

bool never()
{
    return false;
}

TEST(BenchMeasurement, executions_fill_200_microseconds_but_are_at_most_8)
{
    EXPECT_EQ(executions_for(1.0, {}), 1);
    EXPECT_EQ(executions_for(200e-6, {}), 1);
    EXPECT_EQ(executions_for(199e-6, {}), 2);
    EXPECT_EQ(executions_for(60e-6, {}), 4);
    EXPECT_EQ(executions_for(10e-6, {}), 8);
    EXPECT_EQ(executions_for(0.0, {}), 8);
    EXPECT_EQ(executions_for(1e-3, {.seconds = 1.0, .most_executions = 1'000'000}), 1000);
}

TEST(BenchMeasurement, the_first_execution_does_not_choose_how_many_follow)
{
    ExactClock clock{60e-6};
    std::vector<Implementation> all = clock.implementations("a");
    prepare(all.front(), {});
    EXPECT_EQ(all.front().executions, 4);
    EXPECT_GT(clock.calls.size(), 100U) << "20 ms of warming up";
    EXPECT_TRUE(all.front().seconds.empty());
}

TEST(BenchMeasurement, long_work_is_warm_after_a_trial_of_some_executions)
{
    ExactClock clock{0.5};
    std::vector<Implementation> all = clock.implementations("a");
    prepare(all.front(), {.seconds = 10.0, .most_executions = 100, .trial = 3});
    EXPECT_EQ(clock.calls.size(), 2U);
    EXPECT_EQ(all.front().executions, 20);
}

TEST(BenchMeasurement, implementations_alternate_and_each_begins_a_round_in_turn)
{
    ExactClock clock{1e-3};
    std::vector<Implementation> all = clock.implementations("abc");
    clock.calls = "-";
    for (Implementation& one : all) {
        one.executions = 5;
    }
    measure(all, 4, never, [&] { clock.calls += ' '; });
    EXPECT_EQ(clock.calls, "- abc bca cab abc");
    for (const Implementation& one : all) {
        ASSERT_EQ(one.seconds.size(), 4U);
        for (const double seconds : one.seconds) {
            EXPECT_DOUBLE_EQ(seconds, 1e-3) << "of one execution";
        }
    }
}

TEST(BenchMeasurement, a_stop_keeps_what_was_measured)
{
    ExactClock clock{1e-3};
    std::vector<Implementation> all = clock.implementations("ab");
    clock.calls = "-";
    measure(all, 9, [&] { return clock.calls.size() > 3; });
    EXPECT_EQ(clock.calls, "-abb");
    EXPECT_EQ(all[0].seconds.size(), 1U);
    EXPECT_EQ(all[1].seconds.size(), 2U);
    std::vector<Implementation> nobody;
    measure(nobody, 3, never);
}

TEST(BenchMeasurement, times_are_median_least_and_most)
{
    const Times times = times_of({5.0, 1.0, 3.0});
    EXPECT_EQ(times.median, 3.0);
    EXPECT_EQ(times.least, 1.0);
    EXPECT_EQ(times.most, 5.0);
}

/// A transform that counts its executions in the first value of its output.
class Counting final : public Transform {
public:
    void execute(void* /*in*/, void* out) override
    {
        auto* const values = static_cast<std::byte*>(out);
        values[0] = static_cast<std::byte>(static_cast<int>(values[0]) + 1);
    }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return 7; }
    [[nodiscard]] std::string version() const override { return "1.2"; }
    [[nodiscard]] std::string describe() const override { return "a plan"; }
};

std::unique_ptr<Transform> plan_of(const std::string& name)
{
    if (name == "declines") {
        throw NotPlanned{"it has no time"};
    }
    if (name == "objects") {
        throw std::invalid_argument{"no such problem"};
    }
    return std::make_unique<Counting>();
}

Bytes input_of(std::size_t bytes)
{
    Bytes input{bytes};
    std::ranges::fill(input.span(), std::byte{5});
    return input;
}

TEST(BenchMeasurement, who_makes_no_plan_is_left_out)
{
    const Bytes input = input_of(3);
    const auto testbed = std::make_shared<const Testbed>(
        runtime::make_host_machine(),
        TestbedArrays{.input = input, .output_bytes = 3, .keeps_input = true},
        [](const std::string& name, Stream) { return plan_of(name); });
    const auto all = plan_all(testbed, {"declines", "good", "objects"}, "problem");
    ASSERT_EQ(all.size(), 1U);
    const Implementation& good = all.front();
    EXPECT_EQ(good.name, "good");
    EXPECT_EQ(good.plan, "a plan");
    EXPECT_EQ(good.version, "1.2");
    EXPECT_EQ(good.workspace_bytes, 7);
    EXPECT_GE(good.planning_seconds, 0.0);
    EXPECT_GE(good.time_and_wait(2), 0.0);
    const Bytes output = good.output_and_wait();
    ASSERT_EQ(output.size(), 3U);
    EXPECT_EQ(output.data()[0], std::byte{1}) << "an output that was cleared, one execution";
}

TEST(BenchMeasurement, each_turn_in_place_begins_with_the_input)
{
    const Bytes input = input_of(2);
    const Testbed testbed{runtime::make_host_machine(),
                          {.input = input, .output_bytes = 2, .in_place = true},
                          [](const std::string& name, Stream) { return plan_of(name); }};
    const auto transform = testbed.plan("good");
    static_cast<void>(testbed.time_and_wait(*transform, 3));
    const Bytes output = testbed.output_and_wait(*transform);
    EXPECT_EQ(output.data()[0], std::byte{6});
    EXPECT_EQ(output.data()[1], std::byte{5});
    EXPECT_EQ(input.data()[0], std::byte{5});
}

}  // namespace
}  // namespace tobiuo::bench
