// SPDX-License-Identifier: BSD-3-Clause
// The program on several ranks, which it starts by mpirun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "app/output/run_folder.hpp"
#include "tests/app/run/ranked_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

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

/// Each of the ranks with planes sends one to each neighbour in each of seven sweeps.
void expect_planes_were_sent(const nlohmann::json& use, int ranks)
{
    for (int rank = 0; rank < ranks; ++rank) {
        const int neighbours = (rank > 0 ? 1 : 0) + (rank + 1 < ranks ? 1 : 0);
        const auto at = static_cast<std::size_t>(rank);
        EXPECT_EQ(use["exchanges"][at], 7);
        EXPECT_EQ(use["bytes_sent"][at], neighbours * use["bytes_sent"][0].get<int>());
        EXPECT_GT(use["exchange_seconds"][at], 0.0);
        EXPECT_EQ(use["exchange_seconds"][at], use["waited_seconds"][at]);
        EXPECT_LT(use["compute_seconds"][at], use["seconds"][at]);
    }
}

// The eleven cells of i have nine planes between them, on nodes ten: twelve ranks are too many.
TEST_F(RanksRun, himeno_has_the_fields_and_the_picture_of_one_rank)
{
    for (const std::string location : {"cell", "node"}) {
        const std::string text =
            "name: ranked\nsolver: himeno\nbackend: cpu\n"
            "grid: { cells: [9, 10, 11], location: " +
            location +
            " }\ncoefficients:\n  random: { seed: 3 }\nrun: { sweeps: 7 }\n"
            "output: { fields: [p, wrk1] }\n";
        const test::Outcome one = run(1, text, {"--force"});
        ASSERT_EQ(one.code, 0) << one.err;
        for (const int ranks : {2, 3, 4, 12}) {
            const test::Outcome many = run(ranks, text, {"--force"});
            ASSERT_EQ(many.code, 0) << many.err;
            EXPECT_THAT(many.out, HasSubstr(std::to_string(ranks) + " ranks"));
            EXPECT_THAT(many.err, HasSubstr("wisdom is not asked (it is for one rank)"));
            EXPECT_THAT(many.out, HasSubstr(" s in exchanges (least, median, most of the ranks)"));
            const int planes = location == "cell" ? 9 : 10;  // of i, but for the boundary
            expect_planes_were_sent(report(ranks)["ranks"]["use"], std::min(ranks, planes));
            EXPECT_EQ(fields_file(ranks).filename(), "p.pvti");
            EXPECT_EQ(field(ranks, "p"), field(1, "p"));
            EXPECT_EQ(field(ranks, "wrk1"), field(1, "wrk1"));
            EXPECT_EQ(result(ranks, "p.png"), result(1, "p.png"));
        }
    }
}

TEST_F(RanksRun, poisson_reports_list_what_each_rank_has_exchanged)
{
    const test::Outcome many =
        run(2,
            "name: ranked\nsolver: poisson\nbackend: cpu\ngrid: { cells: [8, 9, 10] }\n"
            "source: x - 0.5\nrun: { repeat: 3 }\n");
    ASSERT_EQ(many.code, 0) << many.err;
    EXPECT_THAT(many.out, HasSubstr(" s in exchanges (least, median, most of the ranks)"));
    const auto use = report(2)["ranks"]["use"];
    for (const std::size_t rank : {0, 1}) {
        EXPECT_EQ(use["exchanges"][rank], 3) << "one in each of the solves that are counted";
        EXPECT_GT(use["bytes_sent"][rank], 0);
        EXPECT_EQ(use["seconds"][rank], use["seconds"][0]);
        EXPECT_GT(use["compute_seconds"][rank], 0.0);
    }
}

/// A run of two sweeps on few points.
const std::string brief =
    "name: ranked\nsolver: himeno\nbackend: cpu\ngrid: { cells: [9, 10, 11] }\n"
    "run: { sweeps: 2 }\n";

TEST_F(RanksRun, the_manifest_lists_the_pieces_of_all)
{
    ASSERT_EQ(run(3, brief).code, 0);
    EXPECT_THAT(files(3), ElementsAre("case.resolved.yaml", "history.csv", "manifest.json", "p.png",
                                      "p.pvti", "p_0.vti", "p_1.vti", "p_2.vti", "report.html",
                                      "report.json", "results.pvd", "summary.txt"));
    std::vector<std::string> names;
    const auto manifest = nlohmann::json::parse(result(3, "manifest.json"));
    for (const auto& file : manifest["files"]) {
        names.push_back(file["name"]);
        EXPECT_EQ(file["sha256"], sha256_of_file(results(3) / names.back())) << names.back();
        EXPECT_EQ(file["bytes"], std::filesystem::file_size(results(3) / names.back()));
    }
    EXPECT_THAT(names, IsSupersetOf({"p_0.vti", "p_1.vti", "p_2.vti", "p.pvti", "results.pvd"}));
}

TEST_F(RanksRun, the_pieces_of_an_earlier_run_go)
{
    ASSERT_EQ(run(3, brief).code, 0);
    std::filesystem::rename(output(3), output(2));
    ASSERT_EQ(run(2, brief, {"--force"}).code, 0);
    EXPECT_THAT(files(2),
                AllOf(IsSupersetOf({"p.pvti", "p_0.vti", "p_1.vti"}), Not(Contains("p_2.vti"))));
    std::filesystem::rename(output(2), output(1));
    ASSERT_EQ(run(1, brief, {"--force"}).code, 0);
    EXPECT_THAT(files(1),
                AllOf(Contains("p.vti"), Not(Contains("p.pvti")), Not(Contains("p_0.vti"))));
}

// A file system that one rank alone has lies over the folder of the other.
TEST_F(RanksRun, a_folder_that_a_rank_does_not_see_is_refused_before_anything_is_computed)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread of the test runs yet
    if (std::system("unshare -m true > /dev/null 2>&1") != 0) {
        GTEST_SKIP() << "no file system can be mounted for one process here";
    }
    test::write_file(case_file(), brief);
    std::filesystem::create_directories(output(2));
    const std::string program =
        test::program_path() + " run " + case_file().string() + " --output " + output(2).string();
    const std::string said = (folder_.path() / "said").string();
    const std::string command =
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
        "mpirun --oversubscribe -n 1 " +
        program + " : -n 1 unshare -m sh -c 'mount -t tmpfs none " + output(2).string() +
        " && exec " + program + "' > " + said + " 2>&1";
    const int status = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(WEXITSTATUS(status), 4);
    EXPECT_THAT(test::text_of(said),
                HasSubstr("rank 1: the folder '" + results(2).string() +
                          "', which rank 0 has made, is not there for this rank"));
    EXPECT_THAT(test::text_of(said), Not(HasSubstr("ready after")));
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

TEST_F(RanksRun, a_study_is_refused)
{
    const auto refused = run(2,
                             "name: ranked\nsolver: poisson\ngrid: { cells: [4, 4, 4] }\n"
                             "source: 0\nbackend: cpu\nstudy: { run.repeat: [1, 2] }\n");
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("case.yaml:6:1: study: a study runs on one rank"), std::string::npos)
        << refused.err;
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

TEST_F(RanksRun, a_signal_at_any_moment_of_the_start_is_exit_code_6)
{
    test::write_file(folder_.path() / "case.yaml", endless);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
        for (const int milliseconds : {150, 300, 600, 1000}) {
            SCOPED_TRACE(::testing::Message() << signal << " after " << milliseconds << " ms");
            test::RunningProgram program{{"run", folder_.path() / "case.yaml", "--gpus", "2",
                                          "--force", "--output", folder_.path() / "out"}};
            while (children_of(program.process()).empty()) {
                std::this_thread::sleep_for(std::chrono::milliseconds{5});
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{milliseconds});
            program.signal(signal);
            const test::Outcome outcome = program.wait();
            EXPECT_EQ(outcome.code, 6) << outcome.err;
        }
    }
}

TEST_F(RanksRun, an_mpirun_that_outlives_its_ranks_is_ended)
{
    const std::filesystem::path mpirun = folder_.path() / "mpirun";
    test::write_file(mpirun,
                     "#!/usr/bin/python3\n"
                     "import subprocess, time\n"
                     "subprocess.run(['sleep', '2'])\n"
                     "time.sleep(1000)\n");
    std::filesystem::permissions(mpirun, std::filesystem::perms::owner_all);
    test::write_file(folder_.path() / "case.yaml", endless);
    test::RunningProgram program{
        {"run", folder_.path() / "case.yaml", "--gpus", "2", "--output", folder_.path() / "out"},
        [&] {
            const std::string path = folder_.path().string() + ":" + std::getenv("PATH");
            setenv("PATH", path.c_str(), 1);
        }};
    const auto has_rank = [&] {
        const std::vector<pid_t> started = children_of(program.process());
        return !started.empty() && !children_of(started.front()).empty();
    };
    while (!has_rank()) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    program.signal(SIGTERM);
    EXPECT_EQ(program.wait().code, 6);
}

/// Whether the process is at work; one that has ended and waits to be reaped is not.
bool is_alive(pid_t process)
{
    std::ifstream file{"/proc/" + std::to_string(process) + "/stat"};
    std::string number;
    std::string name;
    std::string state;
    file >> number >> name >> state;
    return file && state != "Z" && state != "X";
}

TEST_F(RanksRun, ranks_end_when_their_parents_do)
{
    test::write_file(folder_.path() / "case.yaml", endless);
    for (const bool kills_mpirun : {false, true}) {
        for (const int signal : {SIGKILL, SIGQUIT}) {
            if (kills_mpirun && signal == SIGQUIT) {
                continue;  // not every mpirun is ended by it
            }
            SCOPED_TRACE(::testing::Message() << kills_mpirun << " " << signal);
            test::RunningProgram program{{"run", folder_.path() / "case.yaml", "--gpus", "2",
                                          "--force", "--output", folder_.path() / "out"}};
            ASSERT_TRUE(program.says("ready after", patience));
            const std::vector<pid_t> mpirun = children_of(program.process());
            ASSERT_EQ(mpirun.size(), 1U);
            const std::vector<pid_t> ranks = children_of(mpirun.front());
            ASSERT_EQ(ranks.size(), 2U);
            kill(kills_mpirun ? mpirun.front() : program.process(), signal);
            static_cast<void>(program.wait());
            const auto end = std::chrono::steady_clock::now() + patience;
            const auto is_any_alive = [&] {
                return std::ranges::any_of(ranks, is_alive) || is_alive(mpirun.front());
            };
            while (is_any_alive() && std::chrono::steady_clock::now() < end) {
                std::this_thread::sleep_for(std::chrono::milliseconds{20});
            }
            EXPECT_FALSE(std::ranges::any_of(ranks, is_alive));
            EXPECT_FALSE(is_alive(mpirun.front()));
        }
    }
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
