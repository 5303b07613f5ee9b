// Ctrl-C and SIGTERM: stop at the next sweep boundary, write what is there, say so.
#include "app/command/signals.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

class Signals : public ::testing::TestWithParam<int> {};

TEST_P(Signals, stop_the_run_and_keep_its_results)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "case.yaml";
    test::write_file(path,
                     "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
                     "run: { sweeps: 100000000 }\n");
    test::RunningProgram program{{"run", path}};
    EXPECT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find(std::string{"stopped by "} +
                               (GetParam() == SIGINT ? "SIGINT" : "SIGTERM")),
              std::string::npos)
        << outcome.err;
    const auto results = temporary.path() / "out" / "t";
    const auto report = nlohmann::json::parse(test::text_of(results / "report.json"));
    EXPECT_EQ(report["status"], "interrupted");
    EXPECT_EQ(report["exit_code"], 6);
    EXPECT_LT(report["total_sweeps"], 100000000);
    EXPECT_TRUE(std::filesystem::exists(results / "p.vti"));
    EXPECT_TRUE(std::filesystem::exists(results / "manifest.json"));
}

// After the first log line the ceiling is measured and the arrays are filled.
TEST_P(Signals, before_the_first_sweep_stop_the_run_too)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "case.yaml";
    test::write_file(path,
                     "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
                     "run: { sweeps: 100000000 }\n");
    test::RunningProgram program{{"run", path}};
    EXPECT_TRUE(program.says("by kernel '", std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("stopped by "), std::string::npos) << outcome.err;
}

TEST_P(Signals, end_a_benchmark_and_keep_its_rows)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "bench.json";
    test::RunningProgram program{{"bench", "himeno", "--sizes", "XS,S,M", "--backends", "cpu",
                                  "--kernels", "blocked", "--seconds", "0.01", "--repeat", "5",
                                  "--json", path}};
    EXPECT_TRUE(program.says("\ninfo: S blocked: loading", std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find(std::string{"stopped by "} +
                               (GetParam() == SIGINT ? "SIGINT" : "SIGTERM") +
                               ", the rows so far are kept"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("M blocked"), std::string::npos) << outcome.err;
    const auto rows = nlohmann::json::parse(test::text_of(path))["rows"];
    ASSERT_GE(rows.size(), 1U);
    EXPECT_EQ(rows[0]["size"], "XS");
    EXPECT_EQ(rows[0]["repetitions"], 5);
}

INSTANTIATE_TEST_SUITE_P(Both, Signals, ::testing::Values(SIGINT, SIGTERM));

TEST(SignalsDeathTest, the_second_one_of_either_kind_ends_the_program)
{
    const auto raise_both = [](int first, int second) {
        install_signal_handlers();
        std::raise(first);
        if (!stop_requested()) {
            std::_Exit(1);
        }
        std::fputs(stop_signal_name(), stderr);
        std::raise(second);
        std::_Exit(2);
    };
    using ::testing::KilledBySignal;
    EXPECT_EXIT(raise_both(SIGINT, SIGINT), KilledBySignal(SIGINT), "SIGINT");
    EXPECT_EXIT(raise_both(SIGINT, SIGTERM), KilledBySignal(SIGTERM), "SIGINT");
    EXPECT_EXIT(raise_both(SIGTERM, SIGINT), KilledBySignal(SIGINT), "SIGTERM");
}

}  // namespace
}  // namespace tobiuo
