// SPDX-License-Identifier: BSD-3-Clause
// The text of the progress display.
#include "app/run/progress.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/run/himeno/himeno_run.hpp"

namespace tobiuo {
namespace {

constexpr himeno::Progress quarter{.sweeps = 50, .planned = 200, .seconds = 10.0, .gosa = 1.5e-3};
const std::string text = " 25 % 50/200 sweeps, 10 GFLOPS, gosa 1.500e-03, 0:30 left";

TEST(Progress, shows_part_rate_gosa_and_time_left)
{
    EXPECT_EQ(progress_text(quarter, 2e9), text);
    EXPECT_EQ(progress_line(0.25, text, 100), "[######..................] " + text);
}

TEST(Progress, long_runs_show_hours)
{
    const himeno::Progress progress{.sweeps = 1, .planned = 3601, .seconds = 2.0, .gosa = 0.0};
    EXPECT_NE(progress_text(progress, 1e9).find("2:00:00 left"), std::string::npos);
}

TEST(Progress, on_a_narrow_terminal_the_bar_shrinks_then_goes_then_the_text_is_cut)
{
    EXPECT_EQ(progress_line(0.25, text, text.size() + 12), "[##......] " + text);
    EXPECT_EQ(progress_line(0.25, text, text.size() + 11), text);
    EXPECT_EQ(progress_line(0.25, text, 60), text);
    EXPECT_EQ(progress_line(0.25, text, 20), text.substr(0, 19));
}

// A line that fills the last column may wrap, and \r then returns to the start of the wrong line.
TEST(Progress, leaves_the_last_column_free)
{
    for (std::size_t columns = 1; columns < 200; ++columns) {
        EXPECT_LT(progress_line(0.25, text, columns).size(), columns);
        EXPECT_LT(progress_line(part_of(300, 200), text, columns).size(), columns);
    }
    EXPECT_EQ(progress_line(0.25, text, 0), "");
}

TEST(Progress, of_repeated_solves_shows_their_time_and_what_is_left)
{
    EXPECT_EQ(solves_text(50, 200, 10.0), " 25 % 50/200 solves, 200 ms each, 0:30 left");
}

TEST(Progress, within_a_solve_shows_what_is_left_of_all)
{
    EXPECT_EQ(solving_text(0, 0.0, 1, 0.0), "  0 % in solve 1/1, 0:00 left");
    EXPECT_EQ(solving_text(0, 0.25, 2, 5.0), " 12 % in solve 1/2, 0:35 left");
    EXPECT_EQ(solving_text(1, 0.5, 2, 30.0), " 75 % in solve 2/2, 0:10 left");
}

TEST(Progress, to_a_tolerance_is_at_most_what_is_planned_or_what_the_decay_tells)
{
    EXPECT_EQ(progress_text(quarter, 2e9, 1e-5, {}),
              " 25 % 50 sweeps, 10 GFLOPS, gosa 1.500e-03 (until 1.0e-05), at most 0:30 left");
    EXPECT_EQ(progress_text(quarter, 2e9, 1e-5, 25),
              " 67 % 50 sweeps, 10 GFLOPS, gosa 1.500e-03 (until 1.0e-05), 0:05 left");
    EXPECT_EQ(progress_text(quarter, 2e9, 1e-5, 1000),
              " 25 % 50 sweeps, 10 GFLOPS, gosa 1.500e-03 (until 1.0e-05), 0:30 left");
}

// gosa halves every 100 sweeps: from 2^-8 to 2^-20 it takes 1200 more.
TEST(Decay, goes_on_as_it_did)
{
    Decay decay{std::exp2(-20.0)};
    for (std::int64_t sweeps = 10; sweeps <= 800; sweeps += 10) {
        decay.add(sweeps, std::exp2(-static_cast<double>(sweeps) / 100.0));
    }
    ASSERT_TRUE(decay.sweeps_left());
    EXPECT_GE(*decay.sweeps_left(), 1199);
    EXPECT_LE(*decay.sweeps_left(), 1201);
}

TEST(Decay, tells_nothing_while_gosa_does_not_fall)
{
    Decay decay{1e-6};
    EXPECT_FALSE(decay.sweeps_left());
    for (std::int64_t sweeps = 1; sweeps < 100; ++sweeps) {
        decay.add(sweeps, 1.0);
    }
    EXPECT_FALSE(decay.sweeps_left());
    decay.add(200, 1e-7);
    EXPECT_EQ(decay.sweeps_left(), 0);
}

TEST(DurationMonitor, says_once_that_a_run_is_slower_than_its_rehearsal)
{
    DurationMonitor monitor{60.0};
    const auto after = [](double seconds, std::int64_t sweeps) {
        return himeno::Progress{.sweeps = sweeps, .planned = 1000, .seconds = seconds, .gosa = 1.0};
    };
    EXPECT_FALSE(monitor.warning(after(1.0, 5))) << "too early to tell";
    EXPECT_FALSE(monitor.warning(after(6.0, 70))) << "86 s of 60: near enough";
    const auto warning = monitor.warning(after(12.0, 60));
    ASSERT_TRUE(warning);
    EXPECT_NE(warning->find("about 3:20 instead of 1:00"), std::string::npos) << *warning;
    EXPECT_FALSE(monitor.warning(after(24.0, 110))) << "said already";
    EXPECT_TRUE(monitor.warning(after(48.0, 120))) << "twice as slow again";

    DurationMonitor brief{0.2};
    const auto spans = brief.warning(after(0.1, 100));
    ASSERT_TRUE(spans);
    EXPECT_NE(spans->find("about 1 s instead of 0.2 s"), std::string::npos) << *spans;
}

TEST(DurationMonitor, judges_a_run_that_is_over)
{
    EXPECT_EQ(DurationMonitor::verdict(60.0, 75.0), "");
    EXPECT_NE(
        DurationMonitor::verdict(60.0, 180.0).find("180 s instead of 60 s: its sweeps were slower"),
        std::string::npos);
    EXPECT_NE(
        DurationMonitor::verdict(60.0, 20.0).find("20 s instead of 60 s: its sweeps were faster"),
        std::string::npos);
}

}  // namespace
}  // namespace tobiuo
