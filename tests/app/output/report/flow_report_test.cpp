// SPDX-License-Identifier: BSD-3-Clause
// report.json of a flow run and its document; what the program prints at the end.
#include "app/output/report/flow_report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/case/case.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/report/documented_keys.hpp"
#include "tests/support/source_dir.hpp"

namespace tobiuo {
namespace {

class FlowReportText : public ::testing::Test {
protected:
    FlowReportText()
    {
        case_.name = "t";
        flow_.box.grid = grid_of_cells({10, 10, 10}, Location::cell);
        flow_.noise.amplitude = 0.5;
        flow_.faces[1][0].kind = flow::FaceKind::inflow;
        problem_.grid = flow_.box.grid;
    }

    /// 20 steps of 1000 points after 30 of another process, in 2 ms.
    [[nodiscard]] FlowReport report() const
    {
        return {
            .the_case = case_,
            .flow = flow_,
            .problem = problem_,
            .where = "a processor",
            .reason = "the case says so",
            .started = "now",
            .plan = "a plan",
            .first_step = 30,
            .restarted_from = "checkpoint_30",
            .steps = 50,
            .time = 2.5,
            .seconds = 2e-3,
            .last = {.kinetic_energy = 0.125},
            .series = {
                {"", {.count = 1, .files = {{.file = "flow_00000.vti", .time = 0.0}}}},
                {"wake", {.count = 1, .files = {{.file = "flow_wake_00000.vti", .time = 0.0}}}}}};
    }

    Case case_;
    FlowCase flow_;
    flow::Problem problem_;
};

TEST_F(FlowReportText, names_all_its_keys_in_the_document)
{
    const auto folder = test::source_dir() / "docs";
    if (!std::filesystem::exists(folder)) {
        GTEST_SKIP() << "no documents beside the tests: " << folder;
    }
    const auto rows =
        test::documented_rows(folder / "report.md", "## report.json of `solver: flow`");
    ASSERT_GE(rows.size(), 15U);
    test::expect_documented(nlohmann::json::parse(report_json(report())), rows);
}

TEST_F(FlowReportText, rates_count_the_steps_of_this_process)
{
    EXPECT_DOUBLE_EQ(nanoseconds_a_point(report()), 100.0);
    const std::string text = summary_text(report());
    EXPECT_NE(text.find("50 to time 2.5, 20 of them since the restart"), std::string::npos) << text;
    EXPECT_NE(text.find("0.1 ms a step, 100 ns a point and step"), std::string::npos) << text;
    EXPECT_NE(text.find("energy         0.125"), std::string::npos) << text;
}

TEST_F(FlowReportText, of_a_flow_that_is_not_finite_has_no_numbers_of_it)
{
    FlowReport broken = report();
    broken.status = FlowStatus::diverged;
    broken.trouble = "after step 50";
    const std::string text = summary_text(broken);
    EXPECT_NE(text.find("diverged: the velocity is not finite after step 50\n"), std::string::npos)
        << text;
    EXPECT_EQ(text.find("energy"), std::string::npos) << text;
}

}  // namespace
}  // namespace tobiuo
