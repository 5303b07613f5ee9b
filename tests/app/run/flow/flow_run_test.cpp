// SPDX-License-Identifier: BSD-3-Clause
// Flow runs from the case to the results, and those that end otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"
#include "tests/support/source_dir.hpp"

namespace tobiuo {
namespace {

using FlowRunProgram = test::FlowCaseRun;
using test::vortices;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(FlowRunProgram, vortices_decay_as_they_should)
{
    const auto outcome = run(std::string{vortices} +
                             "run: { until: 1 }\noutput: { every: 0.5, history_every: 7 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("t: flow 32x32x1 cells, periodic x periodic x periodic"));
    const double width = 2.0 * std::numbers::pi / 32.0;
    const double decay = std::exp(-2.0 * 0.05);
    const std::vector<double> u = field("flow_00002.vti", "velocity", 0);
    const std::vector<double> v = field("flow_00002.vti", "velocity", 1);
    const std::vector<double> p = field("flow_00002.vti", "p");
    ASSERT_EQ(u.size(), 1024U);
    for (std::size_t j = 0; j < 32; ++j) {
        for (std::size_t i = 0; i < 32; ++i) {
            const double x = width * (static_cast<double>(i) + 0.5);
            const double y = width * (static_cast<double>(j) + 0.5);
            const double error = width * width / 4.0;  // of means of faces, and of second order
            EXPECT_NEAR(u.at(j * 32 + i), decay * std::sin(x) * std::cos(y), error);
            EXPECT_NEAR(v.at(j * 32 + i), -decay * std::cos(x) * std::sin(y), error);
            EXPECT_NEAR(p.at(j * 32 + i),
                        0.25 * decay * decay * (std::cos(2.0 * x) + std::cos(2.0 * y)), error);
        }
    }
    EXPECT_EQ(field("flow_00002.vti", "velocity", 2), std::vector<double>(1024, 0.0));
}

TEST_F(FlowRunProgram, history_and_report_tell_the_course)
{
    const auto outcome = run(std::string{vortices} +
                             "run: { until: 1 }\noutput: { every: 0.5, history_every: 7 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto rows = history();
    const nlohmann::json told = report();
    ASSERT_GE(rows.size(), 3U);
    EXPECT_EQ(rows.at(0).at(0), 0.0);
    EXPECT_EQ(rows.at(1).at(0), 7.0);
    EXPECT_EQ(rows.back().at(0), told["run"]["steps"]);
    EXPECT_EQ(rows.back().at(1), 1.0) << "the end is hit exactly";
    for (const std::vector<double>& row : rows) {
        ASSERT_EQ(row.size(), 10U) << "none is about w";
        EXPECT_NEAR(row.at(3), 0.25 * std::exp(-4.0 * 0.05 * row.at(1)), 1e-3) << row.at(0);
        EXPECT_LT(row.at(4), 1e-13) << "no divergence";
        EXPECT_LT(row.at(5), 0.91) << "the Courant number";
    }
    EXPECT_EQ(told["status"], "done");
    EXPECT_EQ(told["exit_code"], 0);
    EXPECT_EQ(told["run"]["time"], 1.0);
    EXPECT_EQ(told["series"].size(), 3U);
    EXPECT_EQ(told["series"][1]["time"], 0.5);
    EXPECT_EQ(told["series"][1]["file"], "flow_00001.vti");
    EXPECT_EQ(told["flow"]["kinetic_energy"], rows.back().at(3));
    EXPECT_GT(told["run"]["ns_per_point"], 0.0);
    EXPECT_THAT(result("results.pvd"),
                HasSubstr("timestep=\"0.5\" group=\"\" part=\"0\" file=\"flow_00001.vti\""));
    EXPECT_THAT(names_in_results(),
                ::testing::UnorderedElementsAre("case.resolved.yaml", "flow.png", "flow_00000.vti",
                                                "flow_00001.vti", "flow_00002.vti", "history.csv",
                                                "manifest.json", "report.html", "report.json",
                                                "results.pvd", "summary.txt"));
}

TEST_F(FlowRunProgram, stable_layers_limit_the_time_step)
{
    // They oscillate at sqrt(100), while friction would allow steps of 10 and the velocity of 3.
    const std::string layers =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 1e-4 }\n"
        "faces: { x: free-slip, y: free-slip }\n"
        "scalar: { diffusivity: 1e-4, buoyancy: [0, 100, 0], initial: \"y + "
        "0.001*cos(pi*x)*sin(pi*y)\" }\n";
    const auto outcome = run(layers + "run: { until: 20 }\noutput: { history_every: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto rows = history();
    double largest = 0.0;
    for (const std::vector<double>& row : rows) {
        EXPECT_LT(row.at(2), 1.732 / 10.0) << "the time step at step " << row.at(0);
        largest = std::max(largest, row.at(3));
    }
    EXPECT_LT(largest, 1e-4) << "the oscillation does not grow";
    const auto fixed = run(layers + "run: { until: 20, time_step: 0.3 }\n", {"--force"});
    EXPECT_EQ(fixed.code, 2);
    EXPECT_THAT(fixed.err, HasSubstr("run.time_step: 0.3 is beyond the limit of stability"));
}

TEST_F(FlowRunProgram, several_scalars_are_each_what_they_are_alone)
{
    const std::string flow =
        "grid: { cells: [16, 12] }\nfluid: { viscosity: 0.01 }\nfaces: { y: no-slip }\n"
        "initial: { u: sin(2*pi*x)*sin(pi*y)^2, noise: { amplitude: 0.1 } }\n";
    const std::string heat = "diffusivity: 0.02, initial: y, faces: { y: { lower: { value: 0 } } }";
    const std::string salt = "diffusivity: 0.001, advection: bounded, initial: x > 0.5";
    const std::string end =
        "run: { until: 0.4, time_step: 0.01 }\n"
        "probes: { every: 10, points: { middle: [0.5, 0.4] } }\n"
        "statistics: { axis: y, from: 0, every: 5 }\n";
    const auto column = [&](const std::string& file, const std::string& name) {
        const std::string text = result(file);
        const std::string names = text.substr(0, text.find('\n')) + ",";
        const auto number = std::count(
            names.begin(),
            names.begin() + static_cast<std::ptrdiff_t>(names.find("," + name + ",")), ',');
        std::vector<std::string> found;
        for (const std::vector<std::string>& row : cells_in(file)) {
            found.push_back(row.at(static_cast<std::size_t>(number) + 1));
        }
        return found;
    };
    const auto both = run(flow + "scalars: { heat: { " + heat + " }, salt: { " + salt + " } }\n" +
                          end + "output: { fields: [salt, heat], history_every: 5 }\n");
    ASSERT_EQ(both.code, 0) << both.err;
    const std::vector<double> of_heat = field("flow_00000.vti", "heat");
    const std::vector<double> of_salt = field("flow_00000.vti", "salt");
    const auto probed = column("probes.csv", "salt");
    const auto means = column("statistics.csv", "v_salt");
    const auto history = column("history.csv", "mean_salt");
    EXPECT_EQ(report()["further_scalars"]["salt"]["faces"].size(), 0U);

    const auto second = run(flow + "scalar: { " + salt + " }\n" + end +
                                "output: { fields: [scalar], history_every: 5 }\n",
                            {"--force"});
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(field("flow_00000.vti", "scalar"), of_salt);
    EXPECT_EQ(column("probes.csv", "scalar"), probed);
    EXPECT_EQ(column("statistics.csv", "vs"), means);
    EXPECT_EQ(column("history.csv", "mean_scalar"), history);

    const auto first = run(flow + "scalar: { " + heat + " }\n" + end +
                               "output: { fields: [scalar], history_every: 5 }\n",
                           {"--force"});
    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(field("flow_00000.vti", "scalar"), of_heat);
}

TEST_F(FlowRunProgram, a_bounded_scalar_keeps_its_bounds)
{
    const std::string vortices_and_step =
        "grid: { cells: [16, 16] }\nfluid: { viscosity: 1e-3 }\n"
        "scalar: { diffusivity: 0, advection: bounded, initial: \"x > 0.3 && y < 0.6\" }\n"
        "initial: { u: sin(2*pi*x)*cos(2*pi*y), v: -cos(2*pi*x)*sin(2*pi*y) }\n";
    const auto outcome =
        run(vortices_and_step +
            "run: { until: 0.5, cfl: 1.5 }\noutput: { history_every: 1, fields: [scalar] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto [least, largest] = std::ranges::minmax(field("flow_00000.vti", "scalar"));
    EXPECT_GE(least, -1e-13);
    EXPECT_LE(largest, 1.0 + 1e-13);
    for (const std::vector<double>& row : history()) {
        EXPECT_LT(row.at(5), 0.68) << "the Courant number at step " << row.at(0);
    }
    const auto fixed = run(vortices_and_step + "run: { until: 1, time_step: 0.04 }\n", {"--force"});
    EXPECT_EQ(fixed.code, 2);
    EXPECT_THAT(fixed.err,
                HasSubstr("the longest step in which the bounded scalar keeps its bounds"));
}

TEST_F(FlowRunProgram, a_scalar_is_written_and_told)
{
    const auto outcome =
        run("grid: { cells: [4, 16], extent: { x: [0, 1], y: [0, 2] } }\n"
            "fluid: { viscosity: 1 }\nfaces: { y: no-slip }\n"
            "scalar: { diffusivity: 0.5, buoyancy: [0, 1, 0], faces: { y: { lower: { value: 3 }, "
            "upper: { value: 1 } } }, initial: 2 }\n"
            "run: { until: 16 }\noutput: { history_every: 1000, fields: [scalar], picture: { "
            "field: scalar } }\n"
            "probes: { every: 1000, points: { wall: [0.5, 0], middle: [0.5, 1] } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<double> scalar = field("flow_00000.vti", "scalar");
    ASSERT_EQ(scalar.size(), 64U);
    for (std::size_t j = 0; j < 16; ++j) {  // conduction, which is linear
        EXPECT_NEAR(scalar.at(4 * j), 3.0 - (static_cast<double>(j) + 0.5) / 8.0, 1e-9);
    }
    EXPECT_THAT(result("history.csv"),
                HasSubstr("shear_y_upper_u,mean_scalar,scalar_flux_y_lower,nusselt_y_lower,"
                          "scalar_flux_y_upper,nusselt_y_upper\n"));
    const std::vector<double> last = history().back();
    ASSERT_EQ(last.size(), 17U);
    const std::vector<double> expected{2.0, 0.5, 1.0, -0.5, 1.0};
    for (std::size_t n = 0; n < expected.size(); ++n) {
        EXPECT_NEAR(last.at(12 + n), expected.at(n), 1e-9) << n;
    }
    EXPECT_NEAR(report()["scalar"]["mean"].get<double>(), 2.0, 1e-9);
    EXPECT_NEAR(report()["scalar"]["faces"][1]["nusselt"].get<double>(), 1.0, 1e-9);
    EXPECT_THAT(outcome.out, HasSubstr("scalar         mean 2, Nusselt number 1 (y lower), Nusselt "
                                       "number 1 (y upper)"));
    EXPECT_THAT(result("probes.csv"), HasSubstr("step,time,probe,u,v,p,scalar\n"));
    EXPECT_NEAR(std::stod(cells_in("probes.csv").front().back()), 3.0, 1e-9) << "on the wall";
}

TEST_F(FlowRunProgram, dissipation_is_the_loss_of_energy)
{
    const auto outcome =
        run("grid: { cells: [16, 16, 16], extent: { x: [0, 2*pi], y: [0, 2*pi], z: [0, 2*pi] } }\n"
            "fluid: { viscosity: 1/1600 }\n"
            "initial: { u: \"sin(x)*cos(y)*cos(z)\", v: \"-cos(x)*sin(y)*cos(z)\" }\n"
            "run: { until: 0.5, time_step: 0.01 }\noutput: { history_every: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto rows = history();
    ASSERT_EQ(rows.size(), 51U);
    EXPECT_NEAR(rows.front().at(10), 0.375, 0.375 * 0.03) << "the enstrophy, to second order";
    for (std::size_t row = 1; row + 1 < rows.size(); ++row) {
        const double loss = (rows.at(row - 1).at(3) - rows.at(row + 1).at(3)) / (2.0 * 0.01);
        const double dissipation = rows.at(row).at(9);
        EXPECT_NEAR(loss, dissipation, 2e-3 * dissipation) << "which the time step's error is";
        EXPECT_NEAR(dissipation, 2.0 / 1600.0 * rows.at(row).at(10), 1e-9);
    }
}

TEST_F(FlowRunProgram, the_shear_at_the_walls_of_a_channel_balances_its_force)
{
    const auto outcome =
        run("grid: { cells: [4, 8, 2], extent: { x: [0, 1], z: [0, 1] }, coordinates: { y: "
            "\"tanh(2*(2*s-1))/tanh(2)\" } }\n"
            "fluid: { viscosity: 1, force: [2, 0, -1] }\nfaces: { y: no-slip }\n"
            "run: { until: 10 }\noutput: { history_every: 10, gradients_every: 20 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("history.csv"),
                HasSubstr("mean_w,dissipation,enstrophy,shear_y_lower_u,shear_y_lower_w,"
                          "shear_y_upper_u,shear_y_upper_w\n"));
    const auto rows = history();
    EXPECT_EQ(rows.at(0).at(9), 0.0) << "at rest";
    EXPECT_TRUE(std::isnan(rows.at(1).at(9)));
    EXPECT_TRUE(std::isnan(rows.at(1).at(14)));
    EXPECT_FALSE(std::isnan(rows.at(2).at(14)));
    for (const std::size_t column : {11U, 13U}) {
        EXPECT_NEAR(rows.back().at(column), 2.0, 1e-9) << "half the height is 1";
        EXPECT_NEAR(rows.back().at(column + 1), -1.0, 1e-9);
    }
    ASSERT_EQ(run("grid: { cells: [4, 4] }\nfluid: { viscosity: 1 }\nfaces: { x: no-slip }\n"
                  "run: { max_steps: 1, time_step: 0.001 }\noutput: { gradients_every: 0 }\n",
                  {"--force"})
                  .code,
              0);
    EXPECT_THAT(result("history.csv"), ::testing::EndsWith(",,,,\n"));
}

TEST_F(FlowRunProgram, the_resolved_case_runs_to_the_same_bits)
{
    const std::string text = std::string{vortices} +
                             "run: { max_steps: 5 }\nmethod: { precision: single }\n"
                             "output: { picture: false }\n";
    ASSERT_EQ(run(text).code, 0);
    const std::string first = result("flow_00000.vti");
    EXPECT_EQ(report()["precision"], "single");
    std::filesystem::copy_file(results() / "case.resolved.yaml", temporary_.path() / "again.yaml");
    ASSERT_EQ(test::run_program({"run", temporary_.path() / "again.yaml", "--force"}).code, 0);
    EXPECT_EQ(result("flow_00000.vti"), first);
}

TEST_F(FlowRunProgram, pictures_have_names_of_their_own)
{
    const std::string text =
        "grid: { cells: [8, 8, 8] }\nfluid: { viscosity: 0.1 }\n"
        "initial: { u: \"sin(2*pi*y)\", w: \"cos(2*pi*x)\" }\nrun: { max_steps: 1 }\n"
        "output: { picture: { field: u }, pictures: { ";
    ASSERT_EQ(run(text + "same: { field: u }, side: { plane: x, field: w } } }\n").code, 0);
    EXPECT_EQ(result("flow_same.png"), result("flow.png"));
    EXPECT_THAT(result("flow_side.png"), HasSubstr("PNG"));
    EXPECT_NE(result("flow_side.png"), result("flow.png"));
    ASSERT_EQ(run(text + "other: {} } }\n", {"--force"}).code, 0);
    EXPECT_THAT(names_in_results(), ::testing::Contains("flow_other.png"));
    EXPECT_THAT(names_in_results(), ::testing::Not(::testing::Contains("flow_side.png")));
}

TEST_F(FlowRunProgram, noise_depends_on_its_seed_only)
{
    const std::string start =
        "grid: { cells: [8, 8, 8] }\nfluid: { viscosity: 0.1 }\n"
        "run: { max_steps: 1, time_step: 1.0e-6 }\n"
        "output: { picture: false }\ninitial: { noise: { amplitude: 0.5, seed: ";
    ASSERT_EQ(run(start + "1 } }\n").code, 0);
    const std::string one = result("flow_00000.vti");
    const std::vector<double> u = field("flow_00000.vti", "velocity");
    EXPECT_GT(*std::ranges::max_element(u), 0.1);
    EXPECT_LT(*std::ranges::max_element(u), 0.5);
    ASSERT_EQ(run(start + "1 } }\n", {"--force"}).code, 0);
    EXPECT_EQ(result("flow_00000.vti"), one);
    ASSERT_EQ(run(start + "2 } }\n", {"--force"}).code, 0);
    EXPECT_NE(result("flow_00000.vti"), one);
}

TEST_F(FlowRunProgram, what_flows_in_is_seen_at_the_centres_of_the_first_cells)
{
    const auto outcome = run(
        "grid: { cells: [8, 6], extent: { x: [0, 2], y: [0, 1] } }\nfluid: { viscosity: 0.1 }\n"
        "faces: { x: { lower: outflow, upper: { kind: inflow, velocity: [\"y > 0.5 ? -1 : -1\", 0, "
        "0] } }, y: free-slip }\ninitial: { u: -1 }\nrun: { until: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const double u : field("flow_00000.vti", "velocity")) {
        EXPECT_NEAR(u, -1.0, 1e-12);
    }
}

TEST_F(FlowRunProgram, fewer_steps_than_the_end_needs_are_exit_code_7)
{
    const auto outcome = run(std::string{vortices} + "run: { until: 1, max_steps: 3 }\n");
    EXPECT_EQ(outcome.code, 7) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("run.max_steps = 3 was reached at time"));
    EXPECT_EQ(report()["status"], "out of steps");
    EXPECT_EQ(report()["run"]["steps"], 3);
    EXPECT_TRUE(std::filesystem::exists(results() / "flow_00000.vti"));
}

TEST_F(FlowRunProgram, a_time_step_beyond_stability_is_refused_with_the_limit_and_its_term)
{
    const auto fast = run(std::string{vortices} + "run: { until: 1, time_step: 1 }\n",
                          {"--set", "fluid.viscosity=0.001"});
    EXPECT_EQ(fast.code, 2) << fast.err;
    EXPECT_THAT(fast.err, HasSubstr("case.yaml:7:29: run.time_step: 1 is beyond the limit of "
                                    "stability at the start, "));
    EXPECT_THAT(fast.err, HasSubstr("which the velocity (|u| / dx + |v| / dy + |w| / dz) sets"));
    EXPECT_FALSE(std::filesystem::exists(results()));
    const auto thick = run(std::string{vortices} + "run: { until: 1, time_step: 0.1 }\n",
                           {"--set", "fluid.viscosity=10"});
    EXPECT_EQ(thick.code, 2) << thick.err;
    EXPECT_THAT(thick.err,
                HasSubstr("which viscosity or diffusivity (4 times it / dx^2 of each axis) "
                          "sets"));
    const auto checked = test::run_program(
        {"check", write_case(std::string{vortices} + "run: { until: 1, time_step: 1 }\n")});
    EXPECT_EQ(checked.code, 2) << checked.err;
}

TEST_F(FlowRunProgram, a_velocity_that_is_no_longer_finite_is_exit_code_3)
{
    // The force makes the velocity too large for the time step soon.
    const auto outcome =
        run("grid: { cells: [16, 16] }\nfluid: { viscosity: 0, force: [1000, 0, 0] }\n"
            "initial: { noise: { amplitude: 0.01 } }\nrun: { until: 10, time_step: 0.01 }\n"
            "output: { every: 10 }\n");
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("is beyond the limit of stability"));
    EXPECT_THAT(outcome.err, HasSubstr("the flow is no longer finite after step "));
    EXPECT_THAT(outcome.err, HasSubstr("make run.time_step (0.01) smaller"));
    EXPECT_EQ(report()["status"], "diverged");
    EXPECT_THAT(std::string{report()["trouble"]}, HasSubstr(" at time "));
    EXPECT_EQ(report()["series"].size(), 1U) << "no field is written that is not finite";
    EXPECT_TRUE(std::filesystem::exists(results() / "manifest.json"));
}

TEST_F(FlowRunProgram, a_step_that_is_lost_beside_the_time_ends_the_run_with_its_cause)
{
    const std::string box = "grid: { cells: [8, 8] }\nrun: { until: 1 }\n";
    for (const std::string fluid :
         {"fluid: { viscosity: 1e+20 }\n", "fluid: { viscosity: 0, force: [1e+200, 0, 0] }\n"}) {
        const auto outcome = run(box + fluid, {"--force"});
        EXPECT_EQ(outcome.code, 7) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("more than 1e+09 steps"));
        EXPECT_THAT(outcome.err, HasSubstr("time no longer goes on after step 0 at time 0"));
        EXPECT_EQ(report()["status"], "stalled");
        EXPECT_THAT(test::text_of(results() / "summary.txt"),
                    AllOf(HasSubstr("stalled"), Not(HasSubstr("not finite"))));
    }
    const std::string tiny =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\nrun: { until: 1, time_step: 1e-300 }\n";
    EXPECT_EQ(run(tiny, {"--force"}).code, 7);
    const auto few = run(tiny, {"--force", "--set", "run.max_steps=3"});
    EXPECT_EQ(report()["status"], "out of steps") << few.err;
}

TEST_F(FlowRunProgram, steps_are_foretold)
{
    const std::string text =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\n"
        "run: { until: 1, time_step: 0.001 }\n";
    for (const char* command : {"check", "run"}) {
        std::vector<std::string> arguments{command, write_case(text)};
        if (arguments.front() == "run") {
            arguments.emplace_back("--dry-run");
        }
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("1000 steps of 0.001, about 0:0"));
    }
}

TEST_F(FlowRunProgram, inlets_are_balanced_and_get_their_rates)
{
    const std::string duct =
        "grid: { cells: [8, 16], extent: { x: [0, 1], y: [0, 1] } }\nfluid: { viscosity: 1 }\n"
        "run: { until: 0.01 }\nfaces:\n  y: no-slip\n  x:\n"
        "    lower: { kind: inflow, velocity: [\"6*y*(1-y)\", 0, 0]";
    const std::string out = "    upper: { kind: inflow, velocity: [1, 0, 0]";
    const auto balanced = run(duct + " }\n" + out + " }\n");
    ASSERT_EQ(balanced.code, 0) << balanced.err;
    EXPECT_THAT(balanced.err, HasSubstr("velocities across inflow faces scaled by 0.00195"));
    const auto rated = run(duct + ", flow_rate: 2 }\n" + out + ", flow_rate: -2 }\n", {"--force"});
    ASSERT_EQ(rated.code, 0) << rated.err;
    EXPECT_EQ(rated.err.find("scaled"), std::string::npos) << rated.err;
    EXPECT_NEAR(report()["flow"]["mean_velocity"][0].get<double>(), 2.0, 1e-12);
}

TEST_F(FlowRunProgram, inflow_without_an_outlet_is_refused_with_the_excess)
{
    const auto outcome =
        run("grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\n"
            "faces: { x: { lower: { kind: inflow, velocity: [2, 0, 0] }, upper: no-slip } }\n"
            "run: { until: 1 }\n");
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:6:8: faces: 2 more flows into the box than out "
                                       "(velocity times length, of 2 through all inflow faces"));
}

TEST_F(FlowRunProgram, an_expression_that_is_not_finite_is_named_with_its_place)
{
    const auto outcome =
        run("grid: { cells: [8] }\nfluid: { viscosity: 1 }\n"
            "initial: { u: \"1/(x - 0.5)\" }\nrun: { until: 1 }\n");
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:6:15: initial.u: "));
}

TEST_F(FlowRunProgram, a_fluid_at_rest_that_nothing_moves_needs_a_time)
{
    const std::string rest = "grid: { cells: [4, 4] }\nfluid: { viscosity: 0 }\n";
    const auto refused = run(rest + "run: { max_steps: 2 }\n");
    EXPECT_EQ(refused.code, 2) << refused.err;
    EXPECT_THAT(refused.err, HasSubstr("run: nothing limits the time step"));
    EXPECT_EQ(run(rest + "run: { until: 2 }\n").code, 0);
    EXPECT_EQ(report()["run"]["steps"], 1);
}

TEST_F(FlowRunProgram, the_shipped_cases_begin)
{
    int cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator{test::source_dir() / "configs"}) {
        const std::string name = entry.path().stem().string();
        if (!name.starts_with("flow-") || entry.path().extension() != ".yaml") {
            continue;
        }
        SCOPED_TRACE(name);
        const auto outcome =
            test::run_program({"run", entry.path(), "--output", temporary_.path() / "shipped",
                               "--set", "run.max_steps=20", "--set", "backend=cpu"});
        EXPECT_EQ(outcome.code, 7) << outcome.err;
        EXPECT_TRUE(std::filesystem::exists(temporary_.path() / "shipped" / name / "flow.png"));
        ++cases;
    }
    EXPECT_EQ(cases, 30);
}

TEST_F(FlowRunProgram, a_signal_ends_the_run_with_its_fields)
{
    const auto path = write_case(std::string{vortices} + "run: { until: 1.0e+6 }\n");
    test::RunningProgram program{{"run", path}};
    ASSERT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(SIGINT);
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("stopped by SIGINT after step "));
    EXPECT_EQ(report()["status"], "interrupted");
    EXPECT_TRUE(std::filesystem::exists(results() / "flow_00000.vti"));
    EXPECT_TRUE(std::filesystem::exists(results() / "manifest.json"));
}

TEST_F(FlowRunProgram, a_dry_run_and_a_check_write_nothing)
{
    const std::string text = std::string{vortices} + "run: { until: 1 }\noutput: { every: 0.1 }\n";
    const auto dry = run(text, {"--dry-run"});
    EXPECT_EQ(dry.code, 0) << dry.err;
    EXPECT_THAT(dry.out, HasSubstr("11 files of "));
    const auto checked = test::run_program({"check", write_case(text)});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("the case is good"));
    EXPECT_FALSE(std::filesystem::exists(results()));
}

TEST_F(FlowRunProgram, a_check_says_that_results_are_there)
{
    const std::string text = std::string{vortices} + "run: { until: 0.01 }\n";
    const auto before = test::run_program({"check", write_case(text)});
    EXPECT_THAT(before.out, AllOf(HasSubstr("1 file of "), Not(HasSubstr("earlier results"))));
    const auto ran = run(text);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("1 time in results.pvd\n  time  "));
    const auto after = test::run_program({"check", write_case(text)});
    EXPECT_EQ(after.code, 0) << after.err;
    EXPECT_THAT(after.out,
                AllOf(HasSubstr("the case is good"),
                      HasSubstr("earlier results are in the folder: `run` needs --force")));
}

TEST_F(FlowRunProgram, its_steps_are_predicted_on_ranks_that_can_divide_it)
{
    const auto refused =
        run(std::string{vortices} + "run: { until: 1 }\n", {"--dry-run", "--ranks", "4"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("grid: several ranks divide the planes of z"));
    const auto predicted =
        run("grid: { cells: [16, 16, 64] }\nfluid: { viscosity: 0.1 }\nrun: { until: 1 }\n",
            {"--dry-run", "--ranks", "4"});
    EXPECT_EQ(predicted.code, 0) << predicted.err;
    EXPECT_THAT(predicted.out,
                AllOf(HasSubstr("slabs of z that send their end planes, with projections joined"),
                      HasSubstr("a step, measured with 64 of 64 planes"),
                      HasSubstr("a rank has 2 planes at least: 32 ranks at most")));
}

}  // namespace
}  // namespace tobiuo
