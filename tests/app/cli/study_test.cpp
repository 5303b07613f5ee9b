// SPDX-License-Identifier: BSD-3-Clause
// `run` and `check` with a study, as a user calls them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/run/study/earlier_results.hpp"
#include "tests/support/program.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class StudyProgram : public ::testing::Test {
protected:
    std::string write(const std::string& study,
                      const std::string& common = "source: \"sin(2*pi*x)\"\n")
    {
        return temporary_.write("case.yaml",
                                "name: s\nsolver: poisson\ngrid: { cells: [8] }\n" + common +
                                    "backend: cpu\noutput: { picture: false }\n" + study);
    }
    [[nodiscard]] std::filesystem::path folder() const { return temporary_.path() / "out/s"; }
    [[nodiscard]] json study_json() const
    {
        return json::parse(test::text_of(folder() / "study.json"));
    }
    [[nodiscard]] bool has_results(const std::string& member) const
    {
        return std::filesystem::exists(folder() / member / "manifest.json");
    }

    test::TemporaryFolder temporary_;
    /// Whether members that are done are known by the revision of the program.
    bool identified_ = has_identified_revision();

private:
    /// The revision is what `--version` has in parentheses.
    static bool has_identified_revision()
    {
        const std::string said = test::run_program({"--version"}).out;
        const std::size_t begin = said.find('(') + 1;
        return is_identified(said.substr(begin, said.find(')') - begin));
    }
};

TEST_F(StudyProgram, the_shipped_study_shows_the_orders_of_the_operators)
{
    const auto outcome = test::run_program(
        {"run", test::source_dir() / "configs/study-poisson-orders.yaml", "--output",
         temporary_.path() / "out", "--set", "backend=cpu", "--ceiling", "none", "-q"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("9 members of poisson by method.operator and grid.cells, "
                                       "done\n"));
    const auto results = temporary_.path() / "out/study-poisson-orders";
    const json study = json::parse(test::text_of(results / "study.json"));
    ASSERT_EQ(study["convergence"].size(), 3U);
    const std::vector<double> theory{2.0, 4.0, 2.0};
    constexpr double near = 0.1;  // that an observed order may differ from theory
    for (std::size_t n = 0; n < theory.size(); ++n) {
        const json& points = study["convergence"][n]["points"];
        ASSERT_EQ(points.size(), 3U);
        EXPECT_NEAR(points[1]["order"], theory[n], near);
        EXPECT_NEAR(points[2]["order"], theory[n], near);
    }
    for (const json& member : study["members"]) {
        const auto place = results / member["folder"].get<std::string>();
        EXPECT_TRUE(std::filesystem::exists(place / "p.vti")) << place;
    }
    EXPECT_EQ(test::text_of(results / "summary.txt"),
              outcome.out.substr(outcome.out.find("study-poisson-orders: 9 members")));
    EXPECT_EQ(json::parse(test::text_of(results / "manifest.json"))["files"].size(), 4U);
    const std::string page = test::text_of(results / "report.html");
    EXPECT_THAT(page, HasSubstr("<title>tobiuo: study-poisson-orders</title>"));
    EXPECT_THAT(page, HasSubstr("\"convergence\":[{\"label\":\"operator second-order\""));
    EXPECT_THAT(page, HasSubstr("\"label\":\"operator-spectral_cells-64x64\""));
    const auto again = test::run_program({"report", results});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(test::text_of(results / "report.html"), page);
}

TEST_F(StudyProgram, a_member_that_fails_does_not_end_the_others)
{
    const std::string file =
        write("study: { source: [\"1/x + 1/(x - 0.5625)\", x, \"cos(2*pi*x)\"] }\n", "");
    const auto outcome = test::run_program({"run", file, "--ceiling", "none"});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_FALSE(has_results("source-1-x-1-x--0.5625-"));
    EXPECT_TRUE(has_results("source-x"));
    EXPECT_TRUE(has_results("source-cos-2-pi-x-"));
    const json study = study_json();
    EXPECT_EQ(study["status"], "failed");
    EXPECT_EQ(study["members"][0]["status"], "bad input");
    EXPECT_EQ(study["members"][0]["exit_code"], 2);
    EXPECT_EQ(study["members"][2]["status"], "done");
}

TEST_F(StudyProgram, members_that_are_done_are_not_run_again)
{
    const std::string file = write("study: { run.repeat: [1, 2] }\n");
    ASSERT_EQ(test::run_program({"run", file, "--ceiling", "none"}).code, 0);
    const auto kept = test::text_of(folder() / "repeat-2" / "report.json");

    const auto again = test::run_program(
        {"run", file, "--ceiling", "none", "--set", "study.run.repeat=[1, 2, 3]"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_TRUE(has_results("repeat-3"));
    const json study = study_json();
    EXPECT_EQ(study["status"], "done");
    EXPECT_EQ(study["members"][1]["earlier"], identified_);
    EXPECT_EQ(study["members"][2]["earlier"], false);
    EXPECT_EQ(study["members"][1]["figures"]["ms_per_solve"].is_number(), true);
    EXPECT_EQ(test::text_of(folder() / "repeat-2" / "report.json") == kept, identified_);
    EXPECT_EQ(again.err.find("are run again: the revision ") != std::string::npos, !identified_)
        << again.err;

    EXPECT_EQ(test::run_program({"run", file, "--ceiling", "none", "--force"}).code, 0);
    EXPECT_EQ(study_json()["members"][1]["earlier"], false);
}

TEST_F(StudyProgram, results_of_another_case_are_replaced_by_force_only)
{
    const std::string file = write("study: { run.repeat: [1, 2] }\n");
    ASSERT_EQ(test::run_program({"run", file, "--ceiling", "none"}).code, 0);
    const auto before = test::text_of(folder() / "study.json");
    const std::vector<std::string> other{"run", file, "--ceiling", "none", "--set", "source=0"};
    const auto refused = test::run_program(other);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("repeat-1: the results of an earlier run of another case, "
                                       "or of input files that have changed since, are here (and "
                                       "such ones of 1 more members): replace those of all "
                                       "members with --force"));
    EXPECT_EQ(test::text_of(folder() / "study.json"), before);

    auto forced = other;
    forced.emplace_back("--force");
    EXPECT_EQ(test::run_program(forced).code, 0);
}

TEST_F(StudyProgram, nothing_is_run_if_a_member_is_refused)
{
    const auto outcome =
        test::run_program({"run", write("study: { run.repeat: [1, 0] }\n"), "--ceiling", "none"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:7:26: run.repeat: expected an integer from 1"));
    EXPECT_THAT(outcome.err, HasSubstr("(of the member repeat-0)"));
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
}

TEST_F(StudyProgram, a_restart_and_several_ranks_are_refused)
{
    const std::string file = write("study: { run.repeat: [1, 2] }\n");
    const auto restarted = test::run_program({"run", file, "--restart"});
    EXPECT_EQ(restarted.code, 2);
    EXPECT_THAT(restarted.err, HasSubstr("case.yaml:7:1: study: --restart goes on with one case"));
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
    const auto tuned = test::run_program({"tune", "poisson", file});
    EXPECT_EQ(tuned.code, 2);
    EXPECT_THAT(tuned.err, HasSubstr("case.yaml:7:1: study: this file stands for several cases"));
}

TEST_F(StudyProgram, a_dry_run_lists_the_members_and_a_check_checks_them)
{
    const std::string file = write("study: { grid.cells: [[8], [1000000]] }\n");
    const auto listed = test::run_program({"run", file, "--dry-run", "--ceiling", "none"});
    EXPECT_EQ(listed.code, 0) << listed.err;
    EXPECT_THAT(listed.out, HasSubstr("s: 2 members in "));
    EXPECT_THAT(listed.out, HasSubstr("\n  cells-8        to be run"));
    EXPECT_THAT(listed.out, HasSubstr("\n  cells-1000000  to be run"));
    EXPECT_THAT(listed.out, HasSubstr("solves                 1"));

    const auto checked = test::run_program({"check", file, "--ceiling", "none"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("2 members of s:\n  cells-8        done (0)\n"));
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
}

TEST_F(StudyProgram, a_signal_ends_it_after_the_member_and_a_second_call_goes_on)
{
    const std::string file = write("study: { run.repeat: [1, 1000000, 2] }\n");
    test::RunningProgram program{{"run", file, "--ceiling", "none"}};
    ASSERT_TRUE(program.says("member 2 of 3: repeat-1000000", std::chrono::seconds{60}));
    program.signal(SIGTERM);
    const auto stopped = program.wait();
    EXPECT_EQ(stopped.code, 6) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("the study was stopped by SIGTERM"));
    EXPECT_THAT(stopped.out, HasSubstr("not run"));
    EXPECT_EQ(study_json()["status"], "interrupted");
    EXPECT_EQ(study_json()["members"][0]["status"], "done");
    EXPECT_EQ(study_json()["members"][1]["status"], "interrupted");
    EXPECT_EQ(study_json()["members"][2]["exit_code"], nullptr);
    EXPECT_FALSE(has_results("repeat-2"));

    const auto rest =
        test::run_program({"run", file, "--ceiling", "none", "--set", "study.run.repeat=[1, 2]"});
    EXPECT_EQ(rest.code, 0) << rest.err;
    EXPECT_TRUE(has_results("repeat-2"));
    EXPECT_EQ(study_json()["members"][0]["earlier"], identified_);
}

TEST_F(StudyProgram, stands_beside_other_files_of_a_command)
{
    const std::string study = write("study: { run.repeat: [1, 2] }\n");
    const std::string one = temporary_.write(
        "one.yaml", "name: one\nsolver: poisson\ngrid: { cells: [8] }\nsource: x\nbackend: cpu\n");
    const auto outcome = test::run_program({"run", study, one, "--ceiling", "none"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("2 cases:\n  " + study + "  done (0)\n"));
    EXPECT_TRUE(has_results("repeat-2"));

    const auto plain = temporary_.write(
        "plain.yaml", "name: s\nsolver: poisson\ngrid: { cells: [8] }\nsource: x\nbackend: cpu\n");
    EXPECT_THAT(test::run_program({"run", study, plain, "--force"}).err,
                HasSubstr("plain.yaml: has the folder of results of "));
    std::filesystem::remove_all(folder());
    ASSERT_EQ(test::run_program({"run", plain, "--ceiling", "none"}).code, 0);
    const auto refused = test::run_program({"run", study, "--ceiling", "none"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("the results of an earlier run that was no study are here"));
    EXPECT_TRUE(std::filesystem::exists(folder() / "p.vti"));
}

}  // namespace
}  // namespace tobiuo
