// SPDX-License-Identifier: BSD-3-Clause
// Inlets from tables in time and with synthetic turbulence, from the case to the results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/app/run/ranked_run.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

class FlowInlets : public test::FlowCaseRun {
protected:
    /// Writes a file beside the case.
    void write_beside(const std::string& name, const std::string& text) const
    {
        test::write_file(results().parent_path().parent_path() / name, text);
    }
};

/// A duct whose inlet a table multiplies.
std::string duct_of_table(const std::string& table, const std::string& more = {})
{
    return "grid: { cells: [8, 6], extent: { x: [0, 2], y: [0, 1] } }\n"
           "fluid: { viscosity: 0.01 }\n"
           "faces: { x: { lower: { kind: inflow, velocity: [2, 0, 0], table: { " +
           table + " }" + more +
           " }, upper: outflow }, y: free-slip }\n"
           "initial: { u: 1 }\noutput: { history_every: 1 }\n";
}

constexpr double after_steps_of_inlets = 1e-12;

TEST_F(FlowInlets, follow_a_table)
{
    write_beside("pulse.csv",
                 "# an hour of measurements\ntime, u, v\n0, 1, 0\n0.5, 2, 0\n1, 1, 0\n");
    const auto line = [](double time) { return 1.0 + 2.0 * (0.5 - std::abs(0.5 - time)); };
    const auto outcome = run(duct_of_table("file: pulse.csv, columns: [u], interpolation: linear") +
                             "run: { until: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const std::vector<double>& row : history()) {
        EXPECT_NEAR(row.at(6), 2.0 * line(row.at(1)), after_steps_of_inlets) << row.at(1);
    }
    // One column for each component, periodic.
    ASSERT_EQ(run(duct_of_table("file: pulse.csv, columns: [u, v, v], interpolation: linear, "
                                "outside: periodic") +
                      "run: { until: 3 }\n",
                  {"--force"})
                  .code,
              0);
    for (const std::vector<double>& row : history()) {
        EXPECT_NEAR(row.at(6), 2.0 * line(row.at(1) - std::floor(row.at(1))),
                    after_steps_of_inlets);
    }
    // A flow rate, held behind the last row.
    ASSERT_EQ(run(duct_of_table("file: pulse.csv, columns: [u], outside: held", ", flow_rate: 3") +
                      "run: { until: 1.5 }\n",
                  {"--force"})
                  .code,
              0);
    const auto rows = history();
    EXPECT_NEAR(rows.back().at(6), 3.0, after_steps_of_inlets);
    for (const std::vector<double>& row : rows) {
        EXPECT_GE(row.at(6), 3.0 - after_steps_of_inlets) << "no new extremes";
        EXPECT_LE(row.at(6), 6.0 + after_steps_of_inlets);
    }
    EXPECT_EQ(report()["faces"]["x"]["lower"]["table"], "pulse.csv");
}

TEST_F(FlowInlets, give_the_scalar_of_a_table)
{
    write_beside("heat.csv", "t,s\n0,0\n1,4\n");
    const auto outcome =
        run("grid: { cells: [4, 8], extent: { x: [0, 1], y: [0, 1] } }\nfluid: { viscosity: 0.1 }\n"
            "faces: { y: no-slip }\n"
            "scalar: { diffusivity: 0.01, faces: { y: { lower: { flux: 0.5, table: { file: "
            "heat.csv, columns: [s] } } } } }\n"
            "run: { until: 1, time_step: 0.01 }\noutput: { fields: [scalar] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NEAR(report()["scalar"]["mean"].get<double>(), 1.0, 0.01) << "2 t of flux, to time 1";
}

TEST_F(FlowInlets, say_what_is_wrong_with_a_table)
{
    const auto said = [&](const std::string& table, const std::string& keys) {
        write_beside("pulse.csv", table);
        const auto outcome =
            run(duct_of_table("file: pulse.csv, " + keys) + "run: { until: 2 }\n", {"--force"});
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        return outcome.err;
    };
    const std::string sound = "t,u\n0,1\n1,2\n";
    EXPECT_THAT(said(sound, "columns: [u]"),
                HasSubstr("faces.x.lower.table: at t = 1.125, 'pulse.csv' has no value (its times "
                          "are 0 to 1): give it more rows, or outside: held or periodic"));
    EXPECT_THAT(said(sound, "columns: [w]"),
                HasSubstr("pulse.csv:1:1: has no column 'w' (its first line is to name t and 'w', "
                          "and has t, u): name the columns there"));
    EXPECT_THAT(said(sound, "columns: [u], outside: periodic"),
                HasSubstr("pulse.csv:3:1: ends with u = 2, and begins with 1"));
    EXPECT_THAT(said("t,u\n0,1\n", "columns: [u]"), HasSubstr("has fewer than two rows"));
    EXPECT_THAT(said("t,u\n0,1\n1\n", "columns: [u]"), HasSubstr("pulse.csv:3:1: has 1 cells"));
    EXPECT_THAT(said("t,u\n1,1\n0,1\n", "columns: [u]"),
                HasSubstr("pulse.csv:3:1: the time 0 is not behind that of the row before, 1"));
    EXPECT_THAT(said("t,u\n0,1\n1,x\n", "columns: [u]"),
                HasSubstr("pulse.csv:3:3: expected a finite number (got 'x')"));
}

/// A duct with turbulence at its inlet, whose strength follows a table.
const std::string turbulent_duct =
    "grid: { cells: [10, 8, 8], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 0.01 }\n"
    "faces:\n"
    "  x: { lower: { kind: inflow, velocity: [\"6*y*(1 - y)\", 0, 0], table: { file: pulse.csv, "
    "columns: [u], outside: held }, turbulence: { intensity: \"0.1 + 0.1*z\", length: 0.5, seed: 4 "
    "} }, upper: outflow }\n"
    "  y: no-slip\n"
    "initial: { u: \"6*y*(1 - y)\" }\ncheckpoint: { every: 1 h }\n"
    "output: { every: 0.05, history_every: 1 }\n"
    "probes: { every: 1, points: { inlet: [0, 0.5, 0.5] } }\n";

TEST_F(FlowInlets, with_turbulence_cost_no_bit_in_a_restart)
{
    write_beside("pulse.csv", "t,u\n0,1\n0.2,1.5\n");
    ASSERT_EQ(run(turbulent_duct + "run: { max_steps: 16 }\n").code, 0);
    const std::string whole = result("history.csv") + result("probes.csv");
    std::vector<double> at_inlet;
    for (const std::vector<std::string>& row : cells_in("probes.csv")) {
        at_inlet.push_back(std::stod(row.at(4)));
    }
    EXPECT_GT(std::abs(at_inlet.back() - at_inlet.front()), 1e-3) << "v fluctuates";
    ASSERT_EQ(run(turbulent_duct + "run: { max_steps: 7 }\n", {"--force"}).code, 0);
    ASSERT_EQ(restart({"run.max_steps=16"}).code, 0);
    EXPECT_EQ(result("history.csv") + result("probes.csv"), whole);
    EXPECT_EQ(report()["faces"]["x"]["lower"]["turbulence"]["length"], 0.5);
    // The flux is that of the mean: no more flows through the box than the table says.
    for (const std::vector<double>& row : history()) {
        EXPECT_NEAR(row.at(4), 0.0, after_steps_of_inlets) << "divergence";
    }
}

TEST_F(FlowInlets, with_turbulence_go_on_with_another_viscosity)
{
    write_beside("pulse.csv", "t,u\n0,1\n0.2,1.5\n");
    ASSERT_EQ(run(turbulent_duct + "run: { max_steps: 4 }\n").code, 0);
    const auto outcome = restart({"run.max_steps=6", "fluid.viscosity=0.02"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(FlowInlets, say_what_is_wrong_with_turbulence)
{
    const auto said = [&](const std::string& inlet) {
        const auto outcome =
            run("grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\nfaces: { x: { lower: { kind: "
                "inflow, " +
                    inlet + " }, upper: outflow } }\nrun: { until: 1 }\n",
                {"--force"});
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        return outcome.err;
    };
    EXPECT_THAT(said("velocity: [1, 0, 0], turbulence: { intensity: 0.1, length: 0.2 }"),
                HasSubstr("faces.x.lower.turbulence: the lower face across x has turbulence of the "
                          "length 0.2, and a cell is 0.125 wide"));
    EXPECT_THAT(said("velocity: [1, 0, 0], turbulence: { intensity: y - 1, length: 0.5 }"),
                HasSubstr("whose intensity is -0.9375 at a point"));
    EXPECT_THAT(said("velocity: [\"t\", 0, 0], turbulence: { intensity: 0.1, length: 0.5 }"),
                HasSubstr("nothing flows in at the start that could carry it"));
}

/// A duct into which the velocity of planes flows, on other cells than those of the planes.
std::string duct_of_planes(const std::string& planes, const std::string& extent = "[0, 1]")
{
    return "grid: { cells: [6, 9, 5], extent: { x: [0, 1], y: " + extent +
           ", z: [0, 0.5] } }\n"
           "fluid: { viscosity: 0.01 }\n"
           "faces: { x: { lower: { kind: inflow, planes: { " +
           planes +
           " } }, upper: outflow }, y: free-slip }\n"
           "initial: { u: 1 }\noutput: { history_every: 1 }\n";
}

class FlowInletPlanes : public FlowInlets {
protected:
    /// Runs a flow that writes planes whose mean velocity is 1.25 + t, to time 0.5.
    void SetUp() override
    {
        const auto outcome =
            run("grid: { cells: [8, 6, 4], extent: { x: [0, 2], y: [0, 1], z: [0, 0.5] } }\n"
                "fluid: { viscosity: 0.01 }\n"
                "faces: { x: { lower: { kind: inflow, velocity: [\"1 + t + 0.5*y\", 0, "
                "\"0.1*y\"] }, upper: outflow }, y: free-slip }\n"
                "initial: { u: \"1 + 0.5*y\" }\nrun: { until: 0.5 }\n"
                "output: { series: { cut: { plane: x, at: 1, every: 0.1 } } }\n");
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        std::filesystem::rename(results(), results().parent_path() / "before");
    }
};

TEST_F(FlowInletPlanes, give_the_flow_of_planes_that_another_one_has_written)
{
    ASSERT_EQ(run(duct_of_planes("file: out/before/flow_cut.pvd") + "run: { until: 0.5 }\n").code,
              0);
    for (const std::vector<double>& row : history()) {
        EXPECT_NEAR(row.at(6), 1.25 + row.at(1), after_steps_of_inlets) << "as much, on any cells";
    }
    EXPECT_GT(history().size(), 5U);
    EXPECT_EQ(report()["faces"]["x"]["lower"]["planes"], "flow_cut.pvd");
    // At other times, and again and again.
    ASSERT_EQ(run(duct_of_planes("file: out/before/flow_cut.pvd, start: -0.25, outside: periodic") +
                      "run: { until: 1 }\n",
                  {"--force"})
                  .code,
              0);
    for (const std::vector<double>& row : history()) {
        const double in_series = row.at(1) + 0.25;
        EXPECT_NEAR(row.at(6), 1.25 + in_series - 0.5 * std::floor(in_series / 0.5),
                    after_steps_of_inlets);
    }
}

TEST_F(FlowInletPlanes, cost_no_bit_in_a_restart)
{
    const std::string text = duct_of_planes("file: out/before/flow_cut.pvd, outside: held") +
                             "checkpoint: { every: 1 h }\n";
    ASSERT_EQ(run(text + "run: { max_steps: 12 }\n").code, 0);
    const std::string whole = result("history.csv");
    ASSERT_EQ(run(text + "run: { max_steps: 5 }\n", {"--force"}).code, 0);
    ASSERT_EQ(restart({"run.max_steps=12"}).code, 0);
    EXPECT_EQ(result("history.csv"), whole);
}

TEST_F(FlowInletPlanes, are_told_when_they_are_wrong)
{
    const auto said = [&](const std::string& text) {
        const auto outcome = run(text, {"--force"});
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        return outcome.err;
    };
    EXPECT_THAT(said(duct_of_planes("file: out/before/flow_cut.pvd") + "run: { until: 1 }\n"),
                HasSubstr("faces.x.lower.planes: at t = 0.5625, 'flow_cut.pvd' has no plane (its "
                          "times are 0 to 0.5)"));
    EXPECT_THAT(
        said(duct_of_planes("file: out/before/flow_cut.pvd", "[0, 2]") + "run: { until: 0.5 }\n"),
        HasSubstr("'flow_cut_00000.vti' is from 0 to 1 along y, and the face from 0 to 2"));
    EXPECT_THAT(said(duct_of_planes("file: out/before/results.pvd") + "run: { until: 0.5 }\n"),
                HasSubstr("'results.pvd' has fewer than two planes"));
    std::filesystem::remove(results().parent_path() / "before" / "flow_cut_00001.vti");
    EXPECT_THAT(said(duct_of_planes("file: out/before/flow_cut.pvd") + "run: { until: 0.5 }\n"),
                HasSubstr("faces.x.lower.planes: could not use 'flow_cut_00001.vti'"));
}

/// A channel whose fluctuations go round.
const std::string recycled_channel =
    "grid: { cells: [12, 8, 8], extent: { x: [0, 3], y: [0, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 0.001 }\n"
    "faces: { x: { lower: { kind: inflow, velocity: [\"1 + 0.1*t\", 0, 0], recycle: 2 }, upper: "
    "outflow }, y: no-slip }\n"
    "initial: { u: 1, noise: { amplitude: 0.2, seed: 2 } }\ncheckpoint: { every: 1 h }\n"
    "output: { every: 0.2, history_every: 1 }\n"
    "probes: { every: 1, points: { inlet: [0, 0.5, 0.5], inside: [0.1, 0.4, 0.6] } }\n"
    "statistics: { axis: y, every: 3 }\n";

TEST_F(FlowInlets, that_recycle_cost_no_bit_in_a_restart)
{
    const auto all = [&] {
        return result("history.csv") + result("probes.csv") + result("statistics.csv");
    };
    ASSERT_EQ(run(recycled_channel + "run: { max_steps: 16 }\n").code, 0);
    const std::string whole = all();
    double largest = 0.0;
    for (const std::vector<std::string>& row : cells_in("probes.csv")) {
        if (row.at(2) == "inlet") {
            largest = std::max(largest, std::abs(std::stod(row.at(4))));
        }
    }
    EXPECT_GT(largest, 1e-3) << "v on the face is that of the fluctuations";
    for (const std::vector<double>& row : history()) {
        EXPECT_NEAR(row.at(4), 0.0, after_steps_of_inlets) << "divergence";
    }
    ASSERT_EQ(run(recycled_channel + "run: { max_steps: 7 }\n", {"--force"}).code, 0);
    ASSERT_EQ(restart({"run.max_steps=16"}).code, 0);
    EXPECT_EQ(all(), whole);
    EXPECT_EQ(report()["faces"]["x"]["lower"]["recycle"], 2.0);
    EXPECT_EQ(restart({"run.max_steps=18", "fluid.viscosity=0.002"}).code, 0);
}

TEST_F(FlowInlets, say_what_is_wrong_with_recycling)
{
    const auto outcome = run(
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\nfaces: { x: { lower: { kind: inflow, "
        "velocity: [1, 0, 0], recycle: 0.5 }, upper: outflow }, y: no-slip }\n"
        "run: { until: 1 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("the lower face across x recycles fluctuations about a mean "
                                       "along periodic axes, and no axis along it is periodic"));
}

using FlowInletsOnRanks = test::RankedRun;

TEST_F(FlowInletsOnRanks, recycle_as_one_does)
{
    const std::string text =
        "name: ranked\nsolver: flow\nbackend: cpu\n" + recycled_channel + "run: { max_steps: 9 }\n";
    const auto energies = [&](int ranks) {
        std::vector<double> found;
        std::istringstream lines{result(ranks, "history.csv")};
        std::string line;
        std::getline(lines, line);
        while (std::getline(lines, line)) {
            std::istringstream cells{line};
            std::string cell;
            for (int n = 0; n < 4; ++n) {
                std::getline(cells, cell, ',');
            }
            found.push_back(std::stod(cell));
        }
        return found;
    };
    ASSERT_EQ(run(1, text).code, 0);
    const std::vector<double> expected = energies(1);
    EXPECT_EQ(expected.size(), 10U);
    const test::Outcome two = run(2, text, {"--set", "run.max_steps=5"});
    ASSERT_EQ(two.code, 0) << two.err;
    const test::Outcome more = run(2, text, {"--restart"});
    ASSERT_EQ(more.code, 0) << more.err;
    const std::vector<double> found = energies(2);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t n = 0; n < found.size(); ++n) {
        EXPECT_NEAR(found[n], expected[n], 1e-11);
    }
}

TEST_F(FlowInletsOnRanks, have_the_same_turbulence)
{
    const std::string text =
        "name: ranked\nsolver: flow\nbackend: cpu\n"
        "grid: { cells: [10, 8, 8], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\n"
        "faces:\n"
        "  x: { lower: { kind: inflow, velocity: [1, 0, 0], turbulence: { intensity: 0.2, length: "
        "0.5 } }, upper: outflow }\n"
        "initial: { u: 1 }\nrun: { max_steps: 8, time_step: 0.02 }\n"
        "output: { history_every: 1 }\nprobes: { every: 1, points: { inlet: [0, 0.5, 0.5] } }\n";
    ASSERT_EQ(run(1, text).code, 0);
    const test::Outcome two = run(2, text);
    ASSERT_EQ(two.code, 0) << two.err;
    const auto u_at_inlet = [&](int ranks) {
        std::vector<std::string> values;
        std::istringstream lines{result(ranks, "probes.csv")};
        for (std::string line; std::getline(lines, line);) {
            std::istringstream cells{line};
            std::string cell;
            for (int n = 0; n < 4; ++n) {
                std::getline(cells, cell, ',');
            }
            values.push_back(cell);
        }
        return values;
    };
    EXPECT_EQ(u_at_inlet(1).size(), 10U);
    EXPECT_EQ(u_at_inlet(2), u_at_inlet(1)) << "to the last bit";
}

}  // namespace
}  // namespace tobiuo
