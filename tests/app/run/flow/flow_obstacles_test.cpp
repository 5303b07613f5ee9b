// SPDX-License-Identifier: BSD-3-Clause
// Runs with obstacles: what history.csv has of them, what `check` says, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "tests/app/output/read_picture.hpp"
#include "tests/app/run/flow/flow_run.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A stream round a cylinder of six cells.
std::string stream(const std::string& obstacles)
{
    return "grid: { cells: [48, 24], extent: { x: [-3, 5], y: [-2, 2] } }\n"
           "fluid: { viscosity: 0.05 }\n"
           "faces: { x: { lower: { kind: inflow, velocity: [1, 0, 0] }, upper: outflow }, "
           "y: free-slip }\n"
           "initial: { u: 1 }\nrun: { until: 4 }\n"
           "output: { history_every: 10, gradients_every: 0 }\n" +
           obstacles;
}
constexpr const char* cylinder =
    "obstacles: { post: { inside: \"hypot(x, y) < 0.5\", reference: { speed: 2, area: 0.5 } } }\n";

class FlowObstaclesRun : public test::FlowCaseRun {
protected:
    /// What `check` says of the obstacles.
    [[nodiscard]] test::Outcome checked(const std::string& obstacles)
    {
        return test::run_program({"check", write_case(stream(obstacles))});
    }
};

TEST_F(FlowObstaclesRun, has_force_torque_and_coefficients_in_its_history)
{
    ASSERT_EQ(run(stream(cylinder)).code, 0);
    const std::string table = result("history.csv");
    EXPECT_THAT(table.substr(0, table.find('\n')),
                ::testing::EndsWith(",post_force_x,post_force_y,post_torque_z,post_cx,post_cy"));
    const std::vector<std::vector<std::string>> rows = cells_in("history.csv");
    ASSERT_GT(rows.size(), 5U);
    const auto number = [](const std::vector<std::string>& row, std::size_t from_end) {
        return std::strtod(row.at(row.size() - from_end).c_str(), nullptr);
    };
    EXPECT_EQ(number(rows.front(), 5), 0.0);  // there was no step
    for (const std::vector<std::string>& row : {rows.at(rows.size() - 2), rows.back()}) {
        const double drag = number(row, 5);
        EXPECT_GT(drag, 0.5);
        EXPECT_LT(drag, 3.0);
        EXPECT_NEAR(number(row, 4), 0.0, 1e-9);  // the flow is symmetric
        EXPECT_DOUBLE_EQ(number(row, 2), drag / (0.5 * 4.0 * 0.5));
    }
}

TEST_F(FlowObstaclesRun, has_what_a_warm_body_gives_the_scalar)
{
    const std::string warm =
        "scalar: { diffusivity: 0.1, faces: { x: { lower: { value: 0 } } } }\n"
        "obstacles: { post: { inside: \"hypot(x, y) < 0.5\", scalar_value: 1, nusselt: { length: "
        "2, "
        "surface: 3, scalar: 0.5 } }, cold: { inside: "
        "\"hypot(x - 2, y) < 0.4\" } }\n";
    ASSERT_EQ(run(stream(warm)).code, 0);
    EXPECT_THAT(result("history.csv"),
                HasSubstr(",post_torque_z,post_scalar,post_nusselt,cold_force_x,"));
    const std::vector<std::string> last = cells_in("history.csv").back();
    const double given = std::strtod(last.at(last.size() - 5).c_str(), nullptr);
    EXPECT_GT(given, 0.1);
    EXPECT_NEAR(std::strtod(last.at(last.size() - 4).c_str(), nullptr),
                given * 2.0 / (0.1 * 3.0 * 0.5), 1e-12 * given);
    EXPECT_GT(report()["obstacles"][0]["nusselt"].get<double>(), 0.0);
    EXPECT_TRUE(report()["obstacles"][1]["nusselt"].is_null());
    EXPECT_THAT(checked("scalar: { diffusivity: 0.1 }\n"
                        "obstacles: { post: { inside: \"hypot(x, y) < 0.5\", scalar_value: 1, "
                        "nusselt: { length: 1, surface: 1, scalar: 1 } } }\n")
                    .err,
                HasSubstr("obstacles.nusselt: has no difference of the scalar"));
    const test::Outcome none =
        checked("obstacles: { post: { inside: \"hypot(x, y) < 0.5\", scalar_value: 1 } }\n");
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("scalar_value: the flow carries no scalar"));
}

TEST_F(FlowObstaclesRun, closes_the_faces_of_bodies)
{
    const std::string closed =
        "obstacles: { post: { inside: \"max(abs(x), abs(y)) < 0.5\", method: closed } }\n";
    ASSERT_EQ(run(stream(closed + "method: { closed_tolerance: 1e-8 }\n")).code, 0);
    const std::string table = result("history.csv");
    EXPECT_THAT(table.substr(0, table.find('\n')),
                HasSubstr(",post_torque_z,post_pressure_x,post_pressure_y,"
                          "projections,closed_residual"));
    const std::vector<std::string> last = cells_in("history.csv").back();
    const auto number = [&](std::size_t from_end) {
        return std::strtod(last.at(last.size() - from_end).c_str(), nullptr);
    };
    EXPECT_GT(number(2), 6.0);  // three stages take two projections each at least
    EXPECT_GT(number(1), 0.0);
    EXPECT_LT(number(1), 1e-8);
    const double drag = number(7);
    const double pressure = number(4);
    EXPECT_GT(pressure, 0.3 * drag);
    EXPECT_LT(pressure, drag);
    const test::Outcome implicit =
        checked(closed + "method: { implicit_diffusion: y, closed_tolerance: 2 }\n");
    EXPECT_EQ(implicit.code, 2);
    EXPECT_THAT(implicit.err, HasSubstr("obstacles.method: a closed body and implicit"));
    EXPECT_THAT(implicit.err, HasSubstr("closed_tolerance"));
}

TEST_F(FlowObstaclesRun, says_where_a_piston_has_nothing_to_push_fluid_out_of)
{
    const test::Outcome outcome = run(
        "grid: { cells: [16, 16] }\nfaces: { x: no-slip, y: no-slip }\n"
        "fluid: { viscosity: 0.1 }\nrun: { until: 0.1 }\n"
        "obstacles: { piston: { inside: \"x < 0.3\", method: closed, velocity: [1, 0, 0] } }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:"));
    EXPECT_THAT(outcome.err, HasSubstr("obstacles: the velocity of closed obstacles pushes more"));
}

/// A disc that goes along x in a fluid at rest.
constexpr const char* moving =
    "grid: { cells: [48, 24], extent: { x: [-3, 5], y: [-2, 2] } }\n"
    "fluid: { viscosity: 0.05 }\nfaces: { x: free-slip, y: free-slip }\n"
    "statistics: { axis: x, every: 5 }\n"
    "run: { until: 1 }\n"
    "output: { every: 0.5, fields: [velocity, solid], history_every: 1, gradients_every: 0 }\n"
    "checkpoint: { every: 10 min }\n"
    "obstacles: { disc: { inside: \"hypot(x - t, y) < 0.5\", velocity: [1, 0, 0] } }\n";

TEST_F(FlowObstaclesRun, moves_bodies_to_where_they_are_at_each_time)
{
    ASSERT_EQ(run(moving).code, 0);
    const std::vector<std::vector<std::string>> rows = cells_in("history.csv");
    EXPECT_LT(std::strtod(rows.back().at(10).c_str(), nullptr), -0.1);  // against its way
    const std::vector<std::string> names{"solid"};
    for (const auto& [file, middle] :
         {std::pair{"flow_00000.vti", 0.0}, {"flow_00001.vti", 0.5}, {"flow_00002.vti", 1.0}}) {
        const std::vector<Values> read = read_vti_arrays(results() / file, names);
        const auto& solid = std::get<std::vector<float>>(read.front());
        double sum = 0.0;
        double count = 0.0;
        for (std::size_t cell = 0; cell < solid.size(); ++cell) {
            count += solid[cell];
            sum += solid[cell] * (-3.0 + (static_cast<double>(cell % 48) + 0.5) / 6.0);
        }
        EXPECT_NEAR(count, 28.0, 4.0) << file;
        EXPECT_NEAR(sum / count, middle, 0.06) << file;
    }
}

TEST_F(FlowObstaclesRun, goes_on_with_bodies_that_move)
{
    ASSERT_EQ(run(moving).code, 0);
    const std::string whole = result("history.csv");
    const std::string fields = result("flow_00002.vti");
    std::string first{moving};
    first.replace(first.find("until: 1"), 8, "until: 1, max_steps: 8");
    ASSERT_EQ(run(first, {"--force"}).code, 7);
    ASSERT_EQ(run(moving, {"--restart"}).code, 0);
    EXPECT_EQ(result("history.csv"), whole);
    EXPECT_EQ(result("flow_00002.vti"), fields);
}

/// A fluid at rest bears any step, the body that begins to move in it does not.
TEST_F(FlowObstaclesRun, takes_steps_that_a_body_bears)
{
    ASSERT_EQ(
        run("grid: { cells: [32, 32], extent: { x: [-1, 1], y: [-1, 1] } }\n"
            "fluid: { viscosity: 1.0e-6 }\nrun: { until: 1 }\n"
            "output: { history_every: 1 }\n"
            "obstacles: { disc: { inside: \"hypot(x - 0.25*(1 - cos(t)), y) < 0.4\", velocity: "
            "[\"0.25*sin(t)\", 0, 0] } }\n")
            .code,
        0);
    const std::vector<std::vector<double>> rows = history();
    EXPECT_GT(rows.size(), 4U);
    for (const std::vector<double>& row : rows) {
        EXPECT_LT(row.at(5), 1.73) << "Courant number at time " << row.at(1);
    }
}

TEST_F(FlowObstaclesRun, refuses_bodies_that_move_where_they_cannot_be)
{
    EXPECT_THAT(
        checked("obstacles: { post: { inside: \"hypot(x + 2*t, y) < 0.5\" } }\n").err,
        HasSubstr(": at t = 1.5, obstacles.post: lies in the lower face across x, an inflow "
                  "(the flow cannot go through a body there): keep it away from the face"));
    EXPECT_THAT(
        checked("obstacles: { a: { inside: \"hypot(x, y - t/9) < 0.5\", method: closed } }\n").err,
        HasSubstr("obstacles.method: a body that moves (it has t) and a closed one do not go"));
    EXPECT_THAT(checked("obstacles: { a: { inside: \"hypot(x, y) < 0.5\", velocity: [0, "
                        "'1/(t - 2)', 0] } }\n")
                    .err,
                HasSubstr("at t = 2, obstacles.a.velocity: '1/(t - 2)' is not finite at x = "));
}

TEST_F(FlowObstaclesRun, is_checked_before)
{
    const test::Outcome good = checked(cylinder);
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_THAT(good.out, HasSubstr("obstacle post"));
    EXPECT_THAT(good.out, HasSubstr("32 cells, 6 x 6"));
    EXPECT_THAT(good.out, HasSubstr("\n  body                   x to the right, y upwards\n"));
    // Six of 48 cells are nine of 72 characters, from the middle of one to that of another.
    EXPECT_THAT(good.out, HasSubstr("\n  " + std::string(22, '.') + std::string(10, '#') +
                                    std::string(40, '.') + "\n"));
    EXPECT_THAT(good.err, Not(HasSubstr("thick")));
    const test::Outcome thin =
        checked("obstacles: { plate: { inside: \"abs(x - 0.1) < 0.08 && abs(y) < 1\" } }\n");
    EXPECT_EQ(thin.code, 0);
    EXPECT_THAT(thin.err, HasSubstr("obstacles.plate is one cell thick along x"));
}

TEST_F(FlowObstaclesRun, refuses_bodies_that_leave_no_flow)
{
    const auto objection = [&](const std::string& inside) {
        const test::Outcome outcome =
            checked("obstacles: { post: { inside: \"" + inside + "\" } }\n");
        EXPECT_EQ(outcome.code, 2);
        return outcome.err;
    };
    EXPECT_THAT(objection("hypot(x - 20, y) < 1"),
                HasSubstr("case.yaml:10:20: obstacles.post: has no cell (the centre of none is in "
                          "it): move it into the box"));
    EXPECT_THAT(objection("x < 0"), HasSubstr("obstacles.post: lies in the lower face across x, an "
                                              "inflow"));
    EXPECT_THAT(objection("x > 0"), HasSubstr("obstacles.post: lies in the upper face across x, an "
                                              "outflow"));
    EXPECT_THAT(objection("ln(x)"), HasSubstr("obstacles.post.inside: "));
    const test::Outcome endless = checked(
        "obstacles: { post: { inside: \"hypot(x, y) < 0.5\", velocity: [0, \"1/(x*0)\", 0] } }\n");
    EXPECT_EQ(endless.code, 2);
    EXPECT_THAT(endless.err, HasSubstr("obstacles.post.velocity: '1/(x*0)' is not finite at x = "));
    const test::Outcome shapeless = checked("obstacles: { post: { velocity: [1, 0, 0] } }\n");
    EXPECT_THAT(shapeless.err, HasSubstr("needs one of"));
}

TEST_F(FlowObstaclesRun, refuses_bodies_that_fill_a_closed_box)
{
    const test::Outcome outcome = test::run_program(
        {"check", write_case("grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\n"
                             "run: { until: 1 }\nobstacles: { all: { inside: \"1\" } }\n")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("obstacles: fill the box (no cell is left for the fluid)"));
}

TEST_F(FlowObstaclesRun, refuses_bodies_that_keep_an_inflow_from_the_outflow)
{
    const std::string wall = "obstacles: { wall: { inside: \"abs(x) < 0.4\" }, ";
    const test::Outcome cut = checked(wall + "post: { inside: \"hypot(x - 2, y) < 0.5\" } }\n");
    EXPECT_EQ(cut.code, 2);
    EXPECT_THAT(cut.err, HasSubstr("case.yaml:10:20: obstacles: cut off the 384 cells of the fluid "
                                   "in x = -3 to -0.333333, y = -2 to 2 (more enters than leaves "
                                   "there through inflow faces, and there is no outflow): leave a "
                                   "gap"));
    const test::Outcome door =
        checked("obstacles: { wall: { inside: \"abs(x) < 0.4 && y > -1\" } }\n");
    EXPECT_EQ(door.code, 0) << door.err;
    // What a formula of time lets in later.
    const std::string late =
        "grid: { cells: [16, 8], extent: { x: [0, 2], y: [0, 1] } }\nfluid: { viscosity: 1 }\n"
        "faces: { x: { lower: { kind: inflow, velocity: [\"t\", 0, 0] }, upper: outflow } }\n"
        "run: { until: 1 }\nobstacles: { wall: { inside: \"abs(x - 1) < 0.2\" } }\n";
    const test::Outcome later = test::run_program({"check", write_case(late)});
    EXPECT_EQ(later.code, 2);
    EXPECT_THAT(later.err, HasSubstr("obstacles: cut off the"));
}

TEST_F(FlowObstaclesRun, warns_of_pockets_and_narrow_gaps)
{
    const test::Outcome ring =
        checked("obstacles: { ring: { inside: \"abs(hypot(x, y) - 1) < 0.3\" } }\n");
    EXPECT_EQ(ring.code, 0) << ring.err;
    EXPECT_THAT(ring.err, HasSubstr("case.yaml:10:20: obstacles: enclose a pocket of the fluid "
                                    "with 52 cells (nothing enters or leaves it): fill it"));
    const auto gap_of = [&](const std::string& from) {
        return checked(
            "obstacles: { one: { inside: \"abs(x) < 0.4 && y < 0 && y > -1\" }, two: { "
            "inside: \"abs(x) < 0.4 && y > " +
            from + " && y < 1\" } }\n");
    };
    EXPECT_THAT(gap_of("0.7").out, Not(HasSubstr("narrowest gap")));
    EXPECT_THAT(gap_of("0.5").out,
                HasSubstr("3 cells along y at x = -0.25, y = 0.0833333, and 3 more"));
    EXPECT_THAT(gap_of("0.5").err, Not(HasSubstr("gap")));
    EXPECT_THAT(gap_of("0.2").err,
                HasSubstr("case.yaml:10:19: obstacles: leave a gap of one cell along y at x = "
                          "-0.25, y = 0.0833333, and 3 more (flow through it is not resolved): "
                          "close it, or take more cells along y"));
}

TEST_F(FlowObstaclesRun, is_computed_anew_from_its_resolved_case)
{
    const std::string two =
        "obstacles: { post: { inside: \"hypot(x, y) < 0.5\", velocity: [0-y, x, "
        "0] }, other: { inside: \"abs(x-2) < 0.4 && abs(y+1) < 0.4\" } }\n";
    ASSERT_EQ(run(stream(two)).code, 0);
    const std::string first = result("history.csv");
    const auto resolved = temporary_.path() / "again.yaml";
    test::write_file(resolved, result("case.resolved.yaml"));
    const test::Outcome outcome = test::run_program({"run", resolved, "--force"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(result("history.csv"), first);
}

TEST_F(FlowObstaclesRun, writes_which_cells_are_solid)
{
    const std::string base =
        "grid: { cells: [8, 6], extent: { x: [0, 8], y: [0, 6] } }\nfluid: { viscosity: 1 }\n"
        "initial: { u: \"sin(x)\" }\nrun: { until: 0.01 }\n"
        "obstacles: { post: { inside: \"x > 2 && x < 4 && y > 1 && y < 3\" }, block: { inside: "
        "\"x > 3 && x < 6 && y > 2 && y < 5\" } }\n";
    const std::vector<std::string> names{"solid"};
    const auto solid_of = [&](const std::string& file) {
        const std::vector<Values> read = read_vti_arrays(results() / file, names);
        const auto& values = std::get<std::vector<float>>(read.front());
        return std::vector<int>(values.begin(), values.end());
    };
    const std::vector<int> expected{0, 0, 0, 0, 0, 0, 0, 0,  //
                                    0, 0, 1, 1, 0, 0, 0, 0,  //
                                    0, 0, 1, 1, 2, 2, 0, 0,  //
                                    0, 0, 0, 2, 2, 2, 0, 0,  //
                                    0, 0, 0, 2, 2, 2, 0, 0,  //
                                    0, 0, 0, 0, 0, 0, 0, 0};
    ASSERT_EQ(
        run(base + "output:\n  fields: [solid, velocity, p]\n  every: 0.005\n  series: { part: { "
                   "box: { x: [1, 5], y: [2, 6] }, every: 0.005, fields: [p, solid] } }\n")
            .code,
        0);
    EXPECT_EQ(solid_of("flow_00000.vti"), expected);
    EXPECT_EQ(solid_of("flow_00002.vti"), expected);
    EXPECT_EQ(solid_of("flow_part_00001.vti"), (std::vector<int>{0, 1, 1, 2,  //
                                                                 0, 0, 2, 2,  //
                                                                 0, 0, 2, 2,  //
                                                                 0, 0, 0, 0}));
    const std::vector<std::string> pressure{"p"};
    EXPECT_EQ(std::get<std::vector<double>>(
                  read_vti_arrays(results() / "flow_part_00001.vti", pressure).front())
                  .size(),
              16U);
    // Alone, so that nothing is copied from where the steps are.
    ASSERT_EQ(run(base + "output:\n  fields: [solid]\n  series: { part: { plane: y, at: 2.5, "
                         "every: 0.01 } }\n",
                  {"--force"})
                  .code,
              0);
    EXPECT_EQ(solid_of("flow_00000.vti"), expected);
    EXPECT_EQ(solid_of("flow_part_00000.vti"), (std::vector<int>{0, 0, 1, 1, 2, 2, 0, 0}));
}

TEST_F(FlowObstaclesRun, shows_bodies_in_its_pictures)
{
    const std::string pictures =
        "output: { picture: { field: p }, pictures: { side: { field: u } } }\n";
    const std::string text = stream(cylinder);
    const std::size_t output = text.find("output: ");
    const std::string with_pictures =
        text.substr(0, output) + pictures + text.substr(text.find('\n', output) + 1);
    ASSERT_EQ(run(with_pictures, {"--set", "run.until=0.1"}).code, 0);
    for (const char* const name : {"flow.png", "flow_side.png"}) {
        const test::Picture picture = test::read_png(results() / name);
        const double of_plane = 32.0 / (48 * 24) * 840 * 420;
        EXPECT_NEAR(picture.count(body_colour), of_plane, 0.1 * of_plane) << name;
        EXPECT_EQ(picture.count(not_finite_colour), 0) << name;
    }
}

TEST_F(FlowObstaclesRun, has_no_solid_cells_without_obstacles)
{
    const std::string none =
        "grid: { cells: [8, 6] }\nfluid: { viscosity: 1 }\nrun: { until: 1 }\n"
        "output: { fields: [p, solid], series: { part: { plane: x, every: 1, fields: [solid] } } "
        "}\n";
    const test::Outcome outcome = test::run_program({"check", write_case(none)});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("case.yaml:7:23: output.fields: nothing is solid in the flow (this case "
                          "has no 'obstacles'): add them, or remove the field"));
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:7:78: output.series.fields: nothing is solid"));
}

/// Obstacles whose shapes are files.
class FlowObstacleFiles : public FlowObstaclesRun {
protected:
    void write(const std::string& name, const Grid& grid, const std::vector<double>& values,
               const std::string& second = "") const
    {
        std::vector<Field> fields{{.name = "shape", .values = std::span{values}}};
        if (!second.empty()) {
            fields.push_back({.name = second, .values = std::span{values}});
        }
        write_vti(temporary_.path() / name, {.grid = grid}, fields);
    }

    /// The numbers of the last row of history.csv of a run with these obstacles.
    [[nodiscard]] std::vector<double> last_row(const std::string& obstacles)
    {
        const test::Outcome outcome = run(stream(obstacles), {"--force"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const std::vector<std::string> row = cells_in("history.csv").back();
        std::vector<double> numbers;
        for (const std::string& cell : row) {
            numbers.push_back(cell.empty() ? 0.0 : std::strtod(cell.c_str(), nullptr));
        }
        return numbers;
    }
};

TEST_F(FlowObstacleFiles, have_the_flow_of_the_same_shape_by_an_expression)
{
    // Cells of 0.5: a block of two by three of them.
    const Grid cells{.axes = {Axis{.cells = 16, .lower = -3.0, .upper = 5.0},
                              Axis{.cells = 8, .lower = -2.0, .upper = 2.0}, Axis{}}};
    std::vector<double> block(16 * 8);
    for (std::size_t j = 3; j < 6; ++j) {
        for (std::size_t i = 6; i < 8; ++i) {
            block[j * 16 + i] = 7.0;
        }
    }
    write("block.vti", cells, block);
    const std::vector<double> by_file = last_row("obstacles: { post: { voxels: block.vti } }\n");
    const std::vector<double> by_expression =
        last_row("obstacles: { post: { inside: \"x >= 0 && x < 1 && y >= -0.5 && y < 1\" } }\n");
    ASSERT_EQ(by_file.size(), by_expression.size());
    for (std::size_t n = 0; n < by_file.size(); ++n) {
        EXPECT_NEAR(by_file[n], by_expression[n], 1e-6 * std::abs(by_expression[n]) + 1e-12);
    }
    // A hill between nodes at -3, 1 and 5.
    const Grid nodes{
        .axes = {Axis{.cells = 2, .lower = -3.0, .upper = 5.0}, Axis{.cells = 0}, Axis{.cells = 0}},
        .location = Location::node};
    write("hill.vti", nodes, {-3.0, -1.0, -3.0}, "other");
    const std::string hill = "obstacles: { hill: { height: hill.vti, field: shape } }\n";
    const std::vector<double> on_hill = last_row(hill);
    const std::vector<double> expected =
        last_row("obstacles: { hill: { inside: \"y < -1 - abs(x - 1) / 2\" } }\n");
    ASSERT_EQ(on_hill.size(), expected.size());
    for (std::size_t n = 0; n < on_hill.size(); ++n) {
        EXPECT_NEAR(on_hill[n], expected[n], 1e-6 * std::abs(expected[n]) + 1e-12);
    }
    test::write_file(temporary_.path() / "hill.csv", "x,height\n5,-3\n1,-1\n-3,-3\n");
    EXPECT_EQ(last_row("obstacles: { hill: { height: hill.csv } }\n"), on_hill);
    EXPECT_THAT(result("case.resolved.yaml"), HasSubstr("height: \"hill.csv\""));
}

TEST_F(FlowObstacleFiles, that_are_no_shapes_are_refused)
{
    const Grid cube{.axes = {Axis{.cells = 2, .lower = -3.0, .upper = 5.0},
                             Axis{.cells = 2, .lower = -2.0, .upper = 2.0},
                             Axis{.cells = 2, .lower = 0.0, .upper = 1.0}}};
    write("cube.vti", cube, std::vector<double>(8, 1.0), "second");
    Grid nodes = cube;
    nodes.location = Location::node;
    write("nodes.vti", nodes, std::vector<double>(27, 1.0));
    test::write_file(temporary_.path() / "text.vti", "no file of fields");
    const auto objection = [&](const std::string& shape) {
        const test::Outcome outcome = checked("obstacles: { post: { " + shape + " } }\n");
        EXPECT_EQ(outcome.code, 2) << shape;
        return outcome.err;
    };
    EXPECT_THAT(objection("voxels: cube.vti"),
                HasSubstr("case.yaml:10:30: obstacles.post.voxels: 'cube.vti' has 2 arrays of "
                          "numbers (a body is one of them): name it by the key 'field'"));
    EXPECT_THAT(objection("voxels: cube.vti, field: third"), HasSubstr("third"));
    EXPECT_THAT(objection("voxels: nodes.vti"), HasSubstr("has its values on nodes"));
    EXPECT_THAT(objection("height: cube.vti, field: shape"), HasSubstr("has 2 values along y"));
    EXPECT_THAT(objection("height: text.vti"),
                HasSubstr("obstacles.post.height: could not use 'text.vti'"));
    EXPECT_THAT(objection("height: none.vti"), HasSubstr("none.vti"));
    test::write_file(temporary_.path() / "hill.csv", "0,1\n1,2\n0,3\n");
    EXPECT_THAT(objection("height: hill.csv"),
                HasSubstr("hill.csv:3:1: has the point of line 1 again"));
    EXPECT_THAT(
        objection("height: hill.csv, field: z"),
        HasSubstr("case.yaml:10:30: obstacles.post.height: 'hill.csv' is a table (which has "
                  "no arrays): remove the key 'field'"));
    EXPECT_THAT(objection("height: hill.dat"), HasSubstr(".pvtr, .csv, .txt or .xyz"));
    EXPECT_THAT(objection("voxels: hill.csv"), HasSubstr("a path that ends in .vti"));
    EXPECT_THAT(objection("height: cube.vti, voxels: cube.vti"), HasSubstr("a body has one shape"));
    Grid layer = cube;
    layer.axes[2] = {};
    write("layer.vti", layer, std::vector<double>(4, 1.0));
    EXPECT_THAT(
        test::run_program(
            {"check", write_case("grid: { cells: [4, 4, 4], extent: { x: [-3, 5], y: [-2, 2], "
                                 "z: [8, 9] } }\nfluid: { viscosity: 1 }\nrun: { until: 1 }\n"
                                 "obstacles: { post: { voxels: layer.vti } }\n")})
            .err,
        HasSubstr("has no cell"));  // the file's box ends along z
    EXPECT_THAT(objection("inside: \"1\", field: shape"), HasSubstr("an expression has no arrays"));
}

}  // namespace
}  // namespace tobiuo
