// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo report`: where its pages go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

class ReportCommand : public ::testing::Test {
protected:
    /// The folder of a small run.
    [[nodiscard]] std::filesystem::path run(const std::string& name) const
    {
        const auto path = temporary_.path() / (name + ".yaml");
        test::write_file(path, "name: " + name +
                                   "\nsolver: himeno\nbackend: cpu\ngrid: { cells: [9, 10, 11] }\n"
                                   "run: { sweeps: 3 }\n");
        EXPECT_EQ(test::run_program({"run", path, "-q", "--ceiling", "none"}).code, 0);
        return temporary_.path() / "out" / name;
    }

    test::TemporaryFolder temporary_;
};

TEST_F(ReportCommand, writes_the_page_of_a_run_as_the_run_did)
{
    const auto folder = run("a");
    const std::string page = test::text_of(folder / "report.html");
    std::filesystem::remove(folder / "report.html");
    EXPECT_EQ(test::run_program({"report", folder}).code, 0);
    EXPECT_EQ(test::text_of(folder / "report.html"), page);
}

TEST_F(ReportCommand, writes_several_runs_to_the_file_that_is_asked_for)
{
    const auto page = temporary_.path() / "both.html";
    EXPECT_EQ(test::run_program({"report", run("a"), run("b"), "--output", page}).code, 0);
    EXPECT_THAT(test::text_of(page), HasSubstr("<title>tobiuo: 2 results</title>"));
}

TEST_F(ReportCommand, writes_the_page_of_a_benchmark_beside_its_file)
{
    const auto json = temporary_.path() / "b.json";
    test::write_file(json, R"({"schema": "tobiuo-bench-himeno-1", "rows": []})");
    EXPECT_EQ(test::run_program({"report", json}).code, 0);
    EXPECT_THAT(test::text_of(temporary_.path() / "b.html"), HasSubstr("b.json"));
}

TEST_F(ReportCommand, refuses_a_folder_without_a_run_and_a_page_that_cannot_be_written)
{
    const auto none = test::run_program({"report", temporary_.path()});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("has no report.json"));
    const auto nowhere =
        test::run_program({"report", run("a"), "--output", "/no/such/folder/r.html"});
    EXPECT_EQ(nowhere.code, 4);
    EXPECT_THAT(nowhere.err, HasSubstr("--output"));
}

TEST_F(ReportCommand, replaces_pages_and_nothing_else)
{
    const auto a = run("a");
    const auto report = test::text_of(a / "report.json");
    for (const auto& file : {a / "report.json", a / "manifest.json", a / "history.csv",
                             temporary_.path() / "a.yaml"}) {
        const std::string before = test::text_of(file);
        const auto outcome = test::run_program({"report", a, "--output", file});
        EXPECT_EQ(outcome.code, 2) << file;
        EXPECT_THAT(outcome.err, HasSubstr("would be replaced")) << file;
        EXPECT_EQ(test::text_of(file), before) << file;
    }
    const auto b = run("b");
    EXPECT_EQ(test::run_program({"report", a, b, "--output", a / "report.html"}).code, 2)
        << "it is a result of the run";
    EXPECT_EQ(test::run_program({"report", a, "--output", a / "report.html"}).code, 0)
        << "it is the page of the run";
    const auto page = temporary_.path() / "page.html";
    EXPECT_EQ(test::run_program({"report", a, "--output", page}).code, 0);
    EXPECT_EQ(test::run_program({"report", a, b, "--output", page}).code, 0);
    test::write_file(a / "report.html", "the user's own");
    EXPECT_EQ(test::run_program({"report", a}).code, 2);
    EXPECT_EQ(test::text_of(a / "report.html"), "the user's own");
}

}  // namespace
}  // namespace tobiuo
