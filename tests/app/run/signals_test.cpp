// SPDX-License-Identifier: BSD-3-Clause
// Ctrl-C and SIGTERM: a run stops at the next sweep boundary, writes its results and says so.
#include "app/run/signals.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

std::string name_of(int signal)
{
    return signal == SIGINT    ? "SIGINT"
           : signal == SIGTERM ? "SIGTERM"
           : signal == SIGHUP  ? "SIGHUP"
                               : "SIGUSR1";
}

/// The parent of the tests may ignore SIGHUP, as nohup does.
void heed_hangups()
{
    std::signal(SIGHUP, SIG_DFL);
}

class Signals : public ::testing::TestWithParam<int> {};

TEST_P(Signals, stop_the_run_and_keep_its_results)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "case.yaml";
    test::write_file(path,
                     "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
                     "run: { sweeps: 100000000 }\n");
    test::RunningProgram program{{"run", path}, heed_hangups};
    EXPECT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find(std::string{"stopped by "} + name_of(GetParam())), std::string::npos)
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
    test::RunningProgram program{{"run", path}, heed_hangups};
    EXPECT_TRUE(program.says("by kernel '", std::chrono::seconds{60}));
    program.signal(GetParam());
    EXPECT_TRUE(
        program.says(name_of(GetParam()) + ": stopping after the ", std::chrono::seconds{60}))
        << "the answer comes at once, whatever the set-up is at";
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find("stopped by "), std::string::npos) << outcome.err;
}

TEST_P(Signals, end_a_benchmark_and_keep_its_rows)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "bench.json";
    test::RunningProgram program{
        {"bench", "himeno", "--sizes", "XS,S,M", "--backends", "cpu", "--kernels", "blocked",
         "--seconds", "0.01", "--repeat", "5", "--json", path},
        heed_hangups};
    EXPECT_TRUE(program.says("\ninfo: S blocked: loading", std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find(std::string{"stopped by "} + name_of(GetParam()) +
                               ", the rows so far are kept"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("M blocked"), std::string::npos) << outcome.err;
    const auto rows = nlohmann::json::parse(test::text_of(path))["rows"];
    ASSERT_GE(rows.size(), 1U);
    EXPECT_EQ(rows[0]["size"], "XS");
    EXPECT_EQ(rows[0]["repetitions"], 5);
}

/// Whether the process has a handler of the signal.
bool catches(pid_t process, int signal)
{
    std::ifstream status{"/proc/" + std::to_string(process) + "/status"};
    for (std::string word; status >> word;) {
        if (word == "SigCgt:") {
            status >> word;
            return (std::stoull(word, nullptr, 16) >> (static_cast<unsigned>(signal) - 1U) & 1U) !=
                   0;
        }
    }
    return false;
}

// The case comes from a pipe to which nobody writes.
TEST_P(Signals, end_a_command_that_has_nothing_to_keep_at_once)
{
    for (const char* command : {"check", "run"}) {
        SCOPED_TRACE(command);
        std::array<int, 2> pipe{};
        ASSERT_EQ(::pipe(pipe.data()), 0);
        test::RunningProgram program{{command, "-"}, [&] {
                                         heed_hangups();
                                         ::dup2(pipe[0], STDIN_FILENO);
                                     }};
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
        while (!catches(program.process(), SIGINT) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
        }
        program.signal(GetParam());
        const auto outcome = program.wait();
        EXPECT_EQ(outcome.code, 6) << outcome.err;
        EXPECT_NE(outcome.err.find(name_of(GetParam()) + ": stopped"), std::string::npos)
            << outcome.err;
        ::close(pipe[0]);
        ::close(pipe[1]);
    }
}

TEST_P(Signals, end_a_tuning_that_waits_for_the_lock_of_its_wisdom)
{
    const test::TemporaryFolder temporary;
    const auto wisdom = temporary.path() / "wisdom.json";
    const int lock =
        ::open((wisdom.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    ASSERT_EQ(::flock(lock, LOCK_EX), 0);
    test::RunningProgram program{
        {"tune", "himeno", "--sizes", "XS", "--backends", "cpu", "--wisdom", wisdom}, heed_hangups};
    EXPECT_TRUE(program.says(
        "waiting for another process that holds the lock '" + wisdom.string() + ".lock'",
        std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    ::close(lock);
}

INSTANTIATE_TEST_SUITE_P(Each, Signals, ::testing::Values(SIGINT, SIGTERM, SIGHUP, SIGUSR1));

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

// A session that ends sends SIGHUP twice, or SIGTERM and SIGHUP at once.
TEST(SignalsDeathTest, a_hangup_never_ends_the_program_and_leaves_the_others_one_more)
{
    const auto raise_all = [](std::initializer_list<int> signals) {
        heed_hangups();
        install_signal_handlers();
        for (const int signal : signals) {
            std::raise(signal);
        }
        std::fprintf(stderr, "still here, first %s", stop_signal_name());
        std::_Exit(0);
    };
    using ::testing::ExitedWithCode;
    using ::testing::KilledBySignal;
    EXPECT_EXIT(raise_all({SIGHUP, SIGHUP}), ExitedWithCode(0), "still here, first SIGHUP");
    EXPECT_EXIT(raise_all({SIGTERM, SIGHUP}), ExitedWithCode(0), "still here, first SIGTERM");
    EXPECT_EXIT(raise_all({SIGHUP, SIGTERM}), ExitedWithCode(0), "still here, first SIGHUP");
    EXPECT_EXIT(raise_all({SIGHUP, SIGTERM, SIGINT}), KilledBySignal(SIGINT), "SIGHUP: stopping");
}

TEST(SignalsDeathTest, a_hangup_that_nohup_ignores_stays_ignored)
{
    const auto raise_one = [] {
        std::signal(SIGHUP, SIG_IGN);
        install_signal_handlers();
        std::raise(SIGHUP);
        std::_Exit(stop_requested() ? 1 : 0);
    };
    EXPECT_EXIT(raise_one(), ::testing::ExitedWithCode(0), "");
}

TEST(SignalsDeathTest, the_answer_says_what_follows)
{
    const auto raise_one = [] {
        install_signal_handlers();
        promise_on_signal("the results are being written");
        std::raise(SIGINT);
        std::_Exit(0);
    };
    EXPECT_EXIT(raise_one(), ::testing::ExitedWithCode(0),
                "SIGINT: the results are being written .a second signal ends");
}

}  // namespace
}  // namespace tobiuo
