// SPDX-License-Identifier: BSD-3-Clause
// Runs with obstacles whose shapes are STL files: their flow, what `check` says, what is refused.
#include "app/run/bodies/body_surface.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/surfaces.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class FlowObstacleSurface : public test::FlowCaseRun {
protected:
    void write(const std::string& name, const std::string& bytes) const
    {
        temporary_.write(name, bytes);
    }

    /// A stream round a body in a box of cells of a quarter.
    static std::string stream(const std::string& shape, bool is_flat = false)
    {
        return std::string{is_flat
                               ? "grid: { cells: [24, 16], extent: { x: [-2, 4], y: [-2, 2] } }\n"
                                 "faces: { y: free-slip, "
                               : "grid: { cells: [24, 16, 16], extent: { x: [-2, 4], y: [-2, "
                                 "2], z: [-2, 2] } }\nfaces: { y: free-slip, z: free-slip, "} +
               "x: { lower: { kind: inflow, velocity: [1, 0, 0] }, upper: outflow } }\n"
               "fluid: { viscosity: 0.05 }\ninitial: { u: 1 }\nrun: { until: 0.5 }\n"
               "output: { history_every: 1, gradients_every: 0 }\n"
               "obstacles: { body: { " +
               shape + " } }\n";
    }
    [[nodiscard]] test::Outcome checked(const std::string& shape, bool is_flat = false)
    {
        return test::run_program({"check", write_case(stream(shape, is_flat))});
    }
    [[nodiscard]] std::string objection(const std::string& shape, bool is_flat = false)
    {
        const test::Outcome outcome = checked(shape, is_flat);
        EXPECT_EQ(outcome.code, 2) << shape;
        return outcome.err;
    }

    /// The last row of history.csv of a run.
    [[nodiscard]] std::vector<double> last_row(const std::string& shape, bool is_flat = false)
    {
        const test::Outcome outcome = run(stream(shape, is_flat), {"--force"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return history().back();
    }
    /// Expects the same flow but for a part `tolerance` of the largest number.
    void expect_same(const std::string& shape, const std::string& expression, double tolerance,
                     bool is_flat = false)
    {
        const std::vector<double> own = last_row(shape, is_flat);
        const std::vector<double> expected = last_row("inside: \"" + expression + "\"", is_flat);
        ASSERT_EQ(own.size(), expected.size());
        for (std::size_t n = 0; n < own.size(); ++n) {
            if (std::isnan(own[n]) && std::isnan(expected[n])) {
                continue;  // gradients are left out
            }
            EXPECT_NEAR(own[n], expected[n], tolerance * std::max(1.0, std::abs(expected[n])))
                << shape << ", column " << n;
        }
    }
};

// Faces lie on faces and centres of cells. The surface is found to 2^-40 of a cell by bisection, and
// to 2^-32 of the body.
TEST_F(FlowObstacleSurface, has_the_flow_of_the_same_box_by_an_expression)
{
    const test::Surface box = test::box_surface({-0.5, -0.5, -0.375}, {0.5, 0.625, 0.75});
    const std::string expression =
        "x >= -0.5 && x < 0.5 && y >= -0.5 && y < 0.625 && z >= -0.375 && z < 0.75";
    write("box.stl", test::stl_bytes(box));
    expect_same("stl: box.stl", expression, 1e-6);
    // The same box in other units, turned and elsewhere: x of the file is y of the case.
    write("other.STL", test::stl_text(test::box_surface({500, -500, -375}, {1625, 500, 750})));
    expect_same(
        "stl: other.STL, scale: 0.001, rotation: { axis: [0, 0, 2], angle: 90 }, shift: [0, -1, 0]",
        expression, 1e-6);
}

TEST_F(FlowObstacleSurface, has_the_flow_of_the_same_sphere_by_an_expression)
{
    constexpr int parts = 200;  // within 1e-4 of the sphere, of which its drag is off as much
    write("ball.stl", test::stl_bytes(test::sphere_surface({10, 0, 0}, 8, parts)));
    expect_same("stl: ball.stl, scale: 1/10, shift: [-1, 0.1, 0]", "x^2 + (y - 0.1)^2 + z^2 < 0.64",
                1e-3);
}

TEST_F(FlowObstacleSurface, is_cut_at_z_0_in_two_dimensions)
{
    write("ball.stl", test::stl_bytes(test::sphere_surface({0, 0, 0.6}, 1, 200)));
    expect_same("stl: ball.stl", "x^2 + y^2 < 0.64", 1e-3, true);
    expect_same("stl: ball.stl, shift: [0, 0, -0.6]", "x^2 + y^2 < 1", 1e-3, true);
    EXPECT_THAT(objection("stl: ball.stl, shift: [0, 0, 0.5]", true),
                HasSubstr("obstacles.body: has no cell (its surface does not meet the plane z = 0: "
                          "it is x -1 to 1, y -1 to 1, z 0.1 to 2.1; the box is x -2 to 4, y -2 to "
                          "2): correct the scale"));
    EXPECT_THAT(
        test::run_program(
            {"check", write_case("grid: { cells: [8] }\nfluid: { viscosity: 1 }\nrun: { until: 1 "
                                 "}\nobstacles: { body: { stl: ball.stl } }\n")})
            .err,
        HasSubstr("obstacles.body.stl: 'ball.stl' is a surface, and the case has one axis"));
}

TEST_F(FlowObstacleSurface, is_checked_before)
{
    const test::Surface box = test::box_surface({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    test::Surface with_flat = box;
    with_flat.push_back({box[0][0], box[0][0], box[0][1]});
    write("box.stl", test::stl_bytes(with_flat));
    const test::Outcome good = checked("stl: box.stl");
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_THAT(good.out, HasSubstr("64 cells, 4 x 4 x 4, of 13 triangles (1 left out, with equal "
                                    "corners), x -0.5 to 0.5, y -0.5 to 0.5, z -0.5 to 0.5"));
    EXPECT_THAT(good.err, Not(HasSubstr("surface")));

    write("two.stl",
          test::stl_bytes(test::joined(box, test::box_surface({0.1, 0.1, 0.1}, {0.9, 0.9, 0.9}))));
    const test::Outcome two = checked("stl: two.stl");
    EXPECT_EQ(two.code, 0);
    EXPECT_THAT(two.err, HasSubstr("obstacles.body.stl: the surface crosses itself or has parts in "
                                   "each other (its winding numbers are 0 to 2): inside is what "
                                   "any part encloses"));

    test::Surface turned = box;
    std::swap(turned[0][0], turned[0][1]);
    write("turned.stl", test::stl_bytes(turned));
    const test::Outcome parity = checked("stl: turned.stl");
    EXPECT_THAT(parity.out, HasSubstr("64 cells, 4 x 4 x 4, of 12 triangles"));
    EXPECT_THAT(parity.err, HasSubstr("triangles on both sides of 3 edges are turned opposite"));
}

TEST_F(FlowObstacleSurface, takes_memory_for_its_triangles)
{
    const auto megabytes = [&](int parts) {
        write("ball.stl", test::stl_bytes(test::sphere_surface({0, 0, 0}, 1, parts)));
        const std::string said = checked("stl: ball.stl").out;
        const std::string before = "host memory, at most";
        const std::size_t at = said.find(before);
        return at == std::string::npos ? 0.0 : std::stod(said.substr(at + before.size()));
    };
    const auto of_triangles = [](int parts) {
        return 1e-6 * static_cast<double>(surface_bytes(4 * parts * (parts - 1)));
    };
    EXPECT_NEAR(megabytes(250) - megabytes(20), of_triangles(250) - of_triangles(20), 2.0);
}

TEST_F(FlowObstacleSurface, in_other_units_is_refused_with_both_extents)
{
    write("ball.stl", test::stl_bytes(test::sphere_surface({0, 0, 0}, 1, 10)));
    EXPECT_THAT(
        objection("stl: ball.stl, scale: 0.001, shift: [0.1, 0.1, 0.1]"),
        HasSubstr("case.yaml:10:20: obstacles.body: has no cell (its surface is smaller than "
                  "a cell: it is x 0.099 to 0.101, y 0.099 to 0.101, z 0.099 to 0.101; the "
                  "box is x -2 to 4, y -2 to 2, z -2 to 2): correct the scale, such as "
                  "0.001 from millimetres to metres, or the shift"));
    EXPECT_THAT(objection("stl: ball.stl, shift: [0, 1000, 0]"),
                HasSubstr("(its surface lies outside the box: it is x -1 to 1, y 999 to 1001"));
    EXPECT_THAT(
        objection("stl: ball.stl, scale: 1000"),
        HasSubstr("lies in the lower face across x, an inflow (the flow cannot go through a "
                  "body there): keep it away from the face; it is of 360 triangles, x "
                  "-1000 to 1000"));
    EXPECT_THAT(objection("stl: ball.stl, scale: 1e308, shift: [1e308, 1e308, 1e308]"),
                HasSubstr("has a corner that is not finite where the case puts it"));
}

TEST_F(FlowObstacleSurface, that_is_not_closed_is_refused)
{
    test::Surface open = test::sphere_surface({0, 0, 0}, 1, 10);
    open.erase(open.begin());
    write("open.stl", test::stl_bytes(open));
    EXPECT_THAT(objection("stl: open.stl"),
                HasSubstr("case.yaml:10:27: obstacles.body.stl: 'open.stl' is not closed (3 edges "
                          "are on one triangle only, the rim of a hole): close its surface"));
    open.pop_back();
    write("open.stl", test::stl_bytes(open));
    EXPECT_THAT(objection("stl: open.stl"),
                HasSubstr("(6 edges are on one triangle only, the rims of 2 holes)"));
    test::Surface walled = test::box_surface({0, 0, 0}, {1, 1, 1});
    walled.insert(walled.end(),
                  {{{{0, 0, 0}, {1, 1, 0}, {1, 1, 1}}}, {{{0, 0, 0}, {1, 1, 1}, {0, 0, 1}}}});
    write("walled.stl", test::stl_bytes(walled));
    EXPECT_THAT(objection("stl: walled.stl"), HasSubstr("obstacles.body.stl: 'walled.stl' "));
    write("none.stl", "solid a\nvertex");
    EXPECT_THAT(objection("stl: none.stl"),
                HasSubstr("obstacles.body.stl: could not use 'none.stl': it is no STL file"));
}

TEST_F(FlowObstacleSurface, alone_has_a_scale_a_rotation_and_a_shift)
{
    write("box.stl", test::stl_bytes(test::box_surface({0, 0, 0}, {1, 1, 1})));
    EXPECT_THAT(objection("inside: \"x < 1\", scale: 2"),
                HasSubstr("'scale' goes only with 'stl'"));
    EXPECT_THAT(objection("inside: \"x < 1\", shift: [1, 0, 0]"),
                HasSubstr("'shift' goes only with 'stl'"));
    EXPECT_THAT(objection("inside: \"x < 1\", rotation: { axis: [1, 0, 0], angle: 1 }"),
                HasSubstr("'rotation' goes only with 'stl'"));
    EXPECT_THAT(objection("stl: box.stl, rotation: { axis: [0, 0, 0], angle: 1 }"),
                HasSubstr("obstacles.rotation: the axis has no direction (it is 0)"));
    EXPECT_THAT(objection("stl: box.stl, rotation: { angle: 1 }"), HasSubstr("'axis'"));
    EXPECT_THAT(objection("stl: box.stl, scale: 0"), HasSubstr("scale"));
    EXPECT_THAT(objection("stl: box.stl, field: a"), HasSubstr("a surface has no arrays"));
    EXPECT_THAT(objection("stl: box.obj"), HasSubstr("a path that ends in .stl"));
}

TEST_F(FlowObstacleSurface, is_computed_anew_from_its_resolved_case)
{
    write("box.stl", test::stl_bytes(test::box_surface({-1, -1, -1}, {1, 1, 1})));
    const std::string shape =
        "stl: box.stl, scale: 0.5, rotation: { axis: [1, 1, 0], angle: 40 }, shift: [0.1, 0, 0]";
    const std::vector<double> first = last_row(shape);
    const std::string resolved = result("case.resolved.yaml");
    EXPECT_THAT(resolved, HasSubstr("rotation: { axis: [1, 1, 0], angle: 40 }"));
    const auto again = temporary_.write("again.yaml", resolved);
    const test::Outcome outcome = test::run_program({"run", again, "--force"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(history().back().at(3), first.at(3));
}

}  // namespace
}  // namespace tobiuo
