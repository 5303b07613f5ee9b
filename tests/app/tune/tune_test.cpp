// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo tune himeno` writes wisdom, and `tobiuo run` follows it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

class TuneCommand : public ::testing::Test {
protected:
    void SetUp() override
    {
        case_ = temporary_.write("case.yaml",
                                 "name: t\nsolver: himeno\ngrid: { preset: XS }\n"
                                 "run: { sweeps: 3 }\nbackend: cpu\n");
    }

    [[nodiscard]] test::Outcome tune(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), {"tune", "himeno", "--wisdom", wisdom()});
        return test::run_program(arguments);
    }

    /// Runs the case; returns its log and the part of its report about the kernel.
    [[nodiscard]] std::pair<std::string, Json> run(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), {"run", case_, "--force"});
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const auto report = temporary_.path() / "out" / "t" / "report.json";
        return {outcome.err, Json::parse(test::text_of(report))["kernel"]};
    }

    /// The output of `check` for the case, in which the choice is a line.
    [[nodiscard]] std::string check(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), {"check", case_});
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.err + outcome.out;
    }

    /// Rewrites the wisdom so that every decision has this value of `key`.
    void set_in_wisdom(const std::string& key, const Json& value) const
    {
        Json json = Json::parse(test::text_of(wisdom()));
        for (Json& decision : json["decisions"]) {
            decision[key] = value;
        }
        test::write_file(wisdom(), json.dump());
    }

    [[nodiscard]] std::string wisdom() const { return temporary_.path() / "wisdom.json"; }

    test::TemporaryFolder temporary_;
    std::string case_;
};

TEST_F(TuneCommand, writes_wisdom_that_a_run_follows_and_reports)
{
    const std::string json = temporary_.path() / "tune.json";
    const auto tuned =
        tune({"--sizes", "XS", "--backends", "cpu", "--budget", "0.1", "--json", json});
    ASSERT_EQ(tuned.code, 0) << tuned.err;
    EXPECT_TRUE(has(tuned.out, "as the twin")) << tuned.out;
    EXPECT_TRUE(has(tuned.out, "XS, one-sweep: ")) << tuned.out;
    EXPECT_TRUE(has(tuned.out, "compile ")) << tuned.out;
    const Json task = Json::parse(test::text_of(json))["tasks"].at(0);
    EXPECT_EQ(task["values"], (Json{64, 32, 32}));
    EXPECT_FALSE(task["trials"].empty());

    set_in_wisdom("kernel", "blocked");
    set_in_wisdom("parameters", {{"stores", "streaming"}});
    const auto [log, kernel] = run({"--wisdom", wisdom()});
    EXPECT_TRUE(has(log, "kernel blocked stores=streaming: from wisdom of ")) << log;
    EXPECT_EQ(kernel["parameters"]["stores"], "streaming");
    EXPECT_TRUE(has(kernel["plan"], "streaming stores"));
    EXPECT_GT(kernel["wisdom"]["gflops"], 0.0);
    EXPECT_GE(kernel["wisdom"]["candidates"], 1);
    EXPECT_EQ(kernel["wisdom"]["engine"], "stencil 1");
}

TEST_F(TuneCommand, a_run_without_wisdom_takes_the_default_and_names_the_tuner)
{
    const auto [log, kernel] = run({"--wisdom", wisdom()});
    EXPECT_TRUE(has(log, "no wisdom for this size; `tobiuo tune himeno` may find better")) << log;
    EXPECT_EQ(kernel["wisdom"], nullptr);
    EXPECT_EQ(kernel["name"], "blocked");
}

TEST_F(TuneCommand, a_case_that_says_more_than_wisdom_is_obeyed)
{
    ASSERT_EQ(tune({"--case", case_, "--kernels", "blocked", "--budget", "0.01"}).code, 0);
    set_in_wisdom("parameters", {{"stores", "streaming"}});
    const auto choice = [&](const std::string& key) {
        return check({"--wisdom", wisdom(), "--set", key});
    };
    const std::string from_wisdom = "kernel blocked stores=streaming: from wisdom of ";
    EXPECT_TRUE(has(choice("kernel.name=auto"), from_wisdom));
    EXPECT_TRUE(has(choice("kernel.name=blocked"), from_wisdom));
    EXPECT_TRUE(has(choice("kernel.stores=streaming"), from_wisdom));
    EXPECT_TRUE(has(choice("kernel.stores=cached"),
                    "kernel blocked stores=cached: the wisdom for "
                    "this size does not fit the case"));
    EXPECT_TRUE(has(choice("kernel.name=twin"), "kernel twin: the case says so"));
    EXPECT_TRUE(has(choice("method.precision=double"), "kernel blocked: no wisdom for this size"));
    EXPECT_TRUE(has(check({"--no-wisdom"}), "kernel blocked: wisdom is not asked"));
}

TEST_F(TuneCommand, wisdom_that_does_not_fit_is_warned_of_and_not_used)
{
    ASSERT_EQ(tune({"--case", case_, "--kernels", "blocked", "--budget", "0.01"}).code, 0);
    const std::string good = test::text_of(wisdom());
    const std::vector<std::pair<std::string, Json>> changes{
        {"kernel", "gone"},
        {"parameters", {{"stores", "soaked"}}},
        {"parameters", {{"gone", "1"}}},
        {"conditions", "3 threads of another life"},
        {"engine", "stencil 0"},
        {"gflops", "fast"}};
    for (const auto& [key, value] : changes) {
        test::write_file(wisdom(), good);
        set_in_wisdom(key, value);
        const std::string said = check({"--wisdom", wisdom()});
        EXPECT_TRUE(has(said, "warning: the wisdom ")) << key << ": " << said;
        EXPECT_TRUE(has(said, "not used")) << key << ": " << said;
        EXPECT_TRUE(has(said, "kernel blocked: ")) << key << ": " << said;
    }
}

TEST_F(TuneCommand, a_dry_run_lists_the_candidates_and_writes_nothing)
{
    const auto outcome = tune({"--sizes", "M", "--backends", "cpu", "--dry-run"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(has(outcome.out, "M  blocked stores=streaming\n")) << outcome.out;
    EXPECT_FALSE(std::filesystem::exists(wisdom()));
}

TEST_F(TuneCommand, bad_options_are_refused_before_any_work)
{
    const std::vector<std::pair<std::vector<std::string>, std::string>> bad{
        {{"--sizes", "Q"}, "unknown size 'Q'"},
        {{"--kernels", "blokced"}, "did you mean 'blocked'?"},
        {{"--budget", "0"}, "--budget"},
        {{"--case", case_, "--sizes", "S"}, "--case"},
        {{"--set", "run.sweeps=3"}, "--case"},
        {{"--case", case_ + ".gone"}, "case.yaml.gone"}};
    for (const auto& [arguments, sentence] : bad) {
        const auto outcome = tune(arguments);
        EXPECT_EQ(outcome.code, 2) << sentence;
        EXPECT_TRUE(has(outcome.err, sentence)) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(wisdom())) << sentence;
    }
    const auto both = test::run_program({"run", case_, "--no-wisdom", "--wisdom", wisdom()});
    EXPECT_EQ(both.code, 2);
}

TEST_F(TuneCommand, a_place_that_cannot_be_written_is_refused_before_any_work)
{
    const auto outcome = test::run_program({"tune", "himeno", "--sizes", "XS", "--backends", "cpu",
                                            "--wisdom", case_ + "/wisdom.json"});
    EXPECT_EQ(outcome.code, 4);
    EXPECT_TRUE(has(outcome.err, "could not write the wisdom")) << outcome.err;
    EXPECT_EQ(outcome.out, "");
}

TEST_F(TuneCommand, has_help_with_an_example)
{
    for (const std::vector<std::string>& command : {std::vector<std::string>{"tune", "--help"},
                                                    {"tune", "himeno", "--help"},
                                                    {"tune", "fft", "--help"}}) {
        const auto outcome = test::run_program(command);
        EXPECT_EQ(outcome.code, 0);
        EXPECT_TRUE(has(outcome.out, "Example: tobiuo tune ")) << outcome.out;
    }
}

TEST_F(TuneCommand, a_case_of_another_solver_has_nothing_to_tune)
{
    const auto other = temporary_.write("poisson.yaml",
                                        "name: t\nsolver: poisson\ngrid: { cells: [8, 8, 8] }\n"
                                        "source: 1\n");
    const auto outcome = tune({"--case", other});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(has(outcome.err, "poisson.yaml: is no case of solver: himeno")) << outcome.err;
}

TEST(TunePoissonCommand, sends_cases_of_other_solvers_where_they_can_be_tuned)
{
    const test::TemporaryFolder temporary;
    const auto flow = temporary.write("flow.yaml",
                                      "name: f\nsolver: flow\ngrid: { cells: [4, 4] }\n"
                                      "fluid: { viscosity: 1 }\nrun: { until: 1 }\n");
    const auto of_flow = test::run_program({"tune", "poisson", flow});
    EXPECT_EQ(of_flow.code, 2);
    EXPECT_TRUE(has(of_flow.err, "flows are not tuned")) << of_flow.err;
    EXPECT_FALSE(has(of_flow.err, "tune himeno")) << of_flow.err;
    const auto himeno =
        temporary.write("himeno.yaml", "name: h\nsolver: himeno\ngrid: { preset: XS }\n");
    EXPECT_TRUE(has(test::run_program({"tune", "poisson", himeno}).err, "`tobiuo tune himeno"));
}

TEST(TunePoissonCommand, has_an_example_that_is_shipped)
{
    const std::string help = test::run_program({"tune", "poisson", "--help"}).out;
    const std::string before = "Example: tobiuo tune poisson ";
    const std::size_t at = help.find(before);
    ASSERT_NE(at, std::string::npos) << help;
    const std::size_t begin = at + before.size();
    const std::string file = help.substr(begin, help.find_first_of(" \n", begin) - begin);
    EXPECT_TRUE(std::filesystem::exists(test::source_dir() / file)) << file;
}

}  // namespace
}  // namespace tobiuo
