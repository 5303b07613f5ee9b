// SPDX-License-Identifier: BSD-3-Clause
// Profiles along lines through the box.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

/// A shear between walls that stays as it is.
const std::string shear =
    "grid: { cells: [4, 8], extent: { x: [0, 3], y: [0, 4] } }\n"
    "fluid: { viscosity: 0.5 }\n"
    "faces: { y: { lower: no-slip, upper: { kind: no-slip, velocity: [4, 0, 0] } } }\n"
    "initial: { u: y }\ncheckpoint: true\n";

class FlowLines : public test::FlowCaseRun {};

TEST_F(FlowLines, have_profiles_at_their_times)
{
    const std::string text =
        shear +
        "output: { lines: { up: { from: [1, 0], to: [1, 4], points: 9, every: 0.4 }, slope: { "
        "from: [0, 4], to: [3, 0], points: 3 } } }\n";
    ASSERT_EQ(run(text + "run: { until: 1 }\n").code, 0);
    EXPECT_TRUE(result("lines.csv").starts_with("step,time,line,position,x,y,z,u,v,p\n"));
    const auto rows = cells_in("lines.csv");
    ASSERT_EQ(rows.size(), 4U * 9U + 3U);  // at 0, 0.4, 0.8 and 1, and one at the end
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const std::vector<std::string>& row = rows[n];
        const bool is_up = row[2] == "up";
        EXPECT_EQ(row[2], n < 4U * 9U ? "up" : "slope");
        const double point = is_up ? static_cast<double>(n % 9) : static_cast<double>(n - 36);
        EXPECT_NEAR(std::stod(row[3]), is_up ? 0.5 * point : 2.5 * point, 1e-14);
        EXPECT_NEAR(std::stod(row[4]), is_up ? 1.0 : 1.5 * point, 1e-14);
        EXPECT_NEAR(std::stod(row[7]), std::stod(row[5]), 1e-12);  // u is y
        if (is_up) {
            constexpr std::array times{0.0, 0.4, 0.8, 1.0};
            EXPECT_NEAR(std::stod(row[1]), times.at(n / 9), 1e-14);
        }
    }
    EXPECT_THAT(result("report.html"), HasSubstr("\"slope\""));
}

TEST_F(FlowLines, go_on_after_a_restart)
{
    const std::string text =
        shear + "output: { lines: { up: { from: [1, 0], to: [1, 4], points: 5, every: 0.4 } } }\n";
    ASSERT_EQ(run(text + "run: { until: 1, max_steps: 100000 }\n").code, 0);
    const std::string whole = result("lines.csv");
    const int steps = report()["run"]["steps"];
    ASSERT_EQ(
        run(text + "run: { until: 1, max_steps: " + std::to_string(steps / 2) + " }\n", {"--force"})
            .code,
        7);
    const auto outcome = restart({"run.max_steps=100000"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(result("lines.csv"), whole);
}

TEST_F(FlowLines, bad_ones_are_refused)
{
    const auto outcome = run(shear +
                             "run: { until: 1 }\n"
                             "output:\n  lines:\n"
                             "    a: { from: [1, 0], to: [1, 5] }\n"
                             "    b: { from: [1, 0, 0], to: [1, 1], points: 1 }\n"
                             "    c: { from: [1, 1], to: [1, 1] }\n"
                             "    d: { from: [1, 1] }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("case.yaml:12:32: output.lines.to: 5 is outside of the grid"));
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:13:16: output.lines.from: expected a number for "
                                       "each axis of the case, 2 (got 3)"));
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:13:47: output.lines.points: "));
    EXPECT_THAT(outcome.err,
                HasSubstr("output.lines.to: is where the line begins, so that it has no length: "
                          "give another point"));
    EXPECT_THAT(outcome.err, HasSubstr("output.lines: missing key 'to'"));
}

}  // namespace
}  // namespace tobiuo
