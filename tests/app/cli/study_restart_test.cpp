// SPDX-License-Identifier: BSD-3-Clause
// Studies that are started again and go on with a member that was interrupted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class StudyRestart : public ::testing::Test {
protected:
    /// A flow of so many steps, each of which leaves a checkpoint.
    std::string write_flow(const std::string& steps)
    {
        return temporary_.write("case.yaml",
                                "name: s\nsolver: flow\nbackend: cpu\ngrid: { cells: [16, 12] }\n"
                                "fluid: { viscosity: 0.01 }\nfaces: { y: no-slip }\n"
                                "initial: { u: y, noise: { amplitude: 0.1, seed: 3 } }\n"
                                "checkpoint: { every: 0.000001 s, keep: 1000 }\n"
                                "output: { every: 0.3, history_every: 3, picture: false }\n"
                                "statistics: { axis: y, every: 3 }\n"
                                "study: { run.max_steps: [" +
                                    steps + "] }\n");
    }
    [[nodiscard]] static test::Outcome run(const std::string& file,
                                           const std::vector<std::string>& more = {})
    {
        std::vector<std::string> arguments{"run", file, "--ceiling", "none"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return test::run_program(arguments);
    }
    [[nodiscard]] std::filesystem::path member(const std::string& label) const
    {
        return temporary_.path() / "out/s" / label;
    }
    [[nodiscard]] json report(const std::string& label) const
    {
        return json::parse(test::text_of(member(label) / "report.json"));
    }
    /// The files of a member that do not depend on its time, by their names.
    [[nodiscard]] std::map<std::string, std::string> contents(const std::string& label) const
    {
        std::map<std::string, std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator{member(label)}) {
            const std::string name = entry.path().filename().string();
            const auto type = entry.path().extension();
            if (type == ".vti" || type == ".csv" || type == ".pvd" || type == ".png") {
                all[name] = test::text_of(entry.path());
            }
        }
        return all;
    }
    /// Leaves the flow as if it had been killed behind this step.
    void break_off(const std::string& label, int step) const
    {
        std::filesystem::remove(member(label) / "manifest.json");
        for (const std::filesystem::path& path : checkpoints(label)) {
            if (std::stoi(path.filename().string().substr(11, 12)) > step) {
                std::filesystem::remove(path);
            }
        }
    }
    [[nodiscard]] std::vector<std::filesystem::path> checkpoints(const std::string& label) const
    {
        std::vector<std::filesystem::path> found;
        for (const auto& entry : std::filesystem::directory_iterator{member(label)}) {
            if (entry.path().extension() == ".state") {
                found.push_back(entry.path());
            }
        }
        return found;
    }

    test::TemporaryFolder temporary_;
};

TEST_F(StudyRestart, goes_on_with_a_killed_member_with_the_same_bits)
{
    const std::string file = write_flow("2, 16");
    ASSERT_EQ(run(file).code, 0);
    const auto whole = contents("max_steps-16");
    EXPECT_GE(whole.size(), 5U) << "fields, history, statistics and their index";
    break_off("max_steps-16", 9);
    const auto listed = run(file, {"--dry-run"});
    EXPECT_THAT(listed.out, HasSubstr("max_steps-16  interrupted, has checkpoints"));
    const auto outcome = run(file);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("going on from checkpoint_000000000009.state: step 9 at "));
    EXPECT_EQ(contents("max_steps-16"), whole);
    EXPECT_EQ(report("max_steps-16")["run"]["first_step"], 9);
    EXPECT_EQ(report("max_steps-16")["run"]["steps"], 16);
    EXPECT_EQ(report("max_steps-2")["run"]["restarted_from"], nullptr);

    break_off("max_steps-16", 9);
    const auto forced = run(file, {"--force"});
    EXPECT_EQ(forced.code, 0) << forced.err;
    EXPECT_EQ(report("max_steps-16")["run"]["first_step"], 0);
}

TEST_F(StudyRestart, passes_over_checkpoints_that_are_damaged_or_at_the_end)
{
    const std::string file = write_flow("12");
    ASSERT_EQ(run(file).code, 0);
    const auto whole = contents("max_steps-12");
    break_off("max_steps-12", 12);  // its results were not written
    test::write_file(member("max_steps-12") / "checkpoint_000000000011.state", "nonsense");
    const auto outcome = run(file);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr("checkpoint_000000000012.state' is passed over (the case ends there, "));
    EXPECT_THAT(outcome.err,
                HasSubstr("checkpoint_000000000011.state' is damaged (it has not the first line"));
    EXPECT_THAT(outcome.err, HasSubstr("going on from checkpoint_000000000010.state"));
    EXPECT_EQ(contents("max_steps-12"), whole);
    const json run_of = report("max_steps-12")["run"];
    const json study = json::parse(test::text_of(temporary_.path() / "out/s/study.json"));
    EXPECT_DOUBLE_EQ(study["members"][0]["figures"]["ms_per_step"],
                     run_of["seconds"].get<double>() * 1e3 / 2.0)
        << "two of the steps were timed";

    break_off("max_steps-12", 12);
    for (const std::filesystem::path& path : checkpoints("max_steps-12")) {
        test::write_file(path, "nonsense");
    }
    const auto anew = run(file);
    ASSERT_EQ(anew.code, 0) << anew.err;
    EXPECT_THAT(anew.err, HasSubstr("max_steps-12': beginning anew"));
    EXPECT_EQ(contents("max_steps-12"), whole);
}

TEST_F(StudyRestart, refuses_a_member_whose_case_has_changed)
{
    const std::string file = write_flow("8");
    for (const auto& [setting, difference] : std::vector<std::pair<std::string, std::string>>{
             {"fluid.viscosity=0.02",
              "in fluid the case has 'viscosity: 0.02', and the checkpoint "
              "'viscosity: 0.01'"},
             {"run.cfl=0.5", "in run the case has 'cfl: 0.5', and the checkpoint 'cfl: 0.9'"}}) {
        SCOPED_TRACE(setting);
        ASSERT_EQ(run(file, {"--force"}).code, 0);
        break_off("max_steps-8", 6);
        const auto refused = run(file, {"--set", setting});
        EXPECT_EQ(refused.code, 2);
        EXPECT_THAT(refused.err,
                    AllOf(HasSubstr("checkpoint_000000000006.state: the run cannot go on from this "
                                    "checkpoint: " +
                                    difference),
                          HasSubstr("restore the case, or begin anew with --force")));
        EXPECT_FALSE(checkpoints("max_steps-8").empty());
        const auto outcome = run(file, {"--set", setting, "--force"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, Not(HasSubstr("going on from")));
        EXPECT_EQ(report("max_steps-8")["run"]["first_step"], 0);
    }
}

TEST_F(StudyRestart, goes_on_with_a_himeno_member_that_a_signal_has_stopped)
{
    const std::string file = temporary_.write(
        "case.yaml",
        "name: s\nsolver: himeno\nbackend: cpu\ngrid: { cells: [64, 48, 40] }\n"
        "coefficients: { random: { seed: 3 } }\ncheckpoint: true\noutput: { picture: false }\n"
        "study: { run.sweeps: [5, 4000] }\n");
    ASSERT_EQ(run(file).code, 0);
    const auto whole = contents("sweeps-4000");
    test::RunningProgram program{{"run", file, "--ceiling", "none", "--force"}};
    ASSERT_TRUE(program.says("member 2 of 2: sweeps-4000", std::chrono::seconds{60}));
    program.signal(SIGTERM);
    const auto stopped = program.wait();
    ASSERT_EQ(stopped.code, 6) << stopped.err;
    EXPECT_EQ(report("sweeps-4000")["status"], "interrupted");
    const auto outcome = run(file);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("going on from checkpoint_"));
    EXPECT_EQ(contents("sweeps-4000"), whole);
    EXPECT_EQ(report("sweeps-4000")["run"]["sweeps"], 4000);
    EXPECT_NE(report("sweeps-4000")["restarted_from"], nullptr);
}

}  // namespace
}  // namespace tobiuo
