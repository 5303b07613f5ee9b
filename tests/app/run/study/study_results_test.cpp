// SPDX-License-Identifier: BSD-3-Clause
// The rows, orders and tables of a study, from reports that stand in its folders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "app/run/study/study_convergence.hpp"
#include "app/run/study/study_results.hpp"
#include "app/run/study/study_row.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// A study of two operators on three grids, and what its members have left.
class StudyResultsTest : public ::testing::Test {
protected:
    StudyResultsTest()
        : study_{std::get<Study>(read_case_or_study(
              folder_.write("case.yaml",
                            "name: s\nsolver: poisson\ngrid: { cells: [8, 8] }\nsource: x\n"
                            "study:\n  grid.cells: [[16, 4], [4, 4], [8, 4]]\n"
                            "  method.operator: [second-order, spectral]\n"),
              {}))},
          outcomes_(study_.members.size(), {.code = ExitCode::done, .word = "done"})
    {
    }

    /// The report of a member whose errors have orders 2 and 3, by x alone.
    void leave_report(const StudyMember& member, const json& changes = json::object())
    {
        const auto& problem = std::get<PoissonCase>(member.the_case.solver).problem;
        const auto cells = static_cast<double>(problem.grid.axes[0].cells);
        const bool second = problem.op == poisson::Operator::second_order;
        json report{
            {"status", "done"},
            {"backend", "cpu"},
            {"precision", "double"},
            {"grid",
             {{"cells", {cells, 4}}, {"spacing", {1.0 / cells, 0.25}}, {"unknowns", 4 * cells}}},
            {"run", {{"seconds", 0.002}}},
            {"error",
             {{"l2", std::pow(cells, second ? -2.0 : -3.0)}, {"max", 1.0}, {"relative_l2", 0.1}}},
            {"order", {{"expected", second ? "2" : "exponential"}}}};
        report.merge_patch(changes);
        folder_.write(member.the_case.output.directory / member.label / "report.json",
                      report.dump());
    }
    void leave_all()
    {
        for (const StudyMember& member : study_.members) {
            leave_report(member);
        }
    }
    [[nodiscard]] StudyResults results() const
    {
        StudyResults all{.study = study_, .rows = study_rows(study_, outcomes_)};
        all.convergence = convergence_of(study_, all.rows);
        return all;
    }

    TemporaryFolder folder_;
    Study study_;
    std::vector<MemberOutcome> outcomes_;
};

TEST_F(StudyResultsTest, orders_are_those_between_neighbours_on_the_axes_that_differ)
{
    leave_all();
    const auto series = results().convergence;
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].label, "operator second-order");
    EXPECT_EQ(series[0].expected_order, 2.0);
    EXPECT_EQ(series[1].label, "operator spectral");
    EXPECT_EQ(series[1].expected, "exponential");
    EXPECT_FALSE(series[1].expected_order);
    for (std::size_t n = 0; n < 2; ++n) {
        const auto& points = series[n].points;
        ASSERT_EQ(points.size(), 3U);
        EXPECT_DOUBLE_EQ(points[0].cells, 4.0) << "from the coarsest, whatever the file's order is";
        EXPECT_DOUBLE_EQ(points[2].cells, 16.0);
        EXPECT_DOUBLE_EQ(points[2].spacing, 1.0 / 16.0);
        EXPECT_EQ(study_.members.at(points[2].member).label.substr(0, 11), "cells-16x4_");
        EXPECT_FALSE(points[0].order);
        EXPECT_DOUBLE_EQ(points[1].order.value(), n == 0 ? 2.0 : 3.0);
        EXPECT_DOUBLE_EQ(points[2].order.value(), n == 0 ? 2.0 : 3.0);
    }
}

TEST_F(StudyResultsTest, no_order_comes_from_rounding_or_from_a_member_without_an_error)
{
    leave_all();
    leave_report(study_.members[0], {{"error", {{"relative_l2", 1e-14}}}});  // 16x4, second-order
    leave_report(study_.members[5], {{"error", nullptr}});                   // 8x4, spectral
    const auto series = results().convergence;
    ASSERT_EQ(series.size(), 2U);
    EXPECT_TRUE(series[0].points.at(1).order);
    EXPECT_FALSE(series[0].points.at(2).order);
    ASSERT_EQ(series[1].points.size(), 2U);
    EXPECT_DOUBLE_EQ(series[1].points[1].order.value(), 3.0) << "from 4 to 16 cells";
}

TEST_F(StudyResultsTest, without_exact_solutions_there_is_no_convergence)
{
    for (const StudyMember& member : study_.members) {
        leave_report(member, {{"error", nullptr}, {"order", nullptr}});
    }
    EXPECT_TRUE(results().convergence.empty());
    EXPECT_THAT(study_table(results()), Not(HasSubstr("expected")));
}

TEST_F(StudyResultsTest, the_table_has_a_row_for_each_member_and_columns_with_something_in_them)
{
    leave_all();
    outcomes_[1] = {.code = ExitCode::device_failed, .word = "device failed"};
    outcomes_[2].earlier = true;
    outcomes_[4] = {};
    const std::string table = study_table(results());
    EXPECT_TRUE(
        table.starts_with("s: 6 members of poisson by grid.cells and method.operator, interrupted\n"
                          "  grid.cells  method.operator  status"))
        << table;
    EXPECT_THAT(table, HasSubstr("  [16, 4]     spectral         device failed\n"));
    EXPECT_THAT(table, HasSubstr("  [4, 4]      second-order     done (earlier)"));
    EXPECT_THAT(table, HasSubstr("  [8, 4]      second-order     not run\n"));
    EXPECT_THAT(table, Not(HasSubstr("% of ceiling")));
    EXPECT_EQ(std::ranges::count(table, '\n'), 8);
}

TEST_F(StudyResultsTest, figures_of_an_older_run_are_not_those_of_a_member)
{
    leave_all();
    outcomes_[3] = {.code = ExitCode::diverged, .word = "diverged", .stale = true};
    const auto rows = study_rows(study_, outcomes_);
    EXPECT_EQ(rows[3].status, "diverged");
    EXPECT_TRUE(rows[3].report.is_null());
    EXPECT_TRUE(rows[3].figures.at("error_l2").is_null());
    EXPECT_FALSE(rows[2].figures.at("error_l2").is_null());
}

TEST_F(StudyResultsTest, json_and_csv_have_the_same_figures)
{
    leave_all();
    outcomes_[1] = {.code = ExitCode::device_failed, .word = "device failed"};
    const json whole = json::parse(study_json(results()));
    EXPECT_EQ(whole["schema"], "tobiuo-study-1");
    EXPECT_EQ(whole["status"], "failed");
    EXPECT_EQ(whole["keys"][0]["key"], "grid.cells");
    EXPECT_EQ(whole["keys"][0]["values"][0]["value"], json::parse("[16, 4]"));
    ASSERT_EQ(whole["members"].size(), 6U);
    const json& first = whole["members"][0];
    EXPECT_EQ(first["label"], "cells-16x4_operator-second-order");
    EXPECT_EQ(first["values"], json::parse(R"({"grid.cells": [16, 4],
                                              "method.operator": "second-order"})"));
    EXPECT_DOUBLE_EQ(first["figures"]["error_l2"], 1.0 / 256.0);
    EXPECT_DOUBLE_EQ(first["figures"]["ms_per_solve"], 2.0);
    EXPECT_DOUBLE_EQ(first["figures"]["transform_gflops"], 5.0 * 64.0 * 6.0 / 0.002 * 1e-9);
    EXPECT_EQ(whole["members"][1]["exit_code"], 5);
    EXPECT_EQ(whole["members"][1]["figures"]["error_l2"], nullptr)
        << "a report that an earlier run left says nothing of this one";
    const json& series = whole["convergence"][0];
    EXPECT_EQ(series["values"], json::parse(R"({"method.operator": "second-order"})"));
    EXPECT_EQ(series["expected_order"], 2.0);
    EXPECT_EQ(series["points"][2]["member"], first["label"]);
    EXPECT_EQ(whole["convergence"][1]["points"].size(), 2U);

    const std::string csv = study_csv(results());
    EXPECT_TRUE(
        csv.starts_with("member,grid.cells,method.operator,status,exit_code,unknowns,"
                        "error_l2,error_max,"))
        << csv;
    EXPECT_THAT(csv, HasSubstr("\ncells-16x4_operator-second-order,\"[16, 4]\",second-order,done,0,"
                               "64,0.00390625,1,0.1,,2,"));
    EXPECT_THAT(csv, HasSubstr(",2,2\n")) << "an order and the expected one";
    EXPECT_THAT(csv, HasSubstr("\ncells-16x4_operator-spectral,\"[16, 4]\",spectral,device "
                               "failed,5,,,"));
}

TEST(StudyFigures, of_every_solver_have_names_of_their_own)
{
    for (const char* solver : {"himeno", "poisson", "flow"}) {
        std::vector<std::string> names;
        for (const StudyFigure& figure : study_figures(solver)) {
            EXPECT_EQ(std::ranges::count(names, figure.name), 0) << figure.name;
            EXPECT_FALSE(figure.value.empty()) << figure.name;
            names.push_back(figure.name);
        }
        EXPECT_GE(names.size(), 5U);
    }
}

}  // namespace
}  // namespace tobiuo::test
