// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints of Himeno runs, and runs that go on from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/run/himeno/himeno_checkpoint.hpp"
#include "solvers/himeno/run.hpp"
#include "tests/app/run/ranked_run.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Random arrays, so that each value of p depends on all sweeps.
constexpr const char* random_arrays =
    "grid: { cells: [20, 12, 10] }\ncoefficients: { random: { seed: 7 } }\n"
    "checkpoint: { every: 1 h }\n";

class HimenoRestart : public ::testing::Test {
protected:
    test::Outcome run(const std::string& text, const std::vector<std::string>& options = {})
    {
        test::write_file(file_, "name: t\nsolver: himeno\nbackend: cpu\n" + text);
        std::vector<std::string> arguments{"run", file_};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return test::run_program(arguments);
    }
    /// Goes on with the case that was run last.
    test::Outcome again(const std::vector<std::string>& settings = {})
    {
        std::vector<std::string> arguments{"run", file_, "--restart"};
        for (const std::string& setting : settings) {
            arguments.insert(arguments.end(), {"--set", setting});
        }
        return test::run_program(arguments);
    }

    [[nodiscard]] std::filesystem::path results() const { return temporary_.path() / "out" / "t"; }
    [[nodiscard]] std::string result(const std::string& name) const
    {
        return test::text_of(results() / name);
    }
    [[nodiscard]] nlohmann::json report() const
    {
        return nlohmann::json::parse(result("report.json"));
    }
    /// The results that depend on p and gosa only.
    [[nodiscard]] std::vector<std::string> contents() const
    {
        std::vector<std::string> all;
        for (const char* name : {"p.vti", "history.csv", "p.png"}) {
            all.push_back(result(name));
            EXPECT_NE(all.back(), "") << name;
        }
        return all;
    }
    [[nodiscard]] std::vector<std::string> checkpoints() const
    {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator{results()}) {
            if (entry.path().filename().string().starts_with("checkpoint_")) {
                found.push_back(entry.path().filename().string());
            }
        }
        std::ranges::sort(found);
        return found;
    }

    test::TemporaryFolder temporary_;
    std::filesystem::path file_ = temporary_.path() / "case.yaml";
};

TEST_F(HimenoRestart, half_the_sweeps_and_half_after_a_restart_give_the_same_bits)
{
    for (const char* precision : {"double", "single"}) {
        for (const char* kernel : {"blocked", "twin"}) {
            SCOPED_TRACE(std::string{precision} + " " + kernel);
            const std::string text = std::string{random_arrays} +
                                     "run: { sweeps: 50 }\nmethod: { precision: " + precision +
                                     " }\nkernel: { name: " + kernel +
                                     " }\noutput: { history_rows: 16 }\n";
            ASSERT_EQ(run(text, {"--force"}).code, 0);
            const auto whole = contents();
            ASSERT_EQ(run(text, {"--force", "--set", "run.sweeps=23"}).code, 0);
            EXPECT_THAT(checkpoints(), ElementsAre("checkpoint_000000000023.state"));
            EXPECT_NE(contents(), whole);
            const auto outcome = again();
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_THAT(outcome.err,
                        HasSubstr("going on from checkpoint_000000000023.state: 23 sweeps"));
            EXPECT_EQ(contents(), whole);
            EXPECT_EQ(report()["restarted_from"], "checkpoint_000000000023.state");
            EXPECT_EQ(report()["total_sweeps"], 50);
            EXPECT_EQ(report()["run"]["sweeps"], 50);
            EXPECT_THAT(checkpoints(), ElementsAre("checkpoint_000000000023.state",
                                                   "checkpoint_000000000050.state"));
        }
    }
}

TEST_F(HimenoRestart, a_signal_costs_no_bit)
{
    const std::string text =
        "grid: { cells: [64, 48, 40] }\ncoefficients: { random: { seed: 3 } }\n"
        "run: { sweeps: 3000 }\ncheckpoint: true\n";
    ASSERT_EQ(run(text).code, 0);
    const auto whole = contents();
    test::RunningProgram program{{"run", file_, "--force"}};
    ASSERT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(SIGTERM);
    ASSERT_EQ(program.wait().code, 6);
    ASSERT_EQ(checkpoints().size(), 1U);
    EXPECT_LT(report()["run"]["sweeps"], 3000);
    const auto outcome = again();
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(), whole);
}

TEST_F(HimenoRestart, a_killed_run_goes_on)
{
    const std::string text =
        "grid: { cells: [64, 48, 40] }\ncoefficients: { random: { seed: 3 } }\n"
        "run: { sweeps: 6000 }\ncheckpoint: { every: 0.05 s, keep: 3 }\n";
    ASSERT_EQ(run(text).code, 0);
    EXPECT_LE(checkpoints().size(), 3U);
    const auto whole = contents();
    test::RunningProgram program{{"run", file_, "--force", "--verbose"}};
    ASSERT_TRUE(program.says("wrote a checkpoint", std::chrono::seconds{60}));
    program.signal(SIGKILL);
    EXPECT_EQ(program.wait().code, -SIGKILL);
    const auto outcome = again();
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(), whole);
}

TEST_F(HimenoRestart, a_run_to_a_tolerance_goes_on_to_the_same_sweep)
{
    const std::string text = std::string{random_arrays} +
                             "run: { tolerance: 1e-12, max_sweeps: 5000, check_every: 7 }\n";
    ASSERT_EQ(run(text).code, 0);
    const auto whole = contents();
    const auto sweeps = report()["run"]["sweeps"];
    ASSERT_EQ(run(text, {"--force", "--set", "run.max_sweeps=10"}).code, 7);
    ASSERT_EQ(again().code, 0);
    EXPECT_EQ(report()["run"]["sweeps"], sweeps);
    EXPECT_EQ(contents(), whole);
}

TEST_F(HimenoRestart, says_where_the_case_ends_already)
{
    const std::string fixed = std::string{random_arrays} + "run: { sweeps: 5 }\n";
    ASSERT_EQ(run(fixed).code, 0);
    const auto over = again();
    EXPECT_EQ(over.code, 2);
    EXPECT_THAT(over.err, HasSubstr("the checkpoint is of 5 sweeps with gosa "));
    EXPECT_THAT(over.err, HasSubstr("make run.sweeps larger to go on"));
    const std::string tolerance = std::string{random_arrays} + "run: { tolerance: 1e-2 }\n";
    ASSERT_EQ(run(tolerance, {"--force"}).code, 0);
    EXPECT_THAT(again().err, HasSubstr("make run.tolerance smaller to go on"));
    ASSERT_EQ(
        run(tolerance, {"--force", "--set", "run.tolerance=1e-12", "--set", "run.max_sweeps=10"})
            .code,
        7);
    EXPECT_THAT(again({"run.tolerance=1e-12", "run.max_sweeps=10"}).err,
                HasSubstr("make run.max_sweeps larger to go on"));
}

TEST(HimenoSnapshots, between_two_looks_at_gosa_are_no_end)
{
    const auto snapshot = [](std::int64_t sweeps) {
        return HimenoSnapshot{.name = {},
                              .measured = {.sweeps = sweeps, .seconds = 1.0, .gosa = 1e-9},
                              .history = {},
                              .p = {}};
    };
    const himeno::Tolerance rule{.gosa = 1e-6, .max_sweeps = 100, .check_every = 7};
    EXPECT_NO_THROW(refuse_finished(snapshot(13), rule, "case.yaml"));
    EXPECT_THROW(refuse_finished(snapshot(14), rule, "case.yaml"), InputError);
    EXPECT_THROW(refuse_finished(snapshot(100), rule, "case.yaml"), InputError);
}

TEST_F(HimenoRestart, another_case_is_refused_with_what_differs)
{
    ASSERT_EQ(run(std::string{random_arrays} + "run: { sweeps: 5 }\n").code, 0);
    for (const auto& [setting, difference] : std::vector<std::pair<std::string, std::string>>{
             {"grid.cells=[20,12,11]",
              "in grid the case has 'cells: [20, 12, 11]', and the checkpoint 'cells: [20, 12, "
              "10]'"},
             {"coefficients.random.seed=8",
              "in coefficients the case has 'random: { seed: 8 }', and the checkpoint 'random: { "
              "seed: 7 }'"},
             {"method.omega=0.7", "in method the case has 'omega: 0.7'"},
             {"method.precision=double", "its precision is single, and that of the run double"}}) {
        SCOPED_TRACE(setting);
        const auto outcome = again({setting, "run.sweeps=9"});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_THAT(outcome.err, HasSubstr(difference));
    }
    EXPECT_EQ(again({"run.sweeps=9", "kernel.name=twin"}).code, 0);
}

TEST_F(HimenoRestart, the_official_protocol_is_not_broken_off)
{
    const auto key = run("grid: { preset: XS }\nrun: { target_seconds: 1 }\ncheckpoint: true\n");
    EXPECT_EQ(key.code, 2);
    EXPECT_THAT(key.err, HasSubstr("case.yaml:6:13: checkpoint: a run of the official protocol "
                                   "times its sweeps without a break"));
    ASSERT_EQ(run(std::string{random_arrays} + "run: { sweeps: 5 }\n").code, 0);
    const auto option =
        run("grid: { cells: [20, 12, 10] }\ncoefficients: { random: { seed: 7 } }\n"
            "run: { target_seconds: 1 }\n",
            {"--restart"});
    EXPECT_EQ(option.code, 2);
    EXPECT_THAT(option.err, HasSubstr("--restart: goes on from a checkpoint, and a run of the "
                                      "official protocol"));
}

TEST_F(HimenoRestart, an_unfinished_run_is_not_thrown_away_by_accident)
{
    ASSERT_EQ(run(std::string{random_arrays} + "run: { sweeps: 5 }\n").code, 0);
    std::filesystem::remove(results() / "manifest.json");
    const auto refused = run(std::string{random_arrays} + "run: { sweeps: 5 }\n");
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("a run that did not end left checkpoints here"));
    EXPECT_EQ(run(std::string{random_arrays} + "run: { sweeps: 5 }\n",
                  {"--force", "--set", "checkpoint=false"})
                  .code,
              0);
    EXPECT_THAT(checkpoints(), ElementsAre());
}

TEST_F(HimenoRestart, a_run_that_was_killed_behind_its_last_checkpoint_is_finished)
{
    for (const char* rule :
         {"run: { sweeps: 37 }\n", "run: { tolerance: 1e-30, check_every: 5, max_sweeps: 35 }\n"}) {
        SCOPED_TRACE(rule);
        const std::string text = std::string{random_arrays} + rule;
        const int code = run(text, {"--force"}).code;
        const std::vector<std::string> whole = contents();
        std::filesystem::remove(results() / "manifest.json");
        const auto outcome = again();
        EXPECT_EQ(outcome.code, code) << outcome.err;
        EXPECT_EQ(contents(), whole);
        EXPECT_TRUE(std::filesystem::exists(results() / "manifest.json"));
    }
}

TEST_F(HimenoRestart, the_disk_is_to_hold_the_checkpoints_and_the_one_being_written)
{
    const auto estimate = [&](const std::string& checkpoint) {
        const auto outcome = run("grid: { cells: [100, 100, 100] }\nrun: { sweeps: 5 }\n",
                                 {"--dry-run", "--set", "checkpoint=" + checkpoint});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const std::size_t at = outcome.out.find("output");
        return outcome.out.substr(at, outcome.out.find('\n', at) - at);
    };
    EXPECT_THAT(estimate("false"), HasSubstr(" 5.35 MB"));
    EXPECT_THAT(estimate("true"), HasSubstr(" 17.4 MB"));  // p three times more
}

class HimenoRestartRanks : public test::RankedRun {};

TEST_F(HimenoRestartRanks, are_refused)
{
    const auto outcome = run(2, "name: ranked\nsolver: himeno\nbackend: cpu\n" +
                                    std::string{random_arrays} + "run: { sweeps: 5 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("a checkpoint holds p of one rank, and there are 2"));
}

class HimenoRestartOnDevice : public HimenoRestart {
protected:
    void SetUp() override
    {
        if (const std::string why = test::why_no_device(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }
};

TEST_F(HimenoRestartOnDevice, gives_the_bits_of_the_cpu)
{
    const std::string text = std::string{random_arrays} + "run: { sweeps: 50 }\n";
    ASSERT_EQ(run(text).code, 0);
    const std::string p = result("p.vti");
    ASSERT_EQ(run(text, {"--force", "--set", "run.sweeps=23", "--set", "backend=cuda"}).code, 0);
    ASSERT_EQ(again({"backend=cuda"}).code, 0);
    EXPECT_EQ(report()["backend"], "cuda");
    EXPECT_EQ(report()["restarted_from"], "checkpoint_000000000023.state");
    EXPECT_EQ(result("p.vti"), p);
}

}  // namespace
}  // namespace tobiuo
