// SPDX-License-Identifier: BSD-3-Clause
// Runs that go on from the checkpoint of another case: another fluid, other faces, cells or digits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Columns of the history.
constexpr std::size_t energy = 3;
constexpr std::size_t divergence = 4;
constexpr std::size_t mean_u = 6;

/// A flow with noise, a moving wall, an inlet and two outflows, which carries a scalar.
const std::string lively =
    "grid: { cells: [16, 12, 8], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 0.002 }\n"
    "faces:\n"
    "  x: { lower: outflow, upper: outflow }\n"
    "  y: { lower: { kind: inflow, velocity: [0, \"abs(x - 1) < 0.4\", 0] }, upper: { kind: "
    "no-slip, velocity: [0.5, 0, 0] } }\n"
    "scalar: { diffusivity: 0.01, buoyancy: [0, 1, 0], initial: \"x*z\", "
    "faces: { y: { lower: { value: 1 } } } }\n"
    "initial: { u: 0.2, noise: { amplitude: 0.1, seed: 3 } }\n"
    "output: { fields: [velocity, p, scalar], history_every: 1, gradients_every: 1 }\n"
    "run: { max_steps: 10 }\n"
    "checkpoint: { every: 1 h }\n";

class FlowChangedRestart : public test::FlowCaseRun {
protected:
    /// Goes on for ten steps; returns what is said.
    std::string changed(std::vector<std::string> settings)
    {
        settings.emplace_back("run.max_steps=20");
        const auto outcome = restart(settings);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.err;
    }
    /// The history at a step.
    [[nodiscard]] std::vector<double> at_step(int step) const
    {
        const auto rows = history();
        const auto found = std::ranges::find_if(
            rows, [&](const auto& row) { return static_cast<int>(row.front()) == step; });
        return found == rows.end() ? std::vector<double>(20) : *found;
    }
};

TEST_F(FlowChangedRestart, another_fluid_goes_on_with_the_same_state)
{
    ASSERT_EQ(run(lively).code, 0);
    const std::vector<double> end = at_step(10);
    const std::string said =
        changed({"fluid.viscosity=0.01", "scalar.buoyancy=[0, 2, 0]", "fluid.force=[0.1, 0, 0]",
                 "output.history_every=2", "output.gradients_every=2"});
    EXPECT_THAT(said, HasSubstr("going on from checkpoint_000000000010.state: step 10 at time "));
    EXPECT_THAT(said, AllOf(HasSubstr(", with another case:\n"),
                            HasSubstr("  fluid.viscosity: 0.002 -> 0.01\n"),
                            HasSubstr("  fluid.force: [0, 0, 0] -> [0.1, 0, 0]\n"),
                            HasSubstr("  scalar.buoyancy: [0, 1, 0] -> [0, 2, 0]\n"),
                            HasSubstr("  output.history_every: 1 -> 2\n"),
                            HasSubstr("  run.max_steps: 10 -> 20\n")));
    EXPECT_EQ(at_step(10).at(energy), end.at(energy));
    EXPECT_EQ(at_step(10).at(mean_u), end.at(mean_u));
    EXPECT_EQ(report()["run"]["changes"].size(), 6U);
    EXPECT_EQ(report()["run"]["changes"][0], "fluid.viscosity: 0.002 -> 0.01");
    EXPECT_LT(at_step(20).at(divergence), 1e-12);
}

TEST_F(FlowChangedRestart, what_does_not_change_the_flow_keeps_its_bits)
{
    ASSERT_EQ(run(lively, {"--set", "run.max_steps=20"}).code, 0);
    const std::string whole = result("history.csv");
    const std::string fields = result("flow_00000.vti");
    ASSERT_EQ(run(lively, {"--force"}).code, 0);
    EXPECT_THAT(changed({}), HasSubstr("  run.max_steps: 10 -> 20\n"));
    EXPECT_EQ(result("history.csv"), whole);
    EXPECT_EQ(result("flow_00000.vti"), fields);
}

TEST_F(FlowChangedRestart, other_faces_are_met_from_the_start_on)
{
    ASSERT_EQ(run(lively).code, 0);
    const double before = at_step(10).at(energy);
    for (const std::vector<std::string>& settings :
         {std::vector<std::string>{"faces.y.upper.velocity=[1, 0, 0]"},
          {"faces.y.lower=no-slip", "scalar.faces.y.lower.value=2"},
          {"faces.x=periodic", "faces.y=no-slip"}}) {
        SCOPED_TRACE(settings.front());
        ASSERT_EQ(run(lively, {"--force"}).code, 0);
        const std::string said = changed(settings);
        EXPECT_THAT(said, HasSubstr("  faces."));
        EXPECT_LT(at_step(10).at(divergence), 1e-12);
        EXPECT_LT(at_step(20).at(divergence), 1e-12);
        EXPECT_GT(at_step(10).at(energy), 0.2 * before);
        EXPECT_LT(at_step(10).at(energy), 1.5 * before);
    }
}

TEST_F(FlowChangedRestart, other_digits_change_the_last_ones_only)
{
    // What flows through an outflow at a lower face is found anew.
    const std::string closed = "faces.x.lower=free-slip";
    ASSERT_EQ(run(lively, {"--force", "--set", closed}).code, 0);
    const std::vector<double> end = at_step(10);
    EXPECT_THAT(changed({closed, "method.precision=single"}),
                HasSubstr("  method.precision: double -> single\n"));
    EXPECT_NEAR(at_step(10).at(energy), end.at(energy), 1e-6 * end.at(energy));
    const std::vector<double> single = at_step(20);
    EXPECT_LT(single.at(divergence), 1e-4);
    const auto back = restart({closed, "run.max_steps=22"});
    ASSERT_EQ(back.code, 0) << back.err;
    EXPECT_NEAR(at_step(20).at(energy), single.at(energy), 1e-6 * single.at(energy));
    EXPECT_LT(at_step(22).at(divergence), 1e-12);
}

/// In a closed box what the scalar has in sum is kept, and so is what flows through it where all is
/// periodic.
TEST_F(FlowChangedRestart, other_cells_keep_sums)
{
    const std::string text =
        "grid: { cells: [16, 12, 6], extent: { x: [0, 2*pi], y: [0, 2*pi], z: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\n"
        "faces: { z: free-slip }\n"
        "scalar: { diffusivity: 0.01, initial: \"1 + sin(x)*z\" }\n"
        "initial: { u: \"0.3 + sin(x)*cos(y)\", v: \"0.1 - cos(x)*sin(y)\" }\n"
        "output: { history_every: 1, gradients_every: 1, fields: [velocity, p, scalar] }\n"
        "run: { max_steps: 10 }\ncheckpoint: true\n";
    for (const std::string cells : {"[32, 24, 12]", "[10, 30, 5]", "[16, 12, 1]"}) {
        SCOPED_TRACE(cells);
        ASSERT_EQ(run(text, {"--force"}).code, 0);
        const std::vector<double> end = at_step(10);
        const std::string shown = cells.substr(0, cells.size());
        EXPECT_THAT(changed({"grid.cells=" + cells}),
                    HasSubstr("  grid.cells: [16, 12, 6] -> " + shown));
        const std::vector<double> begin = at_step(10);
        EXPECT_NEAR(begin.at(mean_u), end.at(mean_u), 1e-12);
        EXPECT_NEAR(begin.at(mean_u + 1), end.at(mean_u + 1), 1e-12);
        EXPECT_NEAR(begin.back(), end.back(), 1e-12);  // the mean of the scalar
        EXPECT_NEAR(begin.at(energy), end.at(energy), 0.05 * end.at(energy));
        EXPECT_LT(begin.at(divergence), 1e-12);
        EXPECT_LT(at_step(20).at(divergence), 1e-12);
    }
}

/// Vortices on finer cells are those of the exact solution but for an error of second order.
TEST_F(FlowChangedRestart, other_cells_are_of_second_order)
{
    std::vector<double> errors;
    for (const int cells : {16, 32}) {
        const std::string text = "grid: { cells: [" + std::to_string(cells) + ", " +
                                 std::to_string(cells) +
                                 "], extent: { x: [0, 2*pi], y: [0, 2*pi] } }\n"
                                 "fluid: { viscosity: 0 }\n"
                                 "initial: { u: \"sin(x)*cos(y)\", v: \"-cos(x)*sin(y)\" }\n"
                                 "output: { history_every: 1 }\n"
                                 "run: { max_steps: 1, time_step: 1.0e-6 }\ncheckpoint: true\n";
        ASSERT_EQ(run(text, {"--force"}).code, 0);
        const std::string twice = std::to_string(2 * cells);
        ASSERT_EQ(restart({"run.max_steps=2", "grid.cells=[" + twice + ", " + twice + "]"}).code,
                  0);
        errors.push_back(std::abs(at_step(1).at(energy) - 0.25));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.3);
    EXPECT_LT(errors[1], 2e-3);
}

TEST_F(FlowChangedRestart, a_scalar_comes_and_goes)
{
    const std::string text =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 0.1 }\n"
        "initial: { u: \"sin(2*pi*y)\" }\nrun: { max_steps: 10 }\n"
        "output: { history_every: 1, gradients_every: 1 }\ncheckpoint: true\n";
    ASSERT_EQ(run(text).code, 0);
    const std::vector<double> end = at_step(10);
    EXPECT_THAT(changed({"scalar.diffusivity=0.1", "scalar.initial=3"}),
                HasSubstr("  scalar.diffusivity: none -> 0.1\n"));
    EXPECT_EQ(result("history.csv").substr(0, result("history.csv").find('\n')),
              "step,time,time_step,kinetic_energy,largest_divergence,courant,mean_u,mean_v,"
              "dissipation,enstrophy,mean_scalar");
    EXPECT_NEAR(at_step(10).at(energy), end.at(energy), 1e-12);
    EXPECT_TRUE(std::isnan(at_step(9).back()));
    EXPECT_NEAR(at_step(10).back(), 3.0, 1e-12);
    const auto without = restart({"run.max_steps=30"});
    ASSERT_EQ(without.code, 0) << without.err;
    EXPECT_THAT(without.err, HasSubstr("  scalar.initial: 3 -> none\n"));
    EXPECT_THAT(result("history.csv"), Not(HasSubstr("mean_scalar")));
}

TEST_F(FlowChangedRestart, scalars_go_on_by_their_names)
{
    const std::string text =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 0.1 }\n"
        "scalars: { heat: { diffusivity: 0, initial: 2 }, salt: { diffusivity: 0, initial: 5 } }\n"
        "initial: { u: \"sin(2*pi*y)\" }\nrun: { max_steps: 10 }\n"
        "output: { history_every: 1, gradients_every: 1 }\ncheckpoint: true\n";
    ASSERT_EQ(run(text).code, 0);
    EXPECT_THAT(changed({"scalars={ salt: { diffusivity: 0, initial: 7 }, dye: { diffusivity: 0, "
                         "initial: 3 } }"}),
                HasSubstr("  scalars.dye.diffusivity: none -> 0\n"));
    EXPECT_THAT(result("history.csv"), HasSubstr("enstrophy,mean_salt,mean_dye\n"));
    const std::vector<double> end = at_step(20);
    EXPECT_NEAR(end.at(end.size() - 2), 5.0, 1e-12);
    EXPECT_NEAR(end.back(), 3.0, 1e-12);
}

TEST_F(FlowChangedRestart, statistics_begin_anew_and_obstacles_may_come)
{
    const std::string text = lively + "statistics: { axis: y, every: 1 }\n";
    ASSERT_EQ(run(text).code, 0);
    const std::string said =
        changed({"obstacles.ball={ inside: \"(x-1)^2 + (y-0.5)^2 + (z-0.5)^2 < 0.04\" }",
                 "method.implicit_diffusion=y"});
    EXPECT_THAT(said, HasSubstr("the statistics begin anew, for the case has changed: the "
                                "checkpoint has 10 samples from time 0 to "));
    EXPECT_THAT(said, HasSubstr("  obstacles.ball.inside: none -> "));
    EXPECT_EQ(report()["statistics"]["samples"], 10);
    EXPECT_THAT(result("history.csv"), HasSubstr("ball_force_x"));
}

/// Behind the scalar a state with one projection a step has more.
TEST_F(FlowChangedRestart, the_number_of_projections_and_the_eddies_may_change)
{
    constexpr std::size_t mean_scalar = 11;
    const std::string text =
        "grid: { cells: [16, 12, 8] }\nfluid: { viscosity: 0.002 }\n"
        "scalar: { diffusivity: 0.01, initial: 3 }\n"
        "initial: { u: \"sin(2*pi*y)\", noise: { amplitude: 0.1, seed: 3 } }\n"
        "method: { projections: one }\noutput: { history_every: 1 }\n"
        "run: { max_steps: 10 }\ncheckpoint: { every: 1 h }\n";
    for (const char* setting : {"method.projections=three", "eddies={ model: wale }"}) {
        ASSERT_EQ(run(text, {"--force"}).code, 0);
        const std::vector<double> end = at_step(10);
        EXPECT_NEAR(end.at(mean_scalar), 3.0, 1e-12);
        const std::string said = changed({setting});
        EXPECT_NEAR(report()["scalar"]["mean"], 3.0, 1e-12) << "of the fields";
        EXPECT_THAT(said, HasSubstr(std::string{setting}.substr(0, 6)));
        EXPECT_NEAR(at_step(11).at(energy), end.at(energy), 0.05 * end.at(energy));
        EXPECT_NEAR(at_step(20).at(mean_scalar), 3.0, 1e-12) << setting;
    }
}

/// A state has the pressure of a closed body.
TEST_F(FlowChangedRestart, a_closed_body_stays_where_the_fluid_changes)
{
    const std::string text =
        "grid: { cells: [24, 16], extent: { x: [0, 1.5], y: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\nfaces: { y: free-slip }\n"
        "scalar: { diffusivity: 0.01, initial: 2 }\n"
        "obstacles: { bar: { inside: \"abs(x - 0.5) < 0.1 && abs(y - 0.5) < 0.1\", method: closed "
        "} }\n"
        "initial: { u: 1 }\nrun: { max_steps: 10 }\ncheckpoint: { every: 1 h }\n";
    for (const char* setting : {"fluid.viscosity=0.02", "faces.y=no-slip"}) {
        ASSERT_EQ(run(text, {"--force"}).code, 0);
        EXPECT_THAT(changed({setting}), HasSubstr("with another case"));
        EXPECT_EQ(report()["run"]["steps"], 20) << setting;
    }
}

TEST_F(FlowChangedRestart, another_box_is_refused)
{
    ASSERT_EQ(run(lively).code, 0);
    const auto longer = restart({"run.max_steps=20", "grid.extent.x=[0, 3]"});
    EXPECT_EQ(longer.code, 2);
    EXPECT_THAT(longer.err,
                HasSubstr("checkpoint_000000000010.state: the run cannot go on from this "
                          "checkpoint, which has x from 0 to 2, but the case's grid from 0 to 3; "
                          "make the boxes equal, or begin anew without --restart"));
    const auto flat =
        restart({"run.max_steps=20", "grid.cells=[16, 12]", "grid.extent={ x: [0, 2], y: [0, 1] }",
                 "faces.z=null", "scalar.initial=0"});
    EXPECT_EQ(flat.code, 2);
}

}  // namespace
}  // namespace tobiuo
