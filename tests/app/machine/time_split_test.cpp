// SPDX-License-Identifier: BSD-3-Clause
// Parts of the wall time: they nest, and they add up to it.
#include "app/machine/time_split.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "runtime/seconds_since.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

constexpr double tick = 0.01;  ///< s, of the clock that tells when the process began

void pass(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds{milliseconds});
}

TEST(TimeSplit, a_part_takes_its_time_off_the_one_around_it)
{
    TimeSplit& split = TimeSplit::of_this_thread();
    const auto before = std::chrono::steady_clock::now();
    split.restart();
    const auto after = std::chrono::steady_clock::now();
    EXPECT_EQ(split.enter(TimePart::other), TimePart::plan) << "a run begins with its plan";
    {
        const TimedPart steps{TimePart::steps};
        pass(5);
        {
            const TimedPart observe{TimePart::observe};
            pass(20);
            const TimedPart files{TimePart::files};
            pass(10);
        }
        pass(5);
    }
    const double least = seconds_since(after);
    const TimeSpent spent = split.so_far();
    const double most = seconds_since(before);
    EXPECT_GE(spent.of(TimePart::steps), 0.010);
    EXPECT_GE(spent.of(TimePart::observe), 0.020);
    EXPECT_GE(spent.of(TimePart::files), 0.010);
    EXPECT_EQ(spent.of(TimePart::fill), 0.0);
    EXPECT_LE(spent.of(TimePart::steps), most - 0.030) << "without what is inside";
    EXPECT_GE(spent.wall(), least);
    EXPECT_LE(spent.wall(), most);
}

TEST(TimeSplit, an_error_ends_the_parts_that_it_leaves)
{
    TimeSplit& split = TimeSplit::of_this_thread();
    split.restart();
    try {
        const TimedPart steps{TimePart::steps};
        const TimedPart files{TimePart::files};
        throw std::runtime_error{"the disk is full"};
    } catch (const std::runtime_error&) {
        EXPECT_EQ(split.enter(TimePart::other), TimePart::plan);
    }
}

TEST(TimeSplit, another_thread_has_its_own)
{
    TimeSplit& split = TimeSplit::of_this_thread();
    split.restart();
    std::thread{[] {
        const TimedPart files{TimePart::files};
        pass(2);
    }}.join();
    EXPECT_EQ(split.so_far().of(TimePart::files), 0.0);
}

TEST(TimeSplit, begins_with_the_process)
{
    const auto start = std::chrono::steady_clock::now();
    const double before = seconds_of_process();
    pass(30);
    const double passed = seconds_of_process() - before;
    EXPECT_GE(passed, 0.030 - tick);
    EXPECT_LE(passed, seconds_since(start) + tick);
    EXPECT_GT(before, 0.0);
    std::ifstream up{"/proc/uptime"};
    double since_boot = 0.0;
    up >> since_boot;
    EXPECT_LT(before, since_boot);
    double of_thread = 0.0;
    const double least = seconds_of_process();
    std::thread{[&] { of_thread = TimeSplit::of_this_thread().so_far().wall(); }}.join();
    EXPECT_GE(of_thread, least - tick);
    EXPECT_LE(of_thread, seconds_of_process() + tick);
}

TEST(TimeSplit, begins_with_a_program_that_a_shell_has_become)
{
    const test::TemporaryFolder temporary;
    const auto file = temporary.write("case.yaml",
                                      "name: t\nsolver: poisson\ngrid: { cells: [8] }\n"
                                      "source: \"sin(2*pi*x)\"\n");
    const std::string results = temporary.path() / "out";
    const auto start = std::chrono::steady_clock::now();
    const std::string command = "sleep 3; exec " + test::program_path() + " run " +
                                std::string{file} + " --output " + results + " >/dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT(*-env33-c): a shell is what is tested
    const double outside = seconds_since(start);
    const auto report = nlohmann::json::parse(test::text_of(results + "/t/report.json"));
    EXPECT_GT(report["time"]["wall_s"], 0.0);
    EXPECT_LE(report["time"]["wall_s"], outside - 3.0 + tick);
}

}  // namespace
}  // namespace tobiuo
