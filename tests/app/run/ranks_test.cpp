// The program on several ranks, which it starts by mpirun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/app/run/ranked_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr std::chrono::seconds patience{60};
const std::string endless =
    "name: endless\nsolver: himeno\nbackend: cpu\ngrid: { cells: [33, 34, 35] }\n"
    "run: { sweeps: 100000000 }\n";

/// The processes that `process` has started.
std::vector<pid_t> children_of(pid_t process)
{
    const std::string number = std::to_string(process);
    std::ifstream file{"/proc/" + number + "/task/" + number + "/children"};
    std::vector<pid_t> children;
    for (pid_t child = 0; file >> child;) {
        children.push_back(child);
    }
    return children;
}

using RanksRun = test::RankedRun;

TEST_F(RanksRun, himeno_has_the_field_and_the_picture_of_one_rank)
{
    const std::string text =
        "name: ranked\nsolver: himeno\nbackend: cpu\ngrid: { cells: [9, 10, 11] }\n"
        "coefficients:\n  random: { seed: 3 }\nrun: { sweeps: 7 }\n";
    const test::Outcome one = run(1, text);
    ASSERT_EQ(one.code, 0) << one.err;
    for (const int ranks : {2, 3, 4}) {
        const test::Outcome many = run(ranks, text);
        ASSERT_EQ(many.code, 0) << many.err;
        EXPECT_THAT(many.out, HasSubstr(std::to_string(ranks) + " ranks"));
        EXPECT_EQ(result(ranks, "p.vti"), result(1, "p.vti"));
        EXPECT_EQ(result(ranks, "p.png"), result(1, "p.png"));
    }
}

TEST_F(RanksRun, an_error_of_all_ranks_is_said_once)
{
    const test::Outcome many =
        run(3,
            "name: ranked\nsolver: himeno\ngrid: { cells: [9, 10, 11] }\nomega: 2\n"
            "run: { sweeps: 1 }\n");
    EXPECT_EQ(many.code, 2);
    const auto first = many.err.find("case.yaml:4");
    ASSERT_NE(first, std::string::npos) << many.err;
    EXPECT_EQ(many.err.find("case.yaml:4", first + 1), std::string::npos) << many.err;
}

TEST_F(RanksRun, a_signal_stops_all_ranks_at_the_same_sweep)
{
    test::write_file(folder_.path() / "case.yaml", endless);
    test::RunningProgram program{
        {"run", folder_.path() / "case.yaml", "--gpus", "3", "--output", folder_.path() / "out"}};
    ASSERT_TRUE(program.says("ready after", patience));
    program.signal(SIGINT);
    const test::Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("stopped by SIGUSR1 after"));
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/endless/manifest.json"));
}

TEST_F(RanksRun, a_killed_rank_ends_the_others)
{
    test::write_file(folder_.path() / "case.yaml", endless);
    test::RunningProgram program{
        {"run", folder_.path() / "case.yaml", "--gpus", "3", "--output", folder_.path() / "out"}};
    ASSERT_TRUE(program.says("ready after", patience));
    const std::vector<pid_t> mpirun = children_of(program.process());
    ASSERT_EQ(mpirun.size(), 1U);
    const std::vector<pid_t> ranks = children_of(mpirun.front());
    ASSERT_EQ(ranks.size(), 3U);
    ASSERT_EQ(kill(ranks.back(), SIGKILL), 0);
    const test::Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 128 + SIGKILL) << outcome.err;
    EXPECT_THAT(outcome.err + outcome.out, HasSubstr("signal 9 (Killed)"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/endless/manifest.json"));
}

}  // namespace
}  // namespace tobiuo
