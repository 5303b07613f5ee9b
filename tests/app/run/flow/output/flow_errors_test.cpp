// SPDX-License-Identifier: BSD-3-Clause
// Errors of flows whose exact solution a case gives, and the orders of studies of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

const std::string exact_vortices =
    "exact: { u: \"sin(x)*cos(y)*exp(-0.1*t)\", v: \"-cos(x)*sin(y)*exp(-0.1*t)\" }\n";

class FlowErrors : public test::FlowCaseRun {};

TEST_F(FlowErrors, are_those_of_the_velocity_and_of_the_scalar)
{
    const auto outcome =
        run(test::vortices + exact_vortices.substr(0, exact_vortices.size() - 3) +
            ", scalar: 3 }\nscalar: { diffusivity: 0.1, initial: 3.5 }\nrun: { until: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto error = report()["error"];
    EXPECT_EQ(error["of"], "velocity");
    // It decays as exp(-2 viscosity t), the discrete one by a smaller wave number.
    const double wave = std::sin(std::numbers::pi / 32.0) / (std::numbers::pi / 32.0);
    const double part = std::exp(0.1 * (1.0 - wave * wave)) - 1.0;
    EXPECT_NEAR(error["relative_l2"], part, 0.01 * part);
    EXPECT_NEAR(error["l2"], part * std::exp(-0.1) / std::sqrt(2.0), 0.01 * part);
    EXPECT_NEAR(error["max"], part * std::exp(-0.1), 0.01 * part);
    EXPECT_NEAR(error["scalar_l2"], 0.5, 1e-12);
    EXPECT_NEAR(error["scalar_max"], 0.5, 1e-12);
    EXPECT_EQ(report()["order"]["expected"], "2");
    EXPECT_THAT(result("summary.txt"), HasSubstr("  error          "));
    EXPECT_THAT(result("case.resolved.yaml"), HasSubstr("exact:\n"));
}

TEST_F(FlowErrors, of_the_scalar_alone_are_told_as_such)
{
    ASSERT_EQ(run("grid: { cells: [8, 8] }\nfluid: { viscosity: 0.1 }\nrun: { max_steps: 1 }\n"
                  "scalar: { diffusivity: 0.1, initial: 1 }\nexact: { scalar: 2 }\n")
                  .code,
              0);
    EXPECT_EQ(report()["error"]["of"], "scalar");
    EXPECT_NEAR(report()["error"]["relative_l2"], 0.5, 1e-12);
}

TEST_F(FlowErrors, of_a_study_of_grids_have_the_second_order)
{
    const auto outcome = run(test::vortices + exact_vortices +
                             "run: { until: 1 }\nstudy: { grid.cells: [[16, 16], [32, 32], [64, "
                             "64]] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto study = nlohmann::json::parse(result("study.json"));
    const auto& points = study["convergence"][0]["points"];
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(study["convergence"][0]["expected_order"], 2.0);
    EXPECT_NEAR(points[1]["order"], 2.0, 0.05);
    EXPECT_NEAR(points[2]["order"], 2.0, 0.02);
    EXPECT_THAT(result("summary.txt"), HasSubstr("order  expected"));
}

TEST_F(FlowErrors, to_nothing_are_refused)
{
    const std::string begin =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 0.1 }\nrun: { max_steps: 1 }\n";
    EXPECT_THAT(run(begin + "exact: {}\n").err, HasSubstr("exact: missing key 'u'"));
    EXPECT_THAT(run(begin + "exact: { scalar: 1 }\n").err,
                HasSubstr("exact.scalar: the flow carries no scalar"));
    const auto outcome = run(begin + "exact: { u: \"1/(x - x)\" }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("exact.u"));
}

}  // namespace
}  // namespace tobiuo
