// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints of flow runs, and runs that go on from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A flow with noise, a moving wall, an inlet and two outflows, one of them at a lower face.
constexpr const char* lively =
    "grid: { cells: [16, 12, 8] }\nfluid: { viscosity: 0.002 }\n"
    "faces:\n"
    "  x: { lower: outflow, upper: outflow }\n"
    "  y: { lower: { kind: inflow, velocity: [0, \"abs(x - 0.5) < 0.2\", 0] }, upper: { kind: "
    "no-slip, velocity: [0.5, 0, 0] } }\n"
    "initial: { noise: { amplitude: 0.1, seed: 3 } }\n"
    "checkpoint: { every: 1 h }\n";

class FlowRestart : public test::FlowCaseRun {
protected:
    /// The files of a run that does not depend on its time, by name.
    [[nodiscard]] std::vector<std::string> contents(const std::vector<std::string>& names) const
    {
        std::vector<std::string> all;
        for (const std::string& name : names) {
            all.push_back(result(name));
            EXPECT_NE(all.back(), "") << name;
        }
        return all;
    }

    [[nodiscard]] std::vector<std::string> checkpoints() const
    {
        std::vector<std::string> found;
        for (const std::string& name : names_in_results()) {
            if (name.starts_with("checkpoint_")) {
                found.push_back(name);
            }
        }
        std::ranges::sort(found);
        return found;
    }
};

const std::vector<std::string> compared{"history.csv",    "results.pvd",    "flow_00000.vti",
                                        "flow_00001.vti", "flow_00002.vti", "flow.png"};

TEST_F(FlowRestart, half_the_steps_and_half_after_a_restart_give_the_same_bits)
{
    for (const std::string method :
         {"precision: double", "precision: single", "implicit_diffusion: x", "projections: one",
          "projections: one, precision: single", "closed_tolerance: 1e-7",
          "closed_tolerance: 1e-5, precision: single"}) {
        SCOPED_TRACE(method);
        const std::string of_ball = method.starts_with("closed") ? "method: closed, " : "";
        const std::string text =
            std::string{lively} + "method: { " + method +
            " }\nrun: { max_steps: 40 }\n"
            "output: { every: 0.4, history_every: 3, gradients_every: 6, fields: [velocity, p, "
            "scalar] }\n"
            "scalar: { diffusivity: 0.01, buoyancy: [0, 0, 1], faces: { y: { lower: { value: 1 } "
            "} }, initial: \"x*z\" }\n"
            "statistics: { axis: y, from: 0.2, every: 3 }\n"
            "probes: { every: 2, points: { jet: [0.5, 0.1, 0.25], edge: [1, 0.7, 0] } }\n"
            "obstacles: { ball: { inside: \"(x-0.5)^2 + (y-0.4)^2 + (z-0.25)^2 < 0.03\", " +
            of_ball + "velocity: [0.4-y, x-0.5, 0], scalar_value: 2 } }\n";
        ASSERT_EQ(run(text, {"--force"}).code, 0);
        std::vector<std::string> all = compared;
        all.insert(all.end(), {"statistics.csv", "probes.csv"});
        const std::vector<std::string> whole = contents(all);
        ASSERT_EQ(run(text, {"--force", "--set", "run.max_steps=20"}).code, 0);
        EXPECT_EQ(checkpoints(), std::vector<std::string>{"checkpoint_000000000020.state"});
        const auto outcome = restart();
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("going on from checkpoint_000000000020.state: step 20"));
        EXPECT_EQ(contents(all), whole);
        EXPECT_EQ(report()["run"]["first_step"], 20);
        EXPECT_EQ(report()["run"]["restarted_from"], "checkpoint_000000000020.state");
        EXPECT_EQ(report()["run"]["steps"], 40);
        EXPECT_THAT(checkpoints(),
                    ElementsAre("checkpoint_000000000020.state", "checkpoint_000000000040.state"));
    }
}

/// Sources with the time know it after a restart.
TEST_F(FlowRestart, sources_that_change_go_on_with_the_same_bits)
{
    const std::string text =
        "grid: { cells: [12, 10, 8] }\n"
        "fluid: { viscosity: 0.01, force: [\"sin(2*pi*y)*cos(9*t)\", 0, \"exp(-t)*x\"], rotation: "
        "[0.1, 0, 2] }\n"
        "scalar: { diffusivity: 0.01, source: \"x - t\", mean_gradient: [0, 1, 0] }\n"
        "sponge: { rate: \"10*x\", velocity: [\"sin(t)\", 0, 0], scalar: 0.5 }\n"
        "initial: { u: \"sin(2*pi*z)\" }\nrun: { max_steps: 20, time_step: 0.01 }\n"
        "output: { fields: [velocity, scalar] }\ncheckpoint: { every: 1 h }\n";
    const std::vector<std::string> all{"history.csv", "flow_00000.vti"};
    ASSERT_EQ(run(text, {"--force"}).code, 0);
    const std::vector<std::string> whole = contents(all);
    ASSERT_EQ(run(text, {"--force", "--set", "run.max_steps=9"}).code, 0);
    const auto outcome = restart();
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(all), whole);
}

/// The viscosity of eddies is found anew, the step that it limits is chosen as it was.
TEST_F(FlowRestart, eddies_go_on_with_the_same_bits)
{
    const std::string text =
        "grid: { cells: [12, 10, 8] }\n"
        "fluid: { viscosity: 0.001, more_viscosity: \"0.001*(1 + sin(9*t))\",\n"
        "  viscosity_of_scalar: \"0.001*exp(s)\" }\n"
        "scalar: { diffusivity: 0.01, initial: \"z\" }\n"
        "eddies: { model: smagorinsky, constant: 2 }\n"
        "faces: { z: { lower: { kind: no-slip, roughness: 0.01 }, upper: free-slip } }\n"
        "initial: { u: \"1 + sin(2*pi*z)\", v: \"sin(2*pi*x)\" }\nrun: { max_steps: 20 }\n"
        "output: { fields: [velocity] }\ncheckpoint: { every: 1 h }\n";
    const std::vector<std::string> all{"history.csv", "flow_00000.vti"};
    ASSERT_EQ(run(text, {"--force"}).code, 0);
    const std::vector<std::string> whole = contents(all);
    ASSERT_EQ(run(text, {"--force", "--set", "run.max_steps=9"}).code, 0);
    const auto outcome = restart();
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(all), whole);
}

/// One line for a job that is submitted again and again: it begins, goes on, and does nothing.
TEST_F(FlowRestart, continue_begins_goes_on_and_ends)
{
    const std::string text =
        std::string{lively} + "run: { max_steps: 30 }\noutput: { history_every: 3 }\n";
    ASSERT_EQ(run(text, {"--force"}).code, 0);
    const std::vector<std::string> whole = contents({"history.csv"});
    std::filesystem::remove_all(results());
    auto outcome = run(text, {"--continue", "--set", "run.max_steps=12"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    outcome = run(text, {"--continue"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("going on from checkpoint_000000000012.state"));
    EXPECT_EQ(contents({"history.csv"}), whole);
    outcome = run(text, {"--continue"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("t is done"));
    // Results of another case without checkpoints are not replaced unasked.
    for (const std::string& name : checkpoints()) {
        std::filesystem::remove(results() / name);
    }
    outcome = run(text, {"--continue", "--set", "fluid.viscosity=0.1"});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    outcome = run(text, {"--continue", "--restart"});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
}

/// Neither is a checkpoint that cannot be read, nor results of another solver beside one.
TEST_F(FlowRestart, continue_replaces_nothing_unasked)
{
    const std::string text =
        std::string{lively} +
        "run: { max_steps: 6, wall_time: 1 h }\noutput: { history_every: 3 }\n";
    ASSERT_EQ(run(text, {"--set", "run.max_steps=4"}).code, 0);
    auto outcome =
        run(text, {"--continue", "--set", "run.max_steps=4", "--set", "run.wall_time=2 h"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("t is done"));
    const std::string checkpoint = checkpoints().front();
    std::string bytes = result(checkpoint);
    bytes.back() = static_cast<char>(~bytes.back());
    test::write_file(results() / checkpoint, bytes);
    const std::string history = result("history.csv");
    outcome = run(text, {"--continue"});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(result("history.csv"), history);
    EXPECT_EQ(checkpoints().size(), 1U);
    test::write_file(temporary_.path() / "case.yaml",
                     "name: t\nsolver: poisson\nbackend: cpu\ngrid: { cells: [8, 8] }\n"
                     "boundary: { x: dirichlet }\nsource: \"x\"\n");
    outcome = test::run_program({"run", temporary_.path() / "case.yaml", "--continue"});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(result("history.csv"), history);
}

/// A run that has used its wall time ends as by a signal, and goes on from there.
TEST_F(FlowRestart, wall_time_ends_a_run_early_enough)
{
    const std::string text = std::string{lively} + "run: { max_steps: 60, wall_time: 0.001 s }\n";
    const auto outcome = run(text);
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("stopped by run.wall_time = 0.001 s after step "));
    EXPECT_EQ(checkpoints().size(), 1U);
    EXPECT_EQ(report()["status"], "interrupted");
    const auto more =
        run(text, {"--continue", "--set", "run.wall_time=1 h", "--set", "run.max_steps=20"});
    EXPECT_EQ(more.code, 0) << more.err;
    EXPECT_EQ(report()["run"]["steps"], 20);
}

TEST_F(FlowRestart, a_signal_costs_no_bit)
{
    const std::string text =
        std::string{lively} + "run: { until: 2 }\noutput: { every: 1, history_every: 100 }\n";
    ASSERT_EQ(run(text, {"--set", "grid.cells=[48,32,32]"}).code, 0);
    const std::vector<std::string> whole = contents(compared);
    test::RunningProgram program{
        {"run", temporary_.path() / "case.yaml", "--force", "--set", "grid.cells=[48,32,32]"}};
    ASSERT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(SIGTERM);
    ASSERT_EQ(program.wait().code, 6);
    ASSERT_EQ(checkpoints().size(), 1U);
    const auto outcome = restart({"grid.cells=[48,32,32]"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(compared), whole);
}

TEST_F(FlowRestart, a_signal_leaves_time_for_the_step_that_makes_the_pressure)
{
    const std::string text = std::string{lively} + "run: { max_steps: 500 }\n";
    const std::vector<std::string> large{"--set", "grid.cells=[48,32,32]", "--set"};
    std::vector<std::string> arguments = large;
    arguments.emplace_back("run.max_steps=1");
    ASSERT_EQ(run(text, arguments).code, 0);
    arguments = {"run", temporary_.path() / "case.yaml", "--restart", "--set",
                 "grid.cells=[48,32,32]"};
    test::RunningProgram program{arguments};
    ASSERT_TRUE(program.says("flow 48x32x32", std::chrono::seconds{60}));
    program.signal(SIGTERM);  // before its first step
    ASSERT_EQ(program.wait().code, 6);
    EXPECT_GT(report()["run"]["steps"], 1);
    EXPECT_NE(field("flow_00000.vti", "p"), std::vector<double>(48 * 32 * 32));
}

TEST_F(FlowRestart, a_killed_run_goes_on_with_the_series_that_it_had_written)
{
    const std::string text =
        std::string{lively} + "run: { until: 2 }\noutput: { every: 1, history_every: 100 }\n";
    const std::vector<std::string> steady{"--set", "grid.cells=[48,32,32]", "--set",
                                          "checkpoint.every=0.1 s"};
    ASSERT_EQ(run(text, steady).code, 0);
    const std::vector<std::string> whole = contents(compared);
    std::vector<std::string> arguments{"run", temporary_.path() / "case.yaml", "--force",
                                       "--verbose"};
    arguments.insert(arguments.end(), steady.begin(), steady.end());
    test::RunningProgram program{arguments};
    ASSERT_TRUE(program.says("wrote a checkpoint", std::chrono::seconds{60}));
    program.signal(SIGKILL);
    EXPECT_EQ(program.wait().code, -SIGKILL);
    const auto outcome = restart({"grid.cells=[48,32,32]"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(compared), whole);
    EXPECT_GT(report()["run"]["first_step"], 0);
}

TEST_F(FlowRestart, damaged_checkpoints_are_named_and_passed_over)
{
    const std::string text = std::string{lively} + "run: { max_steps: 4 }\n";
    ASSERT_EQ(run(text).code, 0);
    ASSERT_EQ(restart({"run.max_steps=6"}).code, 0);
    const auto newest = results() / "checkpoint_000000000006.state";
    std::string bytes = test::text_of(newest);
    bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
    test::write_file(newest, bytes);
    const auto flipped = restart({"run.max_steps=8"});
    EXPECT_EQ(flipped.code, 0) << flipped.err;
    EXPECT_THAT(flipped.err,
                HasSubstr("checkpoint_000000000006.state' is damaged (the SHA-256 of a "
                          "block is not that of its content): passing over it"));
    EXPECT_THAT(flipped.err, HasSubstr("going on from checkpoint_000000000004.state"));
    std::vector<std::string> names = checkpoints();
    test::write_file(results() / names.at(0), "nonsense");
    const auto last = results() / names.at(1);
    test::write_file(last, test::text_of(last).substr(0, 200));
    const auto none = restart({"run.max_steps=8"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("there is no checkpoint to go on from"));
}

TEST_F(FlowRestart, a_checkpoint_whose_record_was_changed_is_damaged)
{
    ASSERT_EQ(run(std::string{lively} + "run: { max_steps: 4 }\n").code, 0);
    const auto path = results() / "checkpoint_000000000004.state";
    std::string bytes = test::text_of(path);
    bytes.replace(bytes.find("\"rate\":"), 7, "\"Rate\":");
    test::write_file(path, bytes);
    const auto outcome = restart({"run.max_steps=8"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("is damaged (its SHA-256 is not that of its content)"));
}

// If all of a sparse file were read, or a pipe were waited for, the test would take minutes.
TEST_F(FlowRestart, what_is_no_checkpoint_is_passed_over)
{
    ASSERT_EQ(run(std::string{lively} + "run: { max_steps: 4 }\n").code, 0);
    const auto good = results() / "checkpoint_000000000004.state";
    const std::string text = test::text_of(good);
    const auto named = [&](int step) {
        return results() / ("checkpoint_00000000000" + std::to_string(step) + ".state");
    };
    constexpr std::uintmax_t large = std::uintmax_t{20} << 30U;
    test::write_file(named(5), "");
    std::filesystem::resize_file(named(5), large);
    test::write_file(named(6), text);
    std::filesystem::resize_file(named(6), large);
    test::write_file(named(7), text.substr(0, text.find('{')));
    std::filesystem::resize_file(named(7), large);
    ASSERT_EQ(::mkfifo(named(8).c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", named(9));
    const auto outcome = restart({"run.max_steps=6"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("it has not as many values as it says): passing over it"));
    EXPECT_THAT(outcome.err, HasSubstr("it is a pipe, no regular file): passing over it"));
    EXPECT_THAT(outcome.err, HasSubstr("it is a link, no regular file): passing over it"));
    EXPECT_THAT(outcome.err, HasSubstr("going on from checkpoint_000000000004.state"));
}

TEST_F(FlowRestart, a_checkpoint_of_another_version_is_refused)
{
    ASSERT_EQ(run(std::string{lively} + "run: { max_steps: 4 }\n").code, 0);
    const auto path = results() / "checkpoint_000000000004.state";
    std::string bytes = test::text_of(path);
    bytes.replace(bytes.find("checkpoint-9"), 12, "checkpoint-8");
    test::write_file(path, bytes);
    EXPECT_THAT(restart({"run.max_steps=6"}).err,
                HasSubstr("it is of version 8 of such files, and this program reads version 9"));
}

TEST_F(FlowRestart, files_that_are_gone_are_told_in_one_sentence)
{
    const std::string series = "output: { every: 0.02, history_every: 100 }\n";
    ASSERT_EQ(run(std::string{lively} + "run: { max_steps: 40 }\n" + series).code, 0);
    int removed = 0;
    for (const std::string& name : names_in_results()) {
        removed += name.starts_with("flow_0") && std::filesystem::remove(results() / name) ? 1 : 0;
    }
    ASSERT_GT(removed, 3);
    const auto outcome = restart({"run.max_steps=42"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::size_t told = 0;
    for (std::size_t at = outcome.err.find("no longer there"); at != std::string::npos;
         at = outcome.err.find("no longer there", at + 1)) {
        ++told;
    }
    EXPECT_EQ(told, 1U) << outcome.err;
}

TEST_F(FlowRestart, a_finished_case_has_nothing_to_go_on_to)
{
    ASSERT_EQ(run(std::string{lively} + "run: { max_steps: 4 }\n").code, 0);
    const auto outcome = restart();
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("the checkpoint is of step 4 at time "));
    EXPECT_THAT(outcome.err, HasSubstr("make run.max_steps larger to go on"));
}

TEST_F(FlowRestart, only_the_newest_checkpoints_are_kept)
{
    ASSERT_EQ(run(std::string{lively} + "run: { max_steps: 30 }\n",
                  {"--set", "checkpoint.every=0.000001 s", "--set", "checkpoint.keep=3"})
                  .code,
              0);
    EXPECT_THAT(checkpoints(),
                ElementsAre("checkpoint_000000000028.state", "checkpoint_000000000029.state",
                            "checkpoint_000000000030.state"));
}

TEST_F(FlowRestart, checkpoints_of_an_unfinished_run_are_not_thrown_away_by_accident)
{
    const std::string text = std::string{lively} + "run: { max_steps: 4 }\n";
    ASSERT_EQ(run(text).code, 0);
    std::filesystem::remove(results() / "manifest.json");  // as if it had been killed
    const auto refused = run(text);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err,
                HasSubstr("a run that did not end left checkpoints here (the newest is "
                          "checkpoint_000000000004.state)"));
    EXPECT_EQ(run(text, {"--force", "--set", "checkpoint=false"}).code, 0);
    EXPECT_EQ(checkpoints(), std::vector<std::string>{});
}

TEST_F(FlowRestart, a_refused_run_leaves_the_fields_of_a_killed_one)
{
    const std::string text =
        std::string{lively} + "run: { until: 2 }\noutput: { every: 0.5, history_every: 100 }\n";
    const std::vector<std::string> steady{"--set", "grid.cells=[48,32,32]", "--set",
                                          "checkpoint.every=0.1 s"};
    ASSERT_EQ(run(text, steady).code, 0);
    const std::vector<std::string> whole = contents(compared);
    std::filesystem::remove_all(results());
    std::vector<std::string> arguments{"run", temporary_.path() / "case.yaml", "--verbose"};
    arguments.insert(arguments.end(), steady.begin(), steady.end());
    test::RunningProgram program{arguments};
    ASSERT_TRUE(program.says("wrote a checkpoint", std::chrono::seconds{60}));
    program.signal(SIGKILL);
    EXPECT_EQ(program.wait().code, -SIGKILL);
    const auto field = results() / ".unfinished" / "flow_00000.vti";
    ASSERT_TRUE(std::filesystem::exists(field));
    const auto refused = run(text, steady);
    EXPECT_EQ(refused.code, 2) << refused.err;
    EXPECT_TRUE(std::filesystem::exists(field));
    const auto outcome = restart({"grid.cells=[48,32,32]"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("is no longer there")));
    EXPECT_EQ(contents(compared), whole);
    EXPECT_FALSE(std::filesystem::exists(results() / ".unfinished"));
}

/// Leaves a finished run as if it had been killed before its results were whole.
void take_results_away(const std::filesystem::path& results)
{
    std::filesystem::create_directory(results / ".unfinished");
    for (const auto& entry : std::filesystem::directory_iterator{results}) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("flow_") || name == "results.pvd") {
            std::filesystem::rename(entry.path(), results / ".unfinished" / name);
        }
    }
    std::filesystem::remove(results / "manifest.json");
    test::write_file(results / ".unfinished" / ".tobiuo-0123456789abcdef.tmp", "half");
    test::write_file(results / ".tobiuo-0123456789abcdef.tmp", "half");
}

TEST_F(FlowRestart, a_run_that_was_killed_behind_its_last_checkpoint_is_finished)
{
    const std::string text =
        std::string{lively} + "run: { max_steps: 40 }\noutput: { every: 0.4 }\n";
    for (const std::string every : {"0.000001 s", "1 h"}) {  // several checkpoints, or one
        SCOPED_TRACE(every);
        ASSERT_EQ(run(text, {"--force", "--set", "checkpoint.every=" + every}).code, 0);
        const std::vector<std::string> whole = contents(compared);
        take_results_away(results());
        const auto outcome = restart();
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("is passed over (the case ends there, "));
        EXPECT_EQ(contents(compared), whole);
        for (const std::string& name : names_in_results()) {
            EXPECT_FALSE(name.starts_with(".")) << name;
        }
    }
}

TEST_F(FlowRestart, one_more_checkpoint_is_there_until_the_results_are_whole)
{
    const std::string text = std::string{lively} + "run: { max_steps: 30 }\n";
    ASSERT_EQ(
        run(text, {"--set", "checkpoint.every=0.000001 s", "--set", "checkpoint.keep=1"}).code, 0);
    EXPECT_THAT(checkpoints(), ElementsAre("checkpoint_000000000030.state"));
}

TEST_F(FlowRestart, a_flow_that_blows_up_keeps_its_last_good_checkpoint)
{
    const auto outcome =
        run("grid: { cells: [16, 16] }\nfluid: { viscosity: 0, force: [1000, 0, 0] }\n"
            "initial: { noise: { amplitude: 0.01 } }\nrun: { until: 10, time_step: 0.01 }\n"
            "checkpoint: { every: 0.000001 s }\n");
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--restart goes on from the checkpoint of step "));
    EXPECT_EQ(checkpoints().size(), 2U);
}

TEST_F(FlowRestart, a_poisson_case_has_no_checkpoints)
{
    test::write_file(temporary_.path() / "case.yaml",
                     "name: t\nsolver: poisson\ngrid: { cells: [4] }\nsource: 0\n");
    const auto outcome = restart();
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--restart: goes on from a checkpoint, and solver: poisson "
                                       "writes none"));
}

}  // namespace
}  // namespace tobiuo
