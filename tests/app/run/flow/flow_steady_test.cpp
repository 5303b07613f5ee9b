// SPDX-License-Identifier: BSD-3-Clause
// Runs that end when the flow is steady.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A force between two walls, and a scalar between them, which tend to their limits at the rates
/// pi^2 viscosity / 4 and pi^2 diffusivity / 4: each has a slope of 0 at the middle.
const std::string channel =
    "grid: { cells: [4, 16], extent: { x: [0, 1], y: [-1, 1] } }\n"
    "fluid: { viscosity: 1, force: [2, 0, 0] }\nfaces: { y: no-slip }\n"
    "scalar: { diffusivity: 0.5, faces: { y: { lower: { value: 1 }, upper: { value: 2 } } } }\n"
    "output: { history_every: 5 }\ncheckpoint: true\n";

class FlowSteady : public test::FlowCaseRun {};

TEST_F(FlowSteady, a_run_ends_when_velocity_and_scalar_change_no_more)
{
    const auto outcome = run(channel + "run: { until: 100, steady: 1.0e-5 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the flow is steady at time "));
    const auto report = this->report();
    EXPECT_EQ(report["status"], "done");
    EXPECT_EQ(report["run"]["steady_at"], report["run"]["time"]);
    EXPECT_LE(report["run"]["change"], 1e-5);
    EXPECT_THAT(result("summary.txt"), HasSubstr("  steady         at time "));
    // The scalar is the slower one: what is left of it after the time t falls as
    // exp(-pi^2 diffusivity t / 4), and so does its change.
    const double time = report["run"]["time"];
    EXPECT_GT(time, 7.0);
    EXPECT_LT(time, 12.0);
    EXPECT_NEAR(report["flow"]["mean_velocity"][0], 2.0 / 3.0, 6e-3);
    EXPECT_EQ(report["run"]["steps"].get<int>() % 5, 0);
    const auto rows = history();
    EXPECT_GT(rows.at(rows.size() - 3).back(), 1e-5);  // the last two were small enough
    EXPECT_LE(rows.at(rows.size() - 2).back(), 1e-5);
}

TEST_F(FlowSteady, a_run_that_ends_before_says_so)
{
    const auto outcome = run(channel + "run: { until: 1, steady: 1.0e-5 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the flow is not steady (it changes by "));
    EXPECT_THAT(outcome.err, HasSubstr("make run.until larger"));
    EXPECT_TRUE(report()["run"]["steady_at"].is_null());
    EXPECT_GT(report()["run"]["change"], 1e-5);
    EXPECT_THAT(result("summary.txt"), HasSubstr("not yet: it changes by "));
}

TEST_F(FlowSteady, a_restart_ends_at_the_same_step)
{
    const std::string text = channel + "run: { until: 100, steady: 1.0e-3 }\n";
    ASSERT_EQ(run(text).code, 0);
    const std::string whole = result("history.csv");
    const std::int64_t steps = report()["run"]["steps"];
    // One break is between the two looks at which the flow is steady.
    for (const std::int64_t stop : {std::int64_t{7}, steps - 4}) {
        SCOPED_TRACE(stop);
        const std::string limit = "run.max_steps=" + std::to_string(stop);
        ASSERT_EQ(run(text, {"--force", "--set", limit}).code, 7);
        const auto outcome = restart();
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(result("history.csv"), whole);
    }
    const auto spent = restart();
    EXPECT_EQ(spent.code, 2);
    EXPECT_THAT(spent.err, HasSubstr("where the case ends: make run.steady smaller to go on"));
    ASSERT_EQ(restart({"run.steady=1.0e-4"}).code, 0);
    EXPECT_GT(report()["run"]["steps"], steps);
}

/// The column `change` comes and goes with the key.
TEST_F(FlowSteady, a_restart_may_ask_for_it)
{
    const std::string text = channel + "run: { max_steps: 10 }\n";
    ASSERT_EQ(run(text).code, 0);
    EXPECT_THAT(result("history.csv"), Not(HasSubstr("change")));
    const auto outcome = restart({"run.max_steps=20", "run.steady=1.0e-5"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("history.csv"), HasSubstr(",change\n0,0,"));
    const auto cells = cells_in("history.csv");
    ASSERT_EQ(cells.size(), 5U);
    EXPECT_EQ(cells[1].back(), "");
    EXPECT_NE(cells[3].back(), "");
    ASSERT_EQ(restart({"run.max_steps=25"}).code, 0);
    EXPECT_THAT(result("history.csv"), Not(HasSubstr("change")));
}

/// What oscillates as a whole rests for a moment at each end, but is not steady there.
TEST_F(FlowSteady, an_oscillation_is_not_steady)
{
    const auto outcome =
        run("grid: { cells: [4, 4] }\n"
            "fluid: { viscosity: 0, force: [\"2*pi*cos(2*pi*t)\", 0, 0] }\n"
            "output: { history_every: 1 }\n"
            "run: { until: 4, time_step: 0.02, steady: 0.5 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(report()["run"]["steady_at"].is_null());
    const auto rows = history();
    EXPECT_TRUE(std::ranges::any_of(rows, [](const auto& row) { return row.back() < 0.5; }));
}

TEST_F(FlowSteady, a_fluid_at_rest_is_steady)
{
    ASSERT_EQ(run("grid: { cells: [4, 4] }\nfluid: { viscosity: 1 }\n"
                  "run: { until: 1, time_step: 0.001, steady: 1.0e-9 }\n")
                  .code,
              0);
    EXPECT_EQ(report()["run"]["steps"], 20);
    EXPECT_EQ(report()["run"]["change"], 0.0);
}

TEST_F(FlowSteady, its_number_is_checked)
{
    const auto outcome = run(channel + "run: { until: 1, steady: 0 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:10:26: run.steady: expected a finite number "
                                       "above 0 (got '0')"));
}

}  // namespace
}  // namespace tobiuo
