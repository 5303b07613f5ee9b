// SPDX-License-Identifier: BSD-3-Clause
// Bad faces, fluids and runs of `solver: flow`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

constexpr std::string_view smallest_flow =
    "name: a\n"
    "solver: flow\n"
    "grid: { cells: [4, 4] }\n"
    "fluid: { viscosity: 1 }\n"
    "run: { until: 1 }\n";

/// The errors of the smallest case with the lines `more` below it, from line 6 on.
Lines flow_problems_with(std::string_view more)
{
    return problems_of(std::string{smallest_flow} + std::string{more});
}

// NOLINTBEGIN(bugprone-suspicious-missing-comma): a sentence is longer than a line
TEST(BadFlow, all_problems_of_a_file_are_reported_at_once_in_order)
{
    EXPECT_EQ(
        problems_of("name: a\n"
                    "solver: flow\n"
                    "grid: { cells: [4, 4], location: node }\n"
                    "fluid: { viscosity: -1, force: [1, 2] }\n"
                    "faces: { x: no_slip, z: periodic, y: { lower: wall, upper: no-slip } }\n"
                    "initial: { u: \"sin(q)\", v: z, noise: { seed: 1 } }\n"
                    "run: { cfl: 2, time_step: 0.1 }\n"
                    "output: { every: 0, picture: { field: q } }\n"
                    "checkpoint: { every: 10, keep: 0 }\n"),
        (Lines{
            "case.yaml:3:24: grid: unknown key 'location' (it is a key of solver: himeno): "
            "remove it",
            "case.yaml:4:21: fluid.viscosity: expected a number of at least 0 (got -1; friction "
            "takes energy from a flow)",
            "case.yaml:4:32: fluid.force: expected a list of 3 values (got 2)",
            "case.yaml:5:13: faces.x: 'no_slip' is none of periodic, no-slip, free-slip (did you "
            "mean 'no-slip'?)",
            "case.yaml:5:25: faces.z: the axis z is absent (grid.cells has 2 numbers): remove it, "
            "or give the axis cells",
            "case.yaml:5:47: faces.y.lower: 'wall' is none of no-slip, free-slip, inflow, outflow: "
            "write one of them or { kind: ..., velocity: ..., flow_rate: ..., "
            "roughness: ..., table: ..., turbulence: ..., recycle: ..., planes: ... }",
            "case.yaml:6:20: initial.u: unknown name 'q' at character 5 of 'sin(q)' (known: x, y, "
            "z, pi, e, sin, cos, tan, asin, acos, atan, atan2, hypot, sinh, cosh, tanh, exp, ln, "
            "log10, sqrt, abs, sign, min, max)",
            "case.yaml:6:28: initial.v: uses z, but the axis z is absent (grid.cells has 2 "
            "numbers): remove it, or give the axis cells",
            "case.yaml:6:38: initial.noise: missing key 'amplitude' (the largest of the numbers, "
            "in length / time): add it",
            "case.yaml:7:6: run: missing key 'until' (the time at which the run ends): add it",
            "case.yaml:7:13: run.cfl: expected a finite number above 0 and below 1.7320508 (got "
            "'2')",
            "case.yaml:7:27: run.time_step: excludes 'cfl' (a time step is given or chosen): keep "
            "one of them",
            "case.yaml:8:18: output.every: expected a finite number above 0 (got '0')",
            "case.yaml:8:39: output.picture.field: 'q' is none of speed, u, v, w, p, scalar, "
            "vorticity, q_criterion, dissipation, mean_u, mean_v, mean_w, mean_p, mean_scalar, "
            "rms_u, rms_v, rms_w, rms_p, rms_scalar",
            "case.yaml:9:22: checkpoint.every: expected a number and a unit, as 10 min (s, min, "
            "h) (got '10')",
            "case.yaml:9:32: checkpoint.keep: expected an integer from 1 to 1000 (got '0')"}));
}

TEST(BadFlow, a_face_has_the_velocity_that_its_kind_needs)
{
    EXPECT_EQ(flow_problems_with("faces: { x: { lower: inflow, upper: outflow } }\n"),
              (Lines{"case.yaml:6:22: faces.x.lower: an inflow needs a velocity (nothing flows in "
                     "without one): write { kind: inflow, velocity: [1, 0, 0] }"}));
    EXPECT_EQ(flow_problems_with("faces: { x: { lower: { kind: inflow }, upper: outflow } }\n"),
              (Lines{"case.yaml:6:22: faces.x.lower: missing key 'velocity' ([u, v, w] of the wall "
                     "or of what flows in: numbers or expressions in x, y, z, t): add it"}));
    EXPECT_EQ(flow_problems_with("faces: { x: { lower: { kind: free-slip, velocity: [0, 1, 0] }, "
                                 "upper: no-slip } }\n"),
              (Lines{"case.yaml:6:51: faces.x.lower.velocity: a face that is free-slip has no "
                     "velocity of its own: remove it"}));
    EXPECT_EQ(flow_problems_with("faces: { x: { lower: periodic, upper: no-slip } }\n"),
              (Lines{"case.yaml:6:22: faces.x.lower: 'periodic' is for both faces of an axis (they "
                     "are the same place): write x: periodic, or give this face a kind of its "
                     "own"}));
    EXPECT_EQ(
        flow_problems_with("faces: { x: { lower: { kind: inflow, velocity: [\"1 +\", z, 0] }, "
                           "upper: outflow } }\n")
            .size(),
        1U);
    EXPECT_EQ(
        flow_problems_with("faces: { x: { lower: { kind: inflow, velocity: [1, z, 0] }, upper: "
                           "outflow } }\n"),
        (Lines{"case.yaml:6:52: faces.x.lower.velocity: uses z, but the axis z is absent "
               "(grid.cells has 2 numbers): remove it, or give the axis cells"}));
}

TEST(BadFlow, eddies_need_a_method_that_knows_their_viscosity)
{
    EXPECT_EQ(flow_problems_with("eddies: { model: dynamic }\n").size(), 1U);
    EXPECT_EQ(
        flow_problems_with("eddies: { model: wale, damping: true }\n"),
        (Lines{"case.yaml:6:33: eddies.damping: only the length of smagorinsky is damped (wale and "
               "vreman have little viscosity at walls of themselves): remove it"}));
    EXPECT_EQ(flow_problems_with("eddies: { model: wale }\nmethod: { implicit_diffusion: y }\n"),
              (Lines{"case.yaml:6:18: eddies.model: the viscosity varies and "
                     "method.implicit_diffusion is along y (whose systems have one viscosity): "
                     "remove one of both"}));
    EXPECT_EQ(
        flow_problems_with("faces: { x: { lower: { kind: no-slip, velocity: [0, 1, 0], turbulence: "
                           "{ intensity: 0.1, length: 1 } }, upper: no-slip } }\n"),
        (Lines{"case.yaml:6:72: faces.x.lower.turbulence: a face that is no-slip has no turbulence "
               "(it is added to what flows in): remove it, or make the face an inflow"}));
    EXPECT_EQ(flow_problems_with("faces: { x: { lower: { kind: inflow, velocity: [1, 0, 0], table: "
                                 "{ file: case.yaml, columns: [u, v] } }, upper: outflow } }\n"),
              (Lines{"case.yaml:6:66: faces.x.lower.table: expected one column for all components, "
                     "or three (got 2): name one for each of u, v and w",
                     "case.yaml:6:74: faces.x.lower.table.file: expected a path that ends in .csv, "
                     ".txt or .dat (got 'case.yaml')"}));
    EXPECT_EQ(
        flow_problems_with("faces: { x: { lower: { kind: free-slip, roughness: 0.1 }, upper: "
                           "free-slip } }\n"),
        (Lines{"case.yaml:6:52: faces.x.lower.roughness: a face that is free-slip has no friction "
               "of a wall: remove it, or make the face no-slip"}));
}

TEST(BadFlow, a_sponge_has_targets_that_are_there)
{
    EXPECT_EQ(flow_problems_with("sponge: { rate: t, velocity: [0, 0, 0] }\n"),
              (Lines{"case.yaml:6:17: sponge.rate: unknown name 't' at character 1 of 't' (known: "
                     "x, y, z, pi, e, sin, "
                     "cos, tan, asin, acos, atan, atan2, hypot, sinh, cosh, tanh, exp, ln, log10, "
                     "sqrt, abs, sign, min, max)"}));
    EXPECT_EQ(flow_problems_with("sponge: { rate: 1 }\n"),
              (Lines{"case.yaml:6:9: sponge: missing key 'velocity' ([u, v, w] to which the "
                     "velocity tends: numbers or expressions in x, y, z, t): add it"}));
    EXPECT_EQ(
        flow_problems_with("sponge: { rate: 1, scalar: 2 }\n"),
        (Lines{"case.yaml:6:28: sponge.scalar: the flow carries no scalar: remove it, or give "
               "the case a section 'scalar'"}));
}

TEST(BadFlow, what_wall_time_and_rotation_do_not_go_with)
{
    EXPECT_EQ(
        problems_of("name: a\nsolver: flow\ngrid: { cells: [4, 4] }\n"
                    "fluid: { viscosity: 1, bulk_velocity: [1, 0, 0], rotation: [0, 0, 2] }\n"
                    "run: { until: 1, wall_time: 3 h }\n"),
        (Lines{"case.yaml:4:60: fluid.rotation: it turns the mean velocity that bulk_velocity "
               "is to hold (the force of a step comes too late for it): give a force in place "
               "of bulk_velocity",
               "case.yaml:5:29: run.wall_time: what it stops could not go on without a "
               "checkpoint: add checkpoint: true"}));
}

TEST(BadFlow, a_stretched_axis_is_not_periodic)
{
    EXPECT_EQ(problems_of("name: a\nsolver: flow\n"
                          "grid: { cells: [4, 4], coordinates: { y: s^2 } }\n"
                          "fluid: { viscosity: 1 }\nrun: { until: 1 }\n"),
              (Lines{"case.yaml:3:7: grid: axis y is stretched and periodic (Poisson's equation "
                     "along it needs walls): make its cells equal, or its faces walls"}));
}

TEST(BadFlow, only_rows_of_the_history_have_gradients)
{
    EXPECT_EQ(flow_problems_with("output: { history_every: 4, gradients_every: 6 }\n"),
              (Lines{"case.yaml:6:46: output.gradients_every: expected a multiple of "
                     "output.history_every = 4 (got 6; only rows of the history have gradients): "
                     "make one fit"}));
}

TEST(BadFlow, statistics_are_along_an_axis_that_the_case_has)
{
    EXPECT_EQ(flow_problems_with("statistics: { axis: z, every: 0 }\n"),
              (Lines{"case.yaml:6:21: statistics.axis: the axis z is absent (grid.cells has 2 "
                     "numbers): remove it, or give the axis cells",
                     "case.yaml:6:31: statistics.every: expected an integer from 1 to 1000000000 "
                     "(got '0')"}));
    EXPECT_EQ(
        flow_problems_with("statistics: { from: 2, reference: dns.txt }\n"),
        (Lines{"case.yaml:6:13: statistics: missing key 'axis' (the axis along which the "
               "profiles are; means are over the others; one of x, y, z): add it",
               "case.yaml:6:35: statistics.reference: expected a file whose name ends in .csv "
               "(got 'dns.txt')"}));
}

TEST(BadFlow, probes_have_names_and_lie_in_the_box)
{
    EXPECT_EQ(
        flow_problems_with("probes:\n  every: 2\n  points:\n    a: [0.5, 2]\n"
                           "    b c: [0, 0]\n    d: [0.5]\n    e: here\n    f: [x, 0]\n"),
        (Lines{"case.yaml:9:14: probes.points.a: 2 is outside of the grid (where y goes from "
               "0 to 1): choose a place between",
               "case.yaml:10:5: probes.points: the name 'b c' is not made of 1 to 64 "
               "letters, digits, - and _ (it stands in tables and in names of files): choose "
               "another one",
               "case.yaml:11:8: probes.points.d: expected a number for each axis of the case, "
               "2 (got 1)",
               "case.yaml:12:8: probes.points.e: expected a list of 1 to 3 values (got "
               "'here'): write it in square brackets",
               "case.yaml:13:9: probes.points.f: expected a finite number (got 'x'): write "
               "it like 0.5, 1.0e-6 or 2*pi"}));
    EXPECT_EQ(flow_problems_with("probes: { points: [1, 2] }\n"),
              (Lines{"case.yaml:6:19: probes.points: expected a map of names, which are yours to "
                     "choose (such as { a: ..., b: ... })"}));
    EXPECT_EQ(flow_problems_with("probes: { every: 2 }\n"),
              (Lines{"case.yaml:6:9: probes: missing key 'points' (names, each with the place [x, "
                     "y, z] of a point in the box): add it"}));
}

TEST(BadFlow, a_bulk_velocity_is_along_periodic_axes_and_excludes_a_force)
{
    EXPECT_EQ(problems_of("name: a\nsolver: flow\ngrid: { cells: [4, 4] }\n"
                          "fluid: { viscosity: 1, force: [1, 0, 0], bulk_velocity: [1, 2, 0] }\n"
                          "faces: { y: no-slip }\nrun: { until: 1 }\n"),
              (Lines{"case.yaml:4:57: fluid.bulk_velocity: excludes 'force' (the velocity decides "
                     "what the force is): keep one of them",
                     "case.yaml:4:61: fluid.bulk_velocity: the axis y is not periodic (its faces "
                     "decide what flows along it): make it 0"}));
}

TEST(BadFlow, diffusion_is_implicit_along_an_axis_that_the_case_has)
{
    EXPECT_EQ(flow_problems_with("method: { implicit_diffusion: z }\n"),
              (Lines{"case.yaml:6:31: method.implicit_diffusion: the axis z is absent (grid.cells "
                     "has 2 numbers): remove it, or give the axis cells"}));
    EXPECT_EQ(flow_problems_with("method: { implicit_diffusion: w }\n"),
              (Lines{"case.yaml:6:31: method.implicit_diffusion: 'w' is none of none, x, y, z"}));
    EXPECT_EQ(problems_of("name: a\n"
                          "solver: flow\n"
                          "grid: { cells: [4, 1] }\n"
                          "fluid: { viscosity: 1 }\n"
                          "run: { until: 1 }\n"
                          "method: { implicit_diffusion: y }\n"),
              (Lines{"case.yaml:6:31: method.implicit_diffusion: nothing changes along the axis y "
                     "(it is one periodic cell): give another axis, or none"}));
}

TEST(BadFlow, one_projection_fits_the_rest)
{
    EXPECT_EQ(flow_problems_with("method: { projections: two }\n"),
              (Lines{"case.yaml:6:24: method.projections: 'two' is none of one, three"}));
    EXPECT_EQ(flow_problems_with("method: { projections: one, implicit_diffusion: x }\n"),
              (Lines{"case.yaml:6:24: method.projections: one projection and implicit diffusion do "
                     "not go together (each stage corrects the pressure by what its projection "
                     "finds): use three, or set method.implicit_diffusion: none"}));
    EXPECT_THAT(
        problems_of("name: a\n"
                    "solver: flow\n"
                    "grid: { cells: [4, 4] }\n"
                    "fluid: { viscosity: 1 }\n"
                    "run: { until: 1, cfl: 1.2 }\n"
                    "method: { projections: one }\n"),
        testing::ElementsAre(testing::HasSubstr(
            "run.cfl: expected a number of at most 1 (got 1.2; steps with one projection are "
            "not stable beyond): make it smaller, or use method.projections: three")));
    EXPECT_THAT(flow_problems_with("method: { projections: one }\nobstacles: { ball: { inside: "
                                   "\"x < 0.1\", method: closed } }\n"),
                testing::ElementsAre(testing::HasSubstr("set method.projections: three")));
}

TEST(BadFlow, several_scalars_fit_the_rest)
{
    const auto first_of = [](const std::string& keys) {
        const Lines lines = flow_problems_with(keys);
        return lines.empty() ? std::string{} : lines.front();
    };
    const std::string two = "scalars: { heat: { diffusivity: 1 }, salt: { diffusivity: 1 } }\n";
    EXPECT_THAT(first_of("scalar: { diffusivity: 1 }\n" + two),
                testing::HasSubstr("scalars: the case has a key 'scalar', too"));
    EXPECT_THAT(first_of("scalars: { p2: { diffusivity: 1 }, speed: { diffusivity: 1 } }\n"),
                testing::HasSubstr("a scalar cannot have the name 'speed'"));
    EXPECT_THAT(first_of(two + "method: { implicit_diffusion: x }\n"),
                testing::HasSubstr("several scalars and implicit diffusion do not go together"));
    EXPECT_THAT(first_of("scalars: { heat: { diffusivity: -1 } }\n"),
                testing::HasSubstr("diffusivity: expected a number of at least 0"));
    EXPECT_THAT(first_of("scalars: { heat: { diffusivity: 1, sponge: 1 } }\n"),
                testing::HasSubstr("the case has no sponge"));
    EXPECT_THAT(
        first_of("scalars: { heat: { diffusivity: 1 }, salt: { diffusivity: 1, obstacles: { "
                 "rock: { value: 1 } } } }\n"),
        testing::HasSubstr("there is no obstacle 'rock'"));
    EXPECT_THAT(first_of(two + "output: { fields: [salty] }\n"),
                testing::HasSubstr("output.fields: 'salty' is none of velocity"));
    EXPECT_THAT(first_of(two + "output: { fields: [scalar] }\n"),
                testing::HasSubstr("the scalars of the flow have names"));
    EXPECT_THAT(first_of(two + "output: { picture: { field: scalar } }\n"),
                testing::HasSubstr("the flow carries no scalar of this name"));
}

TEST(BadFlow, a_bounded_scalar_diffuses_explicitly)
{
    EXPECT_EQ(flow_problems_with("scalar: { diffusivity: 1, advection: upwind }\n"),
              (Lines{"case.yaml:6:38: scalar.advection: 'upwind' is none of central, bounded"}));
    EXPECT_EQ(
        flow_problems_with("scalar: { diffusivity: 1, advection: bounded }\n"
                           "method: { implicit_diffusion: x }\n"),
        (Lines{"case.yaml:6:38: scalar.advection: bounded advection and implicit diffusion do "
               "not go together (of the second order in time no implicit diffusion keeps "
               "bounds in long steps): use central, or set method.implicit_diffusion: none"}));
}

TEST(BadFlow, a_scalar_fits_the_faces_of_the_flow)
{
    EXPECT_EQ(
        flow_problems_with(
            "faces: { y: { lower: { kind: inflow, velocity: [0, 1, 0] }, upper: outflow } }\n"
            "scalar:\n  diffusivity: -1\n"
            "  faces: { x: { lower: { value: 1 } }, y: { upper: { flux: 1 } }, z: insulated }\n"),
        (Lines{"case.yaml:8:16: scalar.diffusivity: expected a number of at least 0 (got -1; "
               "diffusion levels out differences)",
               "case.yaml:9:10: scalar.faces: y.lower is an inflow (what flows in carries the "
               "scalar): give its value, as { value: 0 }",
               "case.yaml:9:15: scalar.faces.x: the axis is periodic (its ends are the same "
               "place): remove it",
               "case.yaml:9:60: scalar.faces.y.upper.flux: the face is an outflow (what arrives "
               "leaves through it): remove it",
               "case.yaml:9:70: scalar.faces.z: the axis z is absent (grid.cells has 2 numbers): "
               "remove it, or give the axis cells"}));
    EXPECT_EQ(flow_problems_with("faces: { x: no-slip }\n"
                                 "scalar: { faces: { x: { lower: { value: 1, flux: 2 }, upper: "
                                 "warm } } }\n"),
              (Lines{"case.yaml:7:9: scalar: missing key 'diffusivity' (of the scalar, in length^2 "
                     "/ time; 0 or more): add it",
                     "case.yaml:7:44: scalar.faces.x.lower: 'flux' and 'value' exclude each other "
                     "(a face gives one of them): keep one of them",
                     "case.yaml:7:62: scalar.faces.x.upper: 'warm' is not known: write insulated, "
                     "{ value: ... } or { flux: ... }"}));
    EXPECT_EQ(flow_problems_with("faces: { x: outflow, y: no-slip }\n"
                                 "scalar: { diffusivity: 1, faces: { y: { lower: 300, upper: "
                                 "isolated } } }\n"),
              (Lines{"case.yaml:6:13: faces.x: 'outflow' is none of periodic, no-slip, free-slip: "
                     "write one of them or { lower: ..., upper: ... }",
                     "case.yaml:7:48: scalar.faces.y.lower: '300' is not known: write insulated, { "
                     "value: 300 } or { flux: 300 }",
                     "case.yaml:7:60: scalar.faces.y.upper: 'isolated' is not known (did you mean "
                     "'insulated'?)"}));
    EXPECT_EQ(flow_problems_with("output: { fields: [velocity, scalar] }\n"),
              (Lines{"case.yaml:6:30: output.fields: the flow carries no scalar (this case has no "
                     "key 'scalar'): add it, or remove the field"}));
}

TEST(BadFlow, a_velocity_at_the_start_has_one_source)
{
    EXPECT_EQ(flow_problems_with("initial: { u: 1, file: a.vti, w: 0 }\n"),
              (Lines{"case.yaml:6:15: initial.u: excludes 'file' (the velocity has one source): "
                     "keep one of them",
                     "case.yaml:6:24: initial.file: 'a.vti' is not there (looked for a.vti): "
                     "correct the path, which is relative to the case",
                     "case.yaml:6:34: initial.w: excludes 'file' (the velocity has one source): "
                     "keep one of them"}));
    EXPECT_EQ(flow_problems_with("initial: { u: 1, field: v }\n"),
              Lines{"case.yaml:6:18: initial: 'field' goes only with 'file' (which this case has "
                    "not): remove it"});
}

TEST(BadFlow, a_picture_shows_what_is_there)
{
    EXPECT_EQ(flow_problems_with("output: { picture: { field: scalar } }\n"),
              Lines{"case.yaml:6:29: output.picture.field: the flow carries no scalar (this case "
                    "has no key 'scalar'): add it, or draw another field"});
}

TEST(BadFlow, each_picture_is_checked)
{
    EXPECT_EQ(
        flow_problems_with("output:\n  pictures:\n    a: { field: q }\n    b: { plane: x, at: "
                           "2 }\n    c/d: {}\n    e: true\n    f: { plan: x }\n"),
        (Lines{"case.yaml:8:17: output.pictures.field: 'q' is none of speed, u, v, w, p, scalar, "
               "vorticity, q_criterion, dissipation, mean_u, mean_v, mean_w, mean_p, mean_scalar, "
               "rms_u, rms_v, rms_w, rms_p, rms_scalar",
               "case.yaml:9:24: output.pictures.at: 2 is outside of the grid (where x goes "
               "from 0 to 1): choose a place between",
               "case.yaml:10:5: output.pictures: the name 'c/d' is not made of 1 to 64 "
               "letters, digits, - and _ (it stands in tables and in names of files): choose "
               "another one",
               "case.yaml:11:8: output.pictures: expected a map of keys to values (its keys "
               "are plane, at, field, range, isolines, map)",
               "case.yaml:12:10: output.pictures: unknown key 'plan' (did you mean "
               "'plane'?)"}));
}

TEST(BadFlow, each_series_is_checked)
{
    EXPECT_EQ(
        flow_problems_with("output:\n  series:\n    a: { plane: x, box: {}, every: 1 }\n"
                           "    b: { every: 0 }\n    c: { plane: x, at: 2 }\n"
                           "    d/e: { plane: x, every: 1 }\n"
                           "    f: { plane: z, every: 1e-6, fields: [scalar, p] }\n"
                           "    h: { box: {}, every: 0.5, at: 1 }\n    i: true\n"),
        (Lines{"case.yaml:8:20: output.series: 'box' and 'plane' exclude each other (a series has "
               "one part of the grid): keep one of them",
               "case.yaml:9:5: output.series: needs one of plane, box (a series has one part of "
               "the grid): add one",
               "case.yaml:9:17: output.series.every: expected a finite number above 0 (got '0')",
               "case.yaml:10:5: output.series: missing key 'every' (time between files, from the "
               "start on): add it",
               "case.yaml:10:24: output.series.at: 2 is outside of the grid (where x goes from 0 "
               "to 1): choose a place between",
               "case.yaml:11:5: output.series: the name 'd/e' is not made of 1 to 64 letters, "
               "digits, - and _ (it stands in tables and in names of files): choose another one",
               "case.yaml:12:17: output.series.plane: the axis z is absent (grid.cells has 2 "
               "numbers): "
               "remove it, or give the axis cells",
               "case.yaml:12:27: output.series.every: makes 1e+06 files until the end of the run "
               "(at most 99999 are numbered): make it longer",
               "case.yaml:12:42: output.series.fields: the flow carries no scalar (this case has "
               "no key 'scalar'): add it, or remove the field",
               "case.yaml:13:31: output.series: 'at' goes only with 'plane' (which this case has "
               "not): remove it",
               "case.yaml:14:8: output.series: expected a map of keys to values (its keys are "
               "plane, at, box, every, fields)"}));
    EXPECT_EQ(flow_problems_with("output: { series: [ { plane: x, every: 1 } ] }\n"),
              Lines{"case.yaml:6:19: output.series: expected a map of names, which are yours to "
                    "choose (such as { a: ..., b: ... })"});
}

TEST(BadFlow, boxes_of_series_have_cells)
{
    EXPECT_EQ(flow_problems_with("output:\n  series:\n"
                                 "    a: { box: { x: [0.2, 0.3], y: [1, 0] }, every: 1 }\n"
                                 "    b: { box: { y: [0.5, 3], z: [0, 1] }, every: 1 }\n"
                                 "    c: { box: { x: [0.5, 0.5] }, every: 1 }\n"),
              (Lines{"case.yaml:8:20: output.series.box.x: has no cell in it (none has its centre "
                     "between 0.2 and 0.3): make it wider, or use a plane",
                     "case.yaml:8:35: output.series.box.y: expected [lower, upper] with lower "
                     "below upper (got [1, 0]): swap them",
                     "case.yaml:9:26: output.series.box.y: 3 is outside of the grid (where y goes "
                     "from 0 to 1): choose a place between",
                     "case.yaml:9:33: output.series.box.z: the axis z is absent (grid.cells has 2 "
                     "numbers): remove it, or give the axis cells",
                     "case.yaml:10:20: output.series.box.x: expected [lower, upper] with lower "
                     "below upper (got [0.5, 0.5]): make it wider, or use a plane"}));
}

TEST(BadFlow, wrong_faces_are_not_told_again_at_what_depends_on_them)
{
    const std::string told =
        "case.yaml:6:13: faces.x: 'no-slp' is none of periodic, no-slip, "
        "free-slip (did you mean 'no-slip'?)";
    for (const std::string more :
         {"scalar: { diffusivity: 1, faces: { x: { lower: { value: 1 } } } }\n",
          "method: { implicit_diffusion: x }\n", "statistics: { axis: x }\n",
          "initial: { u: y }\nprobes: { points: { a: [0, 0] } }\n"}) {
        EXPECT_EQ(flow_problems_with("faces: { x: no-slp }\n" + more), Lines{told}) << more;
    }
    EXPECT_EQ(flow_problems_with("faces: { x: no-slp, y: { lower: no-slip, upper: { kind: inflow, "
                                 "velocity: [0, -1, 0] } } }\nscalar: { diffusivity: 1 }\n"),
              Lines{told});
}

TEST(BadFlow, a_series_is_numbered_with_five_digits)
{
    EXPECT_EQ(flow_problems_with("output: { every: 1.0e-6 }\n"),
              (Lines{"case.yaml:6:18: output.every: makes 1e+06 files until the end of the run (at "
                     "most 99999 are numbered): make it longer"}));
}
// NOLINTEND(bugprone-suspicious-missing-comma)

}  // namespace
}  // namespace tobiuo::test
