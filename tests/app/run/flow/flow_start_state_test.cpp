// SPDX-License-Identifier: BSD-3-Clause
// Flows that start from the state of another one: its checkpoint, or its fields with the scalar.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

const std::string state_box =
    "grid: { cells: [16, 12], extent: { x: [0, 2], y: [0, 1] } }\nfluid: { viscosity: 0.01 }\n"
    "faces: { y: no-slip }\n"
    "output: { fields: [velocity, p, scalar], history_every: 1, gradients_every: 1 }\n";
const std::string scalar = "scalar: { diffusivity: 0.01, initial: \"1 + sin(pi*x)*y\" }\n";

class FlowStartState : public test::FlowCaseRun {
protected:
    /// Leaves the checkpoint and the fields of a flow after ten steps beside the case.
    void make_state()
    {
        ASSERT_EQ(run(state_box + scalar +
                      "initial: { u: \"sin(2*pi*y)*y\", v: \"0.1*sin(pi*x)*sin(pi*y)\" }\n"
                      "run: { max_steps: 10 }\ncheckpoint: true\n")
                      .code,
                  0);
        std::filesystem::copy_file(results() / "checkpoint_000000000010.state",
                                   temporary_.path() / "begin.state");
        std::filesystem::copy_file(results() / "flow_00000.vti", temporary_.path() / "begin.vti");
        end_ = history().back();
    }

    std::vector<double> end_;  ///< the last row of its history
};

TEST_F(FlowStartState, a_checkpoint_brings_velocity_scalar_and_time)
{
    make_state();
    const auto outcome = run(state_box +
                                 "scalar: { diffusivity: 0.01 }\n"
                                 "initial: { file: begin.state }\nrun: { max_steps: 2 }\n",
                             {"--force"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<double> begin = history().front();
    EXPECT_EQ(begin[0], 0.0);      // a new run counts its own steps
    EXPECT_EQ(begin[1], end_[1]);  // the time goes on
    EXPECT_NEAR(begin[3], end_[3], 1e-12);
    EXPECT_NEAR(begin.back(), end_.back(), 1e-12);
    ASSERT_EQ(run(state_box + scalar +
                      "initial: { file: begin.state, time: 0 }\n"
                      "run: { max_steps: 2 }\n",
                  {"--force", "--set", "grid.cells=[24, 30]", "--set", "method.precision=single"})
                  .code,
              0);
    EXPECT_EQ(history().front()[1], 0.0);
    EXPECT_NEAR(history().front().back(), end_.back(), 1e-6);
    EXPECT_NEAR(history().front()[3], end_[3], 0.02 * end_[3]);
}

TEST_F(FlowStartState, a_file_of_fields_brings_the_scalar_that_is_named)
{
    make_state();
    ASSERT_EQ(run(state_box + scalar +
                      "initial: { file: begin.vti, scalar: scalar }\n"
                      "run: { max_steps: 2 }\n",
                  {"--force"})
                  .code,
              0);
    EXPECT_EQ(history().front()[1], 0.0);
    EXPECT_NEAR(history().front().back(), end_.back(), 1e-12);
    ASSERT_EQ(run(state_box + "scalar: { diffusivity: 0.01, initial: 7 }\n"
                              "initial: { file: begin.vti, time: 3 }\nrun: { until: 3.1 }\n",
                  {"--force"})
                  .code,
              0);
    EXPECT_EQ(history().front()[1], 3.0);
    EXPECT_NEAR(history().front().back(), 7.0, 1e-12);
    EXPECT_EQ(history().back()[1], 3.1);
}

TEST_F(FlowStartState, what_does_not_fit_is_refused)
{
    make_state();
    const std::string begin =
        state_box + "scalar: { diffusivity: 0.01 }\ninitial: { file: begin.state }\n";
    auto outcome = run(begin + "run: { until: 0.01 }\n", {"--force"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:9:18: initial.file: 'begin.state' is of time "));
    EXPECT_THAT(outcome.err, HasSubstr(", and the run ends at run.until = 0.01: make that later, "
                                       "or give initial.time"));
    outcome = run(begin + "run: { until: 9 }\n", {"--force", "--set", "grid.extent.x=[0, 3]"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("initial.file: 'begin.state' has x from 0 to 2, but the "
                                       "case's grid from 0 to 3; make the boxes equal"));
    test::write_file(temporary_.path() / "begin.state", "nonsense");
    outcome = run(begin + "run: { until: 9 }\n", {"--force"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("initial.file: 'begin.state' is no good checkpoint of a "
                                       "flow ("));
    outcome =
        run(state_box + "initial: { file: begin.vti, scalar: s, time: 2 }\nrun: { until: 1 }\n",
            {"--force"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("initial.scalar: the flow carries no scalar"));
    EXPECT_THAT(outcome.err, HasSubstr("run.until: is not behind initial.time = 2, where the run "
                                       "starts: make it later"));
}

}  // namespace
}  // namespace tobiuo
