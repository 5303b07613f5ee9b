// SPDX-License-Identifier: BSD-3-Clause
// Faces whose expressions depend on time, from the case to the results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_input.hpp"
#include "tests/app/case/case_folder.hpp"
#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using FlowFacesOfTime = test::FlowCaseRun;

constexpr double rounding = 1e-12;  // of some hundred steps

/// A duct of which an inlet changes what flows.
std::string duct(const std::string& inlet)
{
    return "grid: { cells: [8, 6], extent: { x: [0, 2], y: [0, 1] } }\n"
           "fluid: { viscosity: 0.01 }\n"
           "faces: { x: { lower: { kind: inflow, velocity: [\"" +
           inlet + "\", 0, 0] }, upper: outflow }, y: free-slip }\ninitial: { u: 1 }\n";
}

TEST_F(FlowFacesOfTime, give_fields_their_values_at_the_time_of_the_file)
{
    const auto outcome = run(duct("1 + 0.5*sin(3*t)") +
                             "run: { until: 1 }\noutput: { every: 0.25, history_every: 1 }\n"
                             "probes: { every: 1, points: { inlet: [0, 0.5] } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (int file = 0; file <= 4; ++file) {
        const double u = 1.0 + 0.5 * std::sin(0.75 * file);
        const auto name = "flow_0000" + std::to_string(file) + ".vti";
        for (const double value : field(name, "velocity")) {
            EXPECT_NEAR(value, u, rounding) << name << ": what enters fills the duct";
        }
    }
    for (const std::vector<double>& row : numbers_in("history.csv")) {
        EXPECT_NEAR(row.at(6), 1.0 + 0.5 * std::sin(3.0 * row.at(1)), rounding) << "mean_u";
    }
    for (const std::vector<std::string>& row : cells_in("probes.csv")) {
        EXPECT_NEAR(std::stod(row.at(3)), 1.0 + 0.5 * std::sin(3.0 * std::stod(row.at(1))),
                    rounding);
    }
    EXPECT_EQ(report()["faces"]["x"]["lower"]["velocity"][0], "1 + 0.5*sin(3*t)");
}

TEST_F(FlowFacesOfTime, cost_no_bit_in_a_restart)
{
    const std::string text =
        "grid: { cells: [12, 10, 6], extent: { x: [0, 1], y: [0, 1], z: [0, 0.5] } }\n"
        "fluid: { viscosity: 0.01 }\n"
        "faces:\n"
        "  x: { lower: { kind: inflow, velocity: [\"(1 + 0.3*sin(5*t))*y\", 0, \"0.1*t\"] }, "
        "upper: outflow }\n"
        "  y: { lower: no-slip, upper: { kind: no-slip, velocity: [\"sin(2*t)\", 0, \"0.2*x*t\"] } "
        "}\n"
        "scalar: { diffusivity: 0.02, buoyancy: [0, 1, 0], faces: { x: { lower: { value: "
        "\"y*cos(t)\" } }, y: { upper: { flux: \"0.1*sin(3*t)*x\" } } } }\n"
        "initial: { u: y, noise: { amplitude: 0.1, seed: 3 } }\ncheckpoint: { every: 1 h }\n"
        "run: { max_steps: 24 }\n"
        "output: { every: 0.1, history_every: 2, fields: [velocity, p, scalar] }\n"
        "statistics: { axis: y, every: 3 }\n"
        "probes: { every: 2, points: { lid: [0.5, 1, 0.25], inlet: [0, 0.7, 0] } }\n";
    const std::vector<std::string> names{"history.csv",    "results.pvd",    "flow_00000.vti",
                                         "flow_00001.vti", "statistics.csv", "probes.csv",
                                         "flow.png"};
    const auto contents = [&] {
        std::vector<std::string> all;
        for (const std::string& name : names) {
            all.push_back(result(name));
            EXPECT_NE(all.back(), "") << name;
        }
        return all;
    };
    ASSERT_EQ(run(text).code, 0);
    const std::vector<std::string> whole = contents();
    ASSERT_EQ(run(text, {"--force", "--set", "run.max_steps=12"}).code, 0);
    const auto outcome = restart();
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(contents(), whole);
}

TEST_F(FlowFacesOfTime, that_begin_to_move_keep_the_courant_number)
{
    const auto outcome =
        run("grid: { cells: [8, 8] }\nfluid: { viscosity: 1.0e-6 }\n"
            "faces: { y: { lower: no-slip, upper: { kind: no-slip, velocity: [\"10*t\", 0, 0] } } "
            "}\nrun: { until: 1 }\noutput: { history_every: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto rows = history();
    EXPECT_GT(rows.size(), 20U) << "the fluid at rest would take one step";
    for (const std::vector<double>& row : rows) {
        EXPECT_LT(row.at(2) * 8.0 * 10.0 * row.at(1), 0.91) << "the wall at the end of a step";
    }
}

TEST_F(FlowFacesOfTime, that_make_no_flow_later_are_refused_before_the_run)
{
    const std::string one_way =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\n"
        "faces: { x: { lower: { kind: inflow, velocity: [\"t > 0.5 ? 2 : 1\", 0, 0] }, upper: { "
        "kind: inflow, velocity: [1, 0, 0] } }, y: free-slip }\ninitial: { u: 1 }\n";
    const auto early = run(one_way + "run: { until: 1 }\n");
    EXPECT_EQ(early.code, 2) << early.err;
    EXPECT_THAT(early.err, HasSubstr("case.yaml:6:8: faces: at t = 0.5625, 1 more flows into "
                                     "the box than out"));
    EXPECT_FALSE(std::filesystem::exists(results()));
    const auto late = run(one_way + "run: { max_steps: 100000, time_step: 0.0009 }\n");
    EXPECT_EQ(late.code, 2) << late.err;
    EXPECT_THAT(late.err, HasSubstr("case.yaml:6:8: faces: at t = 0.500"));
    const auto infinite = run(duct("1/(t - 0.5)") + "run: { until: 1 }\n", {"--force"});
    EXPECT_EQ(infinite.code, 2);
    EXPECT_THAT(infinite.err, HasSubstr("faces.x.lower.velocity: '1/(t - 0.5)' is infinite at x = "
                                        "0, y = 0.0833333, z = 0.125, t = 0.5: give"));
}

TEST_F(FlowFacesOfTime, are_told_at_their_own_keys_when_they_are_wrong)
{
    const std::string box = "grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\n";
    const auto said = [&](const std::string& faces, const std::string& end = "until: 1") {
        const auto outcome = run(box + faces + "run: { " + end + " }\n");
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        return outcome.err;
    };
    const std::string wall =
        "faces: { y: { lower: { kind: no-slip, velocity: [1, 0, 0] }, upper: { kind: no-slip, "
        "velocity: [0, \"t > 0.5 ? 2 : 0\", 0] } } }\n";
    const std::string across =
        "the upper face across y is no-slip, but has the velocity 2 across it";
    EXPECT_THAT(said(wall),
                HasSubstr("case.yaml:6:100: faces.y.upper.velocity: at t = 0.5625, " + across));
    EXPECT_THAT(said(wall, "max_steps: 1000, time_step: 0.0045"),
                HasSubstr("case.yaml:6:100: faces.y.upper.velocity: at t = 0.50"));
    EXPECT_THAT(said("faces: { y: { lower: no-slip, upper: { kind: no-slip, velocity: [0, 2, 0] } "
                     "} }\n"),
                HasSubstr("case.yaml:6:69: faces.y.upper.velocity: " + across));
    const auto scalar = [](const std::string& face) {
        return "faces: { y: no-slip }\nscalar: { diffusivity: 0, faces: { y: { lower: { value: t "
               "}, upper: " +
               face + " } } }\n";
    };
    const std::string without =
        "the upper face across y has a flux of the scalar, but nothing diffuses";
    EXPECT_THAT(said(scalar("{ flux: \"max(0, t - 0.5)\" }")),
                HasSubstr("case.yaml:7:77: scalar.faces.y.upper.flux: at t = 0.5625, " + without));
    EXPECT_THAT(said(scalar("{ flux: 1 }")),
                HasSubstr("case.yaml:7:77: scalar.faces.y.upper.flux: " + without));
    EXPECT_THAT(said(scalar("{ value: \"1/(t - 0.5)\" }")),
                HasSubstr("case.yaml:7:78: scalar.faces.y.upper.value: '1/(t - 0.5)' is infinite"));
}

TEST(FlowFaces, give_at_each_time_what_their_expressions_do)
{
    const test::CaseFolder folder{
        "name: t\nsolver: flow\nbackend: cpu\ngrid: { cells: [6, 5, 4] }\n"
        "fluid: { viscosity: 0.1 }\n"
        "faces:\n"
        "  x: { lower: { kind: inflow, velocity: [\"1 + t*y\", 2, \"z\"] }, upper: outflow }\n"
        "  y: { lower: no-slip, upper: { kind: no-slip, velocity: [\"sin(t)\", 0, 0] } }\n"
        "scalar: { diffusivity: 1, faces: { x: { lower: { value: \"exp(-t)*y\" } } } }\n"
        "run: { until: 1 }\n"};
    const Case the_case = folder.read();
    const auto& flow = std::get<FlowCase>(the_case.solver);
    flow::Problem problem = flow_problem(flow);
    FlowFaces faces{flow, problem};
    ASSERT_TRUE(faces.change());
    const auto samples = [&](const char* text, int component, int axis, double place, double time) {
        return sampled({.text = text, .at = {}}, "", points_of(problem, component, axis, place),
                       time);
    };
    for (const double time : {0.0, 0.7, 0.2}) {
        const flow::FaceValues values = faces.at(time);
        const flow::Face& inlet = values.faces[0].lower;
        EXPECT_EQ(inlet.profile[0], samples("1 + t*y", 0, 0, 0.0, time));
        EXPECT_THAT(inlet.profile[1], IsEmpty());
        EXPECT_EQ(inlet.velocity[1], 2.0);
        EXPECT_EQ(inlet.profile[2], samples("z", 2, 0, 0.0, time));
        EXPECT_EQ(values.faces[1].upper.profile[0], samples("sin(t)", 0, 1, 1.0, time));
        EXPECT_EQ(values.scalar_faces[0].profile, samples("exp(-t)*y", no_component, 0, 0.0, time));
        faces.take(values);
    }
}

TEST_F(FlowFacesOfTime, are_all_that_depends_on_time)
{
    const auto outcome =
        run("grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\ninitial: { u: \"sin(t)\" }\n"
            "run: { until: 1 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("unknown name 't'"));
}

}  // namespace
}  // namespace tobiuo
