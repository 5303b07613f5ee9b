// SPDX-License-Identifier: BSD-3-Clause
// The meaning of a good case of `solver: flow`: every key, every default.
#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <string>
#include <string_view>
#include <variant>

#include "app/case/case.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

using flow::FaceKind;

constexpr std::string_view start = "name: a\nsolver: flow\n";

FlowCase flow_of(std::string_view text)
{
    return std::get<FlowCase>(CaseFolder{std::string{start} + std::string{text}}.read().solver);
}

TEST(GoodFlow, sources_are_formulas_and_numbers)
{
    const CaseFolder folder{
        std::string{start} +
        "grid: { cells: [8, 4] }\n"
        "fluid: { viscosity: 0.1, force: [\"sin(y)*cos(t)\", 2*pi, 0], rotation: [0, 0, 1.5] }\n"
        "scalar: { diffusivity: 0.1, source: \"x*t\", mean_gradient: [1, 0, 0] }\n"
        "sponge: { rate: \"5*max(0, x - 0.5)\", velocity: [1, \"0.1*t\", 0], scalar: 2 }\n"
        "run: { until: 2, wall_time: 1.5 h }\ncheckpoint: true\n"};
    const Case the_case = folder.read();
    const auto& flow = std::get<FlowCase>(the_case.solver);
    const flow::Problem problem = without_velocities(flow);
    EXPECT_EQ(problem.force, (std::array{0.0, 2.0 * std::numbers::pi, 0.0}));
    EXPECT_EQ(problem.sources, (flow::Sources{.force = {"sin(y)*cos(t)", "", ""},
                                              .rotation = {0.0, 0.0, 1.5},
                                              .scalar = "x*t",
                                              .scalar_gradient = {1.0, 0.0, 0.0},
                                              .sponge = {.rate = "5*max(0, x - 0.5)",
                                                         .velocity = {"1", "0.1*t", "0"},
                                                         .scalar = "2"}}));
    EXPECT_EQ(flow.run.wall_time->seconds, 5400.0);
}

/// What the reference has beside its number in the middle of the box is a part of the force.
TEST(GoodFlow, a_reference_that_is_an_expression_adds_to_the_force)
{
    const auto problem_with = [](const std::string& reference, const std::string& force) {
        return without_velocities(
            flow_of("grid: { cells: [8, 4] }\n"
                    "fluid: { viscosity: 0.1, force: [0, " +
                    force +
                    ", 0] }\n"
                    "scalar: { diffusivity: 0.1, buoyancy: [0, 2, 0], reference: " +
                    reference + " }\nrun: { until: 2 }\n"));
    };
    const flow::Problem layered = problem_with("\"3 + 4*y\"", "5");
    EXPECT_EQ(layered.scalar->reference, 4.0);
    EXPECT_EQ(layered.force[1], 5.0);
    EXPECT_EQ(layered.sources.force[1], "(-2)*((3 + 4*y) - (4))");
    EXPECT_EQ(problem_with("\"4*y\"", "sin(x)").sources.force[1], "(sin(x)) + (-2)*((4*y) - (1))");
    EXPECT_EQ(problem_with("7", "5").scalar->reference, 7.0);
    EXPECT_EQ(problem_with("7", "5").sources.force[1], "");
}

TEST(GoodFlow, eddies_and_rough_walls_are_those_of_the_problem)
{
    const FlowCase flow = flow_of(
        "grid: { cells: [8, 4] }\n"
        "fluid: { viscosity: 0.1, more_viscosity: \"0.2*y\", viscosity_of_scalar: \"exp(s)\" }\n"
        "scalar: { diffusivity: 0.1 }\n"
        "eddies: { model: smagorinsky, constant: 0.1, damping: true, prandtl: 0.9 }\n"
        "faces: { y: { lower: { kind: no-slip, roughness: 0.01 }, upper: free-slip } }\n"
        "run: { until: 2 }\n");
    const flow::Problem problem = without_velocities(flow);
    EXPECT_EQ(problem.eddies, (flow::Eddies{.model = flow::EddyModel::smagorinsky,
                                            .constant = 0.1,
                                            .damping = true,
                                            .prandtl = 0.9,
                                            .more_viscosity = "0.2*y",
                                            .viscosity_of_scalar = "exp(s)"}));
    EXPECT_EQ(problem.faces[1].lower.law, (flow::WallLaw{.roughness = 0.01}));
    EXPECT_FALSE(problem.faces[1].upper.law);
}

TEST(GoodFlow, a_scalar_may_be_bounded)
{
    const auto advection = [](const std::string& keys) {
        return without_velocities(flow_of("grid: { cells: [8, 4] }\nfluid: { viscosity: 0.1 }\n"
                                          "scalar: { diffusivity: 0" +
                                          keys + " }\nrun: { until: 2 }\n"))
            .scalar->advection;
    };
    EXPECT_EQ(advection(""), flow::ScalarAdvection::central);
    EXPECT_EQ(advection(", advection: bounded"), flow::ScalarAdvection::bounded);
}

TEST(GoodFlow, several_scalars_have_names)
{
    const FlowCase flow = flow_of(
        "grid: { cells: [8, 4] }\nfluid: { viscosity: 0.1 }\nfaces: { y: no-slip }\n"
        "scalars:\n"
        "  temperature: { diffusivity: 0.1, buoyancy: [0, 2, 0] }\n"
        "  salt: { diffusivity: 0, buoyancy: [0, -1, 0], advection: bounded, source: x*t, "
        "sponge: \"0.5\", faces: { y: { lower: { value: 1 } } }, obstacles: { ball: { value: 2 } } "
        "}\n"
        "sponge: { rate: 1 }\n"
        "obstacles: { ball: { inside: \"hypot(x - 0.5, y - 0.25) < 0.1\" } }\n"
        "run: { until: 2 }\noutput: { fields: [salt, p], picture: { field: temperature } }\n");
    EXPECT_EQ(scalar_count(flow), 2);
    const flow::Problem problem = without_velocities(flow);
    EXPECT_EQ(problem.scalar->name, "temperature");
    const flow::FurtherScalar& salt = problem.further_scalars.at(0);
    EXPECT_EQ(salt.scalar.name, "salt");
    EXPECT_EQ(salt.scalar.advection, flow::ScalarAdvection::bounded);
    EXPECT_EQ(salt.source, "x*t");
    EXPECT_EQ(salt.sponge, "0.5");
    EXPECT_EQ(flow.further_scalars.at(0).faces.at(1).at(0).number.text, "1");
    EXPECT_EQ(flow.further_scalars.at(0).obstacles.at(0).value, 2.0);
}

TEST(GoodFlow, defaults_are_a_fluid_at_rest_in_a_periodic_box)
{
    const CaseFolder folder{std::string{start} +
                            "grid: { cells: [8, 4] }\nfluid: { viscosity: 0.1 }\n"
                            "run: { until: 2 }\n"};
    const Case the_case = folder.read();
    const auto& flow = std::get<FlowCase>(the_case.solver);
    EXPECT_EQ(flow.box.dimensions, 2);
    EXPECT_EQ(flow.box.grid.location, Location::cell);
    EXPECT_EQ(flow.box.grid.axes[1].upper, 0.5);
    EXPECT_EQ(flow.viscosity, 0.1);
    EXPECT_EQ(without_velocities(flow).force, (std::array{0.0, 0.0, 0.0}));
    for (const auto& faces : flow.faces) {
        EXPECT_EQ(faces[0].kind, FaceKind::periodic);
        EXPECT_EQ(faces[1].kind, FaceKind::periodic);
    }
    EXPECT_EQ(std::get<FieldExpression>(flow.initial[2]).text, "0");
    EXPECT_EQ(flow.noise.amplitude, 0.0);
    EXPECT_EQ(flow.precision, Precision::fp64);
    EXPECT_EQ(flow.run.until, 2.0);
    EXPECT_FALSE(flow.run.max_steps);
    EXPECT_FALSE(flow.run.time_step);
    EXPECT_EQ(flow.run.cfl, 0.9);
    EXPECT_FALSE(flow.checkpoint);
    EXPECT_FALSE(flow.statistics);
    EXPECT_FALSE(flow.probes);
    EXPECT_EQ(the_case.output.fields, (Lines{"velocity", "p"}));
    EXPECT_FALSE(the_case.output.every);
    EXPECT_EQ(the_case.output.history_every, 10);
    EXPECT_FALSE(the_case.output.gradients_every);
    ASSERT_TRUE(the_case.output.picture);
    EXPECT_EQ(the_case.output.picture->field, "speed");
    EXPECT_TRUE(the_case.output.pictures.empty());
}

TEST(GoodFlow, every_key_is_read)
{
    const CaseFolder folder{
        std::string{start} +
        "grid: { cells: [8, 4, 2], coordinates: { y: \"s^2\" } }\n"
        "fluid: { viscosity: 1/1600, force: [1, 2*pi, -3] }\n"
        "faces:\n"
        "  x: { lower: { kind: inflow, velocity: [\"y < 0.5\", 0, -1] }, upper: outflow }\n"
        "  y: { lower: free-slip, upper: { kind: no-slip, velocity: [1, 0, \"sin(x)\"] } }\n"
        "  z: periodic\n"
        "initial: { u: \"y\", w: 0.5, noise: { amplitude: 0.01, seed: 7 } }\n"
        "method: { precision: single, implicit_diffusion: y, projections: three }\n"
        "run: { until: 2, max_steps: 100, time_step: 0.01 }\n"
        "output: { every: 0.5, history_every: 3, gradients_every: 30, fields: [p], "
        "picture: { field: w }, pictures: { top: { plane: y, at: 0.75, field: p, isolines: 3 }, "
        "all: {} } }\n"
        "checkpoint: { every: 1.5 h, keep: 3 }\n"
        "statistics: { axis: z, from: 0.25, every: 4 }\n"
        "probes: { every: 5, points: { wake: [1/2, 0.25, 0], 2: [1, 0, 0.125] } }\n"};
    const Case the_case = folder.read();
    const auto& flow = std::get<FlowCase>(the_case.solver);
    EXPECT_TRUE(flow.box.grid.axes[1].stretched());
    EXPECT_EQ(flow.viscosity, 1.0 / 1600.0);
    EXPECT_EQ(without_velocities(flow).force[2], -3.0);
    EXPECT_EQ(flow.faces[0][0].kind, FaceKind::inflow);
    EXPECT_EQ(flow.faces[0][0].velocity[0].text, "y < 0.5");
    EXPECT_EQ(flow.faces[0][0].velocity[2].text, "-1");
    EXPECT_EQ(flow.faces[0][1].kind, FaceKind::outflow);
    EXPECT_EQ(flow.faces[1][0].kind, FaceKind::free_slip);
    EXPECT_EQ(flow.faces[1][1].kind, FaceKind::no_slip);
    EXPECT_EQ(flow.faces[1][1].velocity[2].text, "sin(x)");
    EXPECT_EQ(std::get<FieldExpression>(flow.initial[0]).text, "y");
    EXPECT_EQ(std::get<FieldExpression>(flow.initial[1]).text, "0");
    EXPECT_EQ(flow.noise.amplitude, 0.01);
    EXPECT_EQ(flow.noise.seed, 7);
    EXPECT_EQ(flow.precision, Precision::fp32);
    EXPECT_EQ(flow.implicit_diffusion, ImplicitAxis::y);
    EXPECT_EQ(without_velocities(flow).projections, 3);
    EXPECT_EQ(flow.run.max_steps, 100);
    EXPECT_EQ(flow.run.time_step, 0.01);
    EXPECT_EQ(the_case.output.every, 0.5);
    EXPECT_EQ(the_case.output.history_every, 3);
    EXPECT_EQ(the_case.output.gradients_every, 30);
    EXPECT_EQ(the_case.output.picture->field, "w") << "a picture need not show what is written";
    ASSERT_EQ(the_case.output.pictures.size(), 2U);
    EXPECT_EQ(the_case.output.pictures[0].name, "top");
    EXPECT_EQ(the_case.output.pictures[0].picture.plane, 1);
    EXPECT_EQ(the_case.output.pictures[0].picture.at, 0.75);
    EXPECT_EQ(the_case.output.pictures[0].picture.field, "p");
    EXPECT_EQ(the_case.output.pictures[0].picture.look.isolines, 3);
    EXPECT_EQ(the_case.output.pictures[1].picture.plane, 2);
    EXPECT_EQ(the_case.output.pictures[1].picture.field, "speed");
    ASSERT_TRUE(flow.checkpoint);
    EXPECT_EQ(flow.checkpoint->every.seconds, 5400.0);
    EXPECT_EQ(flow.checkpoint->keep, 3);
    ASSERT_TRUE(flow.statistics);
    EXPECT_EQ(flow.statistics->axis, 2);
    EXPECT_EQ(flow.statistics->from, 0.25);
    EXPECT_EQ(flow.statistics->every, 4);
    EXPECT_FALSE(flow.statistics->reference);
    ASSERT_TRUE(flow.probes);
    EXPECT_EQ(flow.probes->every, 5);
    ASSERT_EQ(flow.probes->points.size(), 2U);
    EXPECT_EQ(flow.probes->points[0].name, "wake");
    EXPECT_EQ(flow.probes->points[0].at, (std::array{0.5, 0.25, 0.0}));
    EXPECT_EQ(flow.probes->points[1].name, "2");
}

TEST(GoodFlow, a_scalar_is_insulated_and_without_buoyancy_by_default)
{
    const FlowCase flow = flow_of(
        "grid: { cells: [4, 4] }\nfluid: { viscosity: 1 }\n"
        "scalar: { diffusivity: 0.5 }\nrun: { until: 1 }\n");
    ASSERT_TRUE(flow.scalar);
    EXPECT_EQ(flow.scalar->diffusivity, 0.5);
    EXPECT_EQ(flow.scalar->buoyancy, (std::array{0.0, 0.0, 0.0}));
    EXPECT_EQ(flow.scalar->reference.text, "0");
    EXPECT_EQ(std::get<FieldExpression>(flow.scalar->initial).text, "0");
    for (const auto& faces : flow.scalar->faces) {
        for (const ScalarFaceSection& face : faces) {
            EXPECT_EQ(face.kind, flow::ScalarFaceKind::flux);
            EXPECT_EQ(face.number.text, "0");
        }
    }
}

TEST(GoodFlow, every_key_of_a_scalar_is_read)
{
    const FlowCase flow = flow_of(
        "grid: { cells: [4, 4, 4] }\nfluid: { viscosity: 1 }\n"
        "faces: { x: { lower: { kind: inflow, velocity: [1, 0, 0] }, upper: outflow }, "
        "y: no-slip, z: free-slip }\n"
        "scalar:\n  diffusivity: 1/8\n  buoyancy: [0, 9.81, 0]\n  reference: 20\n"
        "  faces: { x: { lower: { value: \"y\" } }, y: { lower: { flux: 2 }, upper: "
        "insulated }, z: insulated }\n  initial: \"z^2\"\nrun: { until: 1 }\n");
    ASSERT_TRUE(flow.scalar);
    EXPECT_EQ(flow.scalar->diffusivity, 0.125);
    EXPECT_EQ(flow.scalar->buoyancy, (std::array{0.0, 9.81, 0.0}));
    EXPECT_EQ(flow.scalar->reference.text, "20");
    EXPECT_EQ(flow.scalar->faces[0][0].kind, flow::ScalarFaceKind::value);
    EXPECT_EQ(flow.scalar->faces[0][0].number.text, "y");
    EXPECT_EQ(flow.scalar->faces[1][0].kind, flow::ScalarFaceKind::flux);
    EXPECT_EQ(flow.scalar->faces[1][0].number.text, "2");
    EXPECT_EQ(flow.scalar->faces[2][1].number.text, "0");
    EXPECT_EQ(std::get<FieldExpression>(flow.scalar->initial).text, "z^2");
}

TEST(GoodFlow, a_bulk_velocity_is_read)
{
    const FlowCase flow = flow_of(
        "grid: { cells: [4, 4] }\nfluid: { viscosity: 1, bulk_velocity: [1, 0, 0.5] }\n"
        "faces: { y: no-slip }\nrun: { until: 1 }\n");
    EXPECT_EQ(flow.bulk_velocity, (std::array{1.0, 0.0, 0.5}));
}

TEST(GoodFlow, means_spectra_and_exact_solutions_are_read)
{
    const std::string begin =
        "grid: { cells: [8, 4, 4] }\nfluid: { viscosity: 1 }\nfaces: { y: no-slip }\n"
        "run: { until: 1 }\n";
    const FlowCase flow =
        flow_of(begin +
                "means: { from: 0.5, to: 0.75, every: 3, fields: [p], stresses: false }\n"
                "spectra: { axes: [x, z], across: \"y\", at: [0.25, 0.5], every: 7 }\n"
                "exact: { u: \"y*t\", w: 0 }\n");
    ASSERT_TRUE(flow.means && flow.spectra && flow.exact);
    EXPECT_EQ(flow.means->from, 0.5);
    EXPECT_EQ(flow.means->to, 0.75);
    EXPECT_EQ(flow.means->every, 3);
    EXPECT_TRUE(flow.means->has("p") && !flow.means->has("velocity"));
    EXPECT_TRUE(flow.means->draws("rms_p") && !flow.means->draws("mean_u"));
    EXPECT_EQ(flow.spectra->axes, (Lines{"x", "z"}));
    EXPECT_FALSE(flow.spectra->shells);
    EXPECT_EQ(flow.spectra->across, 1);
    EXPECT_EQ(flow.spectra->at, (std::vector{0.25, 0.5}));
    EXPECT_EQ(flow.spectra->every, 7);
    EXPECT_EQ(flow.exact->u->text, "y*t");
    EXPECT_FALSE(flow.exact->v);
    EXPECT_EQ(flow.exact->w->text, "0");
    const FlowCase plain = flow_of(begin + "means: {}\nspectra: { axes: [x] }\n");
    EXPECT_EQ(plain.means->every, 10);
    EXPECT_EQ(plain.means->fields, (Lines{"velocity", "p"}));
    EXPECT_EQ(plain.spectra->every, 100);
    EXPECT_FALSE(plain.spectra->across);
    EXPECT_FALSE(plain.exact);
}

TEST(GoodFlow, what_moves_along_an_absent_z_is_known)
{
    const std::string begin = "grid: { cells: [8, 4] }\nfluid: { viscosity: 1 }\n";
    const std::string end = "run: { until: 1 }\n";
    EXPECT_FALSE(flow_of(begin + "initial: { u: 1, w: 0 }\n" + end).moves_along_z());
    EXPECT_TRUE(flow_of(begin + "initial: { w: \"x\" }\n" + end).moves_along_z());
    EXPECT_TRUE(
        flow_of(begin + "sponge: { rate: 1, velocity: [0, 0, 1] }\n" + end).moves_along_z());
    EXPECT_FALSE(
        flow_of(begin + "sponge: { rate: 1, velocity: [1, 0, 0] }\n" + end).moves_along_z());
    EXPECT_TRUE(
        flow_of("grid: { cells: [8, 4] }\nfluid: { viscosity: 1, rotation: [1, 0, 0] }\n" + end)
            .moves_along_z());
    EXPECT_FALSE(
        flow_of("grid: { cells: [8, 4] }\nfluid: { viscosity: 1, rotation: [0, 0, 1] }\n" + end)
            .moves_along_z());
    EXPECT_TRUE(
        flow_of("grid: { cells: [8, 4, 4] }\nfluid: { viscosity: 1 }\n" + end).moves_along_z());
}

TEST(GoodFlow, series_are_of_a_layer_or_of_centres_in_a_box)
{
    const CaseFolder folder{
        std::string{start} +
        "grid: { cells: [8, 4], extent: { x: [0, 2] }, coordinates: { y: [0, 0.1, 0.3, 0.7, 1] } "
        "}\nfluid: { viscosity: 1 }\nfaces: { y: no-slip }\nrun: { max_steps: 3 }\n"
        "output: { fields: [p], series: { middle: { plane: x, every: 1/4 }, top: { plane: y, at: "
        "1, every: 2, fields: [velocity, p] }, layer: { plane: y, at: 0.05, every: 1 }, box: { "
        "box: { x: [0.375, 0.626] }, every: 1 } } }\n"};
    const Case the_case = folder.read();
    const auto& series = the_case.output.series;
    const Grid& grid = std::get<FlowCase>(the_case.solver).box.grid;
    ASSERT_EQ(series.size(), 4U);
    EXPECT_EQ(series[0].name, "middle");
    EXPECT_EQ(series[0].every, 0.25);
    EXPECT_EQ(series[0].at, 1.0);
    EXPECT_EQ(series[0].fields, Lines{"p"});
    EXPECT_EQ(series[1].fields, (Lines{"velocity", "p"}));
    const auto expect_cells = [&](std::size_t n, const CellBox& expected) {
        EXPECT_EQ(cells_of(series[n], grid).first, expected.first) << n;
        EXPECT_EQ(cells_of(series[n], grid).count, expected.count) << n;
    };
    expect_cells(0, {.first = {4, 0, 0}, .count = {1, 4, 1}});
    expect_cells(1, {.first = {0, 3, 0}, .count = {8, 1, 1}});
    expect_cells(2, {.first = {0, 0, 0}, .count = {8, 1, 1}});
    expect_cells(3, {.first = {1, 0, 0}, .count = {2, 4, 1}});
}

TEST(GoodFlow, checkpoints_can_be_switched_on_without_keys)
{
    const std::string flow = "grid: { cells: [4] }\nfluid: { viscosity: 1 }\nrun: { until: 1 }\n";
    EXPECT_EQ(flow_of(flow + "checkpoint: true\n").checkpoint->every.seconds, 600.0);
    EXPECT_FALSE(flow_of(flow + "checkpoint: false\n").checkpoint);
}

}  // namespace
}  // namespace tobiuo::test
