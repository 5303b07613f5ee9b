// SPDX-License-Identifier: BSD-3-Clause
// Runs of flows with sources: what is refused at the start, and what the report tells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

class FlowSourcesRun : public test::FlowCaseRun {
protected:
    [[nodiscard]] test::Outcome run_with(const std::string& lines)
    {
        return run("grid: { cells: [8, 8] }\nrun: { max_steps: 3 }\n" + lines);
    }
};

TEST_F(FlowSourcesRun, refuse_what_is_not_finite_with_its_place)
{
    auto outcome = run_with("fluid: { viscosity: 0.1, force: [\"1/(x - 0.5)\", 0, 0] }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:6:34: fluid.force: '1/(x - 0.5)' is infinite at "
                                       "x = 0.5"));
    outcome = run_with(
        "fluid: { viscosity: 0.1 }\n"
        "scalar: { diffusivity: 0.1, source: \"sqrt(y - 0.5)\" }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("scalar.source: 'sqrt(y - 0.5)' is not a number at x = "));
    outcome =
        run_with("fluid: { viscosity: 0.1 }\nsponge: { rate: \"x - 0.5\", velocity: [0, 0, 0] }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:7:17: sponge.rate: it is -0.375 somewhere, below "
                                       "0 (what it damped would grow): give max(0, ...)"));
    outcome = run_with("fluid: { viscosity: 0.1, more_viscosity: \"-x\" }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:6:42: fluid.more_viscosity: with fluid.viscosity "
                                       "it is -0.8375 somewhere, below 0"));
    outcome = run_with(
        "fluid: { viscosity: 0.1, viscosity_of_scalar: \"-s\" }\n"
        "scalar: { diffusivity: 0.5, initial: x }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:6:47: fluid.viscosity_of_scalar: with "
                                       "fluid.viscosity it is -0.8375 somewhere, below 0"));
    outcome = run_with("fluid: { viscosity: 0.1, viscosity_of_scalar: s }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("the flow carries no scalar"));
    outcome = run_with(
        "fluid: { viscosity: 0.1, viscosity_of_scalar: \"s + x\" }\n"
        "scalar: { diffusivity: 0.5 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("unknown name 'x'"));
    outcome = run_with(
        "fluid: { viscosity: 0.1, rotation: [0, 0, 1] }\n"
        "faces: { x: { lower: no-slip, upper: outflow } }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("there is a rotation and an outflow"));
}

/// A fluid whose layers are those of the reference stays at rest without a pressure; the same layers above a
/// number have the pressure that carries them.
TEST_F(FlowSourcesRun, keep_layers_of_the_reference_at_rest)
{
    const std::string scalar =
        "faces: { y: free-slip }\nfluid: { viscosity: 0.1 }\n"
        "scalar: { diffusivity: 0, buoyancy: [0, 9, 0], initial: \"20 + y^2\", reference: ";
    const auto run_anew = [this](const std::string& lines) {
        return run("grid: { cells: [8, 8] }\nrun: { max_steps: 3 }\n" + lines, {"--force"});
    };
    auto outcome = run_anew(scalar + "\"20 + y^2\" }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_LT(report()["flow"]["kinetic_energy"], 1e-20);
    outcome = run_anew(scalar + "20 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    outcome = run_anew(
        "fluid: { viscosity: 0.1 }\nfaces: { x: { lower: no-slip, upper: outflow } }\n"
        "scalar: { diffusivity: 0.1, buoyancy: [0, 9, 0], reference: y }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("scalar.reference: it is an expression, and a face is an "
                                       "outflow"));
}

/// A force that a step from rest would not bear limits the first one.
TEST_F(FlowSourcesRun, tell_the_force_and_limit_the_first_step)
{
    const auto outcome =
        run_with("fluid: { viscosity: 0, force: [0, \"100*sin(2*pi*x)*cos(t)\", 2] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto fluid = report()["fluid"];
    EXPECT_EQ(fluid["force"][0], 0.0);
    EXPECT_EQ(fluid["force"][1], "100*sin(2*pi*x)*cos(t)");
    EXPECT_EQ(fluid["force"][2], 2.0);
    EXPECT_EQ(fluid["rotation"][2], 0.0);
    EXPECT_LT(report()["run"]["largest_step"], 0.04);
}

}  // namespace
}  // namespace tobiuo
