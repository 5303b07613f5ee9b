// SPDX-License-Identifier: BSD-3-Clause
// Runs of poisson cases with bodies: what is right outside of them, what the report says, what is
// refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "tests/app/run/poisson/poisson_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class PoissonBodiesRun : public test::PoissonCaseRun {
protected:
    /// A ball of radius 0.4 and potential 1, whose exact potential the faces have.
    static std::string ball(const std::string& cells, const std::string& more = {})
    {
        std::string text = "grid: { cells: " + cells +
                           ", extent: { x: [-1, 1], y: [-1, 1], z: [-1, 1] } }\nboundary:\n";
        for (const std::string axis : {"x", "y", "z"}) {
            text += "  " + axis +
                    ": { lower: { dirichlet: \"0.4/hypot(hypot(x,y),z)\" }, upper: { dirichlet: "
                    "\"0.4/hypot(hypot(x,y),z)\" } }\n";
        }
        return text +
               "bodies: { ball: { inside: \"x^2 + y^2 + z^2 < 0.16\", value: 1 } }\nsource: 0\n"
               "exact: \"0.4/max(0.4, hypot(hypot(x,y),z))\"\n" +
               more;
    }
    /// A channel of y in [0, 0.5] of a square, closed by a slab of solid cells, or as a box itself.
    static std::string half(bool is_body)
    {
        return std::string{
                   is_body ? "grid: { cells: [24, 32], extent: { x: [0, 1], y: [0, 1] } }\n"
                             "bodies: { slab: { inside: \"y > 0.5\" } }\n"
                           : "grid: { cells: [24, 16], extent: { x: [0, 1], y: [0, 0.5] } }\n"} +
               "boundary: { x: { lower: dirichlet, upper: neumann }, y: neumann }\n"
               "source: \"exp(x)*cos(3*y)\"\n";
    }
    [[nodiscard]] std::string objection(const std::string& text)
    {
        const test::Outcome outcome = test::run_program({"check", write_case(text)});
        EXPECT_EQ(outcome.code, 2) << text;
        return outcome.err;
    }
};

TEST_F(PoissonBodiesRun, finds_the_potential_and_the_charge_of_a_ball)
{
    const test::Outcome outcome =
        run(ball("[40, 40, 40]", "output: { fields: [p, error, residual, solid] }\n"));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("warning")));
    const Json found = report();
    EXPECT_NEAR(found["order"]["observed"].get<double>(), 2.0, 0.2);
    EXPECT_LT(found["error"]["relative_l2"].get<double>(), 1e-3);
    const Json& bodies = found["bodies"];
    EXPECT_LE(bodies["residual"].get<double>(), 1e-8);
    EXPECT_GT(bodies["solves"].get<int>(), 1);
    EXPECT_EQ(bodies["all"][0]["kind"], "conductor");
    EXPECT_NEAR(bodies["all"][0]["flux"].get<double>(), -1.6 * std::numbers::pi, 0.02);
    EXPECT_TRUE(found["residual"]["at_rounding_level"].get<bool>());

    const std::vector<double> p = field("p");
    const std::vector<double> error = field("error");
    const std::vector<double> solid = field("solid");
    ASSERT_EQ(solid.size(), p.size());
    EXPECT_EQ(std::ranges::count(solid, 1.0), bodies["all"][0]["cells"].get<std::int64_t>());
    for (std::size_t n = 0; n < p.size(); ++n) {
        if (solid[n] == 1.0) {
            EXPECT_EQ(p[n], 1.0);
            EXPECT_EQ(error[n], 0.0);
        }
    }
}

TEST_F(PoissonBodiesRun, solves_in_single_precision_and_around_a_conductor_on_nodes)
{
    const test::Outcome outcome =
        run("grid: { cells: [48, 48], extent: { x: [-1, 1], y: [-1, 1] }, location: node }\n"
            "boundary: { x: dirichlet, y: dirichlet }\nsource: 0\n"
            "bodies: { square: { inside: \"max(abs(x), abs(y)) < 0.3\", value: 2 } }\n"
            "method: { precision: single, body_tolerance: 1e-5 }\n"
            "output: { fields: [p, solid] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("warning")));
    const std::vector<double> p = field("p");
    EXPECT_EQ(p.at(24 * 49 + 24), 2.0);
    EXPECT_GT(p.at(24 * 49 + 12), 0.0);
    EXPECT_LT(p.at(24 * 49 + 12), 2.0);
    EXPECT_LT(report()["bodies"]["all"][0]["flux"].get<double>(), 0.0);
}

TEST_F(PoissonBodiesRun, has_the_flux_of_a_plate_and_of_a_ring_in_fewer_dimensions)
{
    const test::Outcome plate =
        run("grid: { cells: [64] }\nboundary: { x: dirichlet }\nsource: 0\n"
            "bodies: { plate: { inside: \"x > 0.4 && x < 0.6\", value: 1 } }\n");
    ASSERT_EQ(plate.code, 0) << plate.err;
    EXPECT_NEAR(report()["bodies"]["all"][0]["flux"].get<double>(), -2.0 / 0.4, 1e-6);
    // Between cylinders u is log(r) but for constants.
    const test::Outcome ring =
        run("grid: { cells: [64, 64], extent: { x: [-1, 1], y: [-1, 1] } }\n"
            "boundary: { x: dirichlet, y: dirichlet }\nsource: 0\nbodies:\n"
            "  inner: { inside: \"hypot(x, y) < 0.3\", value: 2 }\n"
            "  outer: { inside: \"hypot(x, y) > 0.9\", value: 0 }\n");
    ASSERT_EQ(ring.code, 0) << ring.err;
    const double flux = 2.0 * std::numbers::pi * 2.0 / std::log(3.0);
    EXPECT_NEAR(report()["bodies"]["all"][0]["flux"].get<double>(), -flux, 0.01 * flux);
    EXPECT_NEAR(report()["bodies"]["all"][1]["flux"].get<double>(), flux, 0.01 * flux);
}

TEST_F(PoissonBodiesRun, shows_no_order_where_a_body_has_no_cell_on_the_other_grid)
{
    const test::Outcome outcome = run(
        "grid: { cells: [32, 32] }\nboundary: { x: { lower: { dirichlet: 1 }, upper: dirichlet } "
        "}\nsource: 0\nexact: 1 - x\n"
        "bodies: { wire: { inside: \"hypot(x - 0.515625, y - 0.515625) < 0.01\", value: 0.484375 "
        "} }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(report()["order"]["observed"].is_null());
}

TEST_F(PoissonBodiesRun, takes_a_slab_of_closed_cells_as_the_smaller_box)
{
    ASSERT_EQ(run(half(true)).code, 0);
    const std::vector<double> with_slab = field("p");
    EXPECT_TRUE(report()["bodies"]["all"][0]["flux"].is_null());
    ASSERT_EQ(run(half(false)).code, 0);
    EXPECT_TRUE(report()["bodies"].is_null());
    const std::vector<double> alone = field("p");
    ASSERT_EQ(with_slab.size(), 2 * alone.size());
    double most = 0.0;
    for (const double value : alone) {
        most = std::max(most, std::abs(value));
    }
    for (std::size_t n = 0; n < alone.size(); ++n) {
        EXPECT_NEAR(with_slab[n], alone[n], 1e-7 * most) << n;
    }
}

TEST_F(PoissonBodiesRun, has_conductors_that_take_up_what_a_closed_box_has_too_much)
{
    // The source brings the area outside of the plates, and the walls 0.5 times their length.
    const std::string text =
        "grid: { cells: [60, 20], extent: { x: [0, 3], y: [0, 1] } }\n"
        "boundary: { x: { lower: { neumann: -1 }, upper: { neumann: 0.5 } }, y: neumann }\n"
        "source: 1\nbodies:\n"
        "  left: { inside: \"x > 1 && x < 1.2\", value: 2 }\n"
        "  right: { inside: \"x > 2 && x < 2.2\", value: 5 }\n"
        "output: { fields: [p] }\n";
    for (const bool is_single : {false, true}) {
        const test::Outcome outcome =
            run(text + (is_single ? "method: { precision: single, body_tolerance: 1e-5 }\n"
                                  : "method: { body_tolerance: 1e-11 }\n"));
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("warning")));
        const Json found = report();
        EXPECT_TRUE(found["null_space"].is_null());
        EXPECT_TRUE(found["residual"]["at_rounding_level"].get<bool>());
        const double left = found["bodies"]["all"][0]["flux"].get<double>();
        const double right = found["bodies"]["all"][1]["flux"].get<double>();
        // Between the plates u rises by 3 over 0.8 and sags by the source, which each takes half of.
        const double rounding = is_single ? 1e-3 : 1e-8;
        EXPECT_NEAR(left, (-1.0 - 1.0) + (3.0 / 0.8 - 0.4), rounding);
        EXPECT_NEAR(right, (-3.0 / 0.8 - 0.4) + (0.5 - 0.8), rounding);
        EXPECT_NEAR(left + right, -2.6 + (-1.0 + 0.5), rounding);
        const std::vector<double> p = field("p");
        EXPECT_EQ(p.at(21), 2.0);
        EXPECT_EQ(p.at(41), 5.0);
        // u'' = 1 and u'(0) = 1, as the derivative out of the box is -1: u falls towards x = 0.
        EXPECT_NEAR(p.at(0), 2.0 - 0.975 - 0.5 * (1.0 - 0.025 * 0.025), 1e-3);
    }
}

TEST_F(PoissonBodiesRun, compares_a_solution_that_conductors_hold_with_its_constant)
{
    const test::Outcome outcome =
        run("grid: { cells: [40, 8], extent: { x: [0, 2], y: [0, 1] } }\nsource: 0\n"
            "bodies: { low: { inside: \"x < 0.2\", value: 7 }, "
            "high: { inside: \"x > 1 && x < 1.2\", value: 8 } }\n"
            "exact: \"7 + max(0, min(1, min(x - 0.2, 2 - x)/0.8))\"\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("warning")));
    EXPECT_LT(report()["error"]["max"].get<double>(), 1e-6);
    EXPECT_FALSE(report()["error"]["means_removed"].get<bool>());
}

TEST_F(PoissonBodiesRun, removes_the_mean_outside_of_bodies)
{
    const test::Outcome outcome =
        run("grid: { cells: [32, 32] }\nsource: \"1 + cos(2*pi*x)\"\n"
            "bodies: { box: { inside: \"max(abs(x - 0.5), abs(y - 0.5)) < 0.25\" } }\n"
            "output: { fields: [p, solid] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("do not balance"));
    // Of cos(2 pi x) a quarter of the area, with the mean -2 / pi there, is missing.
    const double mean = 1.0 + 2.0 / std::numbers::pi / 3.0;
    EXPECT_NEAR(report()["null_space"]["removed_mean"].get<double>(), mean, 0.005);
    EXPECT_LE(report()["bodies"]["residual"].get<double>(), 1e-8);
    double sum = 0.0;
    for (const double value : field("p")) {
        sum += value;
    }
    EXPECT_NEAR(sum, 0.0, 1e-10);
}

TEST_F(PoissonBodiesRun, warns_where_a_part_of_the_box_does_not_balance)
{
    const test::Outcome outcome =
        run("grid: { cells: [32, 32] }\nboundary: { x: neumann, y: neumann }\nsource: \"x - 0.5\"\n"
            "bodies: { wall: { inside: \"abs(x - 0.5) < 0.1\" } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("must balance in each part of the box that bodies leave"));
}

TEST_F(PoissonBodiesRun, says_before_the_start_what_bodies_there_are)
{
    const test::Outcome outcome = test::run_program({"check", write_case(ball("[20, 20, 20]"))});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("body ball"));
    EXPECT_THAT(outcome.out, HasSubstr("8 x 8 x 8, at 1"));
}

TEST_F(PoissonBodiesRun, are_drawn_by_check)
{
    const auto checked = [&](const std::string& text) {
        return test::run_program({"check", write_case(text)}).out;
    };
    const std::string drawn = checked(
        "grid: { cells: [8, 8, 8] }\nboundary: { z: dirichlet }\nsource: 0\nbodies: { one: { "
        "inside: "
        "\"x < 0.25 && z < 0.25\", value: 1 }, two: { inside: \"x > 0.5 && z > 0.5\" } }\n");
    EXPECT_THAT(drawn, HasSubstr("  bodies                 plane y = 0.4375, x to the right, z "
                                 "upwards, each by its number\n  " +
                                 std::string(24, '.') + std::string(24, '2') + "\n"));
    EXPECT_THAT(drawn, HasSubstr("\n  " + std::string(12, '1') + std::string(36, '.') + "\n  the"));
    EXPECT_THAT(checked("grid: { cells: [64] }\nboundary: { x: dirichlet }\nsource: 0\n"
                        "bodies: { plate: { inside: \"x > 0.4 && x < 0.6\", value: 1 } }\n"),
                ::testing::Not(HasSubstr("to the right")));
}

TEST_F(PoissonBodiesRun, lie_below_a_table_of_heights)
{
    // Below z = 0.25 + x / 2: of the columns of cells 2, 3, 3, 4, 4, 5, 5 and 6 lie in the ground.
    test::write_file(temporary_.path() / "slope.xyz", "0 0 0.25\n1 0 0.75\n0 1 0.25\n1 1 0.75\n");
    const test::Outcome outcome =
        run("grid: { cells: [8, 8, 8] }\nboundary: { z: dirichlet }\nsource: 0\n"
            "bodies: { slope: { height: slope.xyz, value: 1 } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report()["bodies"]["all"][0]["cells"], 256);
}

TEST_F(PoissonBodiesRun, refuses_what_it_cannot_solve)
{
    const std::string box = "grid: { cells: [16, 16] }\nboundary: { x: dirichlet }\nsource: 1\n";
    const std::string body = "bodies: { b: { inside: \"x < 0.5\" } }\n";
    EXPECT_THAT(objection(box + "bodies: { b: { inside: \"x > 5\" } }\n"),
                HasSubstr("bodies.b: has no cell (the centre of none is in it)"));
    EXPECT_THAT(objection(box + "bodies: { b: { inside: \"x < 5\" } }\n"),
                HasSubstr("bodies: fill the box"));
    EXPECT_THAT(objection(box + "bodies: { b: { inside: \"1/0\" } }\n"),
                HasSubstr("bodies.b.inside: '1/0' is infinite at x = "));
    EXPECT_THAT(objection(box + "bodies: { b: { value: 1 } }\n"),
                HasSubstr("a body has one shape"));
    EXPECT_THAT(objection(box + body + "method: { operator: spectral }\n"),
                HasSubstr("method.operator: reaches through the faces of bodies"));
    EXPECT_THAT(objection(box + body + "method: { lambda: 1 }\n"),
                HasSubstr("method.lambda: is above 0, with bodies"));
    EXPECT_THAT(objection(box + "method: { body_tolerance: 1e-3 }\n"),
                HasSubstr("has no meaning without bodies"));
    EXPECT_THAT(objection(box + "output: { fields: [p, solid] }\n"),
                HasSubstr("'solid' needs bodies"));
    EXPECT_THAT(objection("grid: { cells: [16, 16], location: node }\nboundary: { x: dirichlet }\n"
                          "source: 1\n" +
                          body),
                HasSubstr("a closed body on nodes has no faces"));
    EXPECT_THAT(objection(box + body + "backend: opencl\n"),
                HasSubstr("OpenCL does not solve around bodies"));
}

}  // namespace
}  // namespace tobiuo
