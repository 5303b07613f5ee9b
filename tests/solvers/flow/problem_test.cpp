// SPDX-License-Identifier: BSD-3-Clause
// Flow problems: what is refused, and how long a time step may be.
#include <tobiuo/flow/problem.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

std::string refused(const Problem& problem)
{
    return unsupported_reason(problem, Backend::cpu).value_or("accepted");
}

Problem duct()
{
    Problem problem{.grid = box({8, 6, 4}, {2.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    problem.faces[0].lower.velocity = {1.0, 0.0, 0.0};
    problem.faces[1] = both(FaceKind::no_slip);
    problem.faces[2] = both(FaceKind::free_slip);
    return problem;
}

TEST(FlowProblem, is_accepted_with_all_kinds_of_faces)
{
    EXPECT_EQ(refused(duct()), "accepted");
    EXPECT_EQ(describe(duct()),
              "flow 8x6x4 cells, inflow to outflow x no-slip x free-slip, viscosity 0.1, double");
    EXPECT_EQ(points(duct()), 192);
}

TEST(FlowProblem, is_refused_if_an_axis_is_periodic_at_one_end)
{
    Problem problem = duct();
    problem.faces[1].upper = {};
    EXPECT_THAT(refused(problem), HasSubstr("axis y is periodic at one end only"));
}

TEST(FlowProblem, is_refused_if_more_flows_in_than_out)
{
    Problem problem = duct();
    problem.faces[0].upper = {.kind = FaceKind::inflow, .velocity = {0.75, 0.0, 0.0}};
    EXPECT_THAT(refused(problem), HasSubstr("0.25 more flows into the box than out"));
    problem.faces[0].upper.velocity = {1.25, 0.0, 0.0};
    EXPECT_THAT(refused(problem), HasSubstr("0.25 more flows out of the box than into it"));
    problem.faces[0].upper.velocity = {1.0, 0.0, 0.0};
    EXPECT_EQ(refused(problem), "accepted");
}

TEST(FlowProblem, names_what_flows_without_the_widths_of_absent_axes)
{
    Problem line{.grid = box({8, 1, 1}, {2.0, 0.25, 0.125}), .viscosity = 0.1};
    line.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {}};
    line.faces[0].lower.velocity = {3.0, 0.0, 0.0};
    line.faces[0].upper.kind = FaceKind::no_slip;
    EXPECT_THAT(refused(line), HasSubstr("3 more flows into the box than out (velocity, of 3 "));
    Problem plane = line;
    plane.grid = box({8, 6, 1}, {2.0, 1.5, 0.25});
    EXPECT_THAT(refused(plane),
                HasSubstr("4.5 more flows into the box than out (velocity times length, of 4.5 "));
    Problem room = plane;
    room.grid = box({8, 6, 2}, {2.0, 1.5, 0.25});
    EXPECT_THAT(refused(room), HasSubstr("1.125 more flows into the box than out (velocity times "
                                         "area, of 1.125 "));
}

/// A duct with the profile 6 y (1 - y), whose mean is 1, at one end and 1 at the other.
Problem duct_with_parabola(std::int64_t cells)
{
    Problem problem{.grid = box({8, cells, 1}, {2.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow, .velocity = {}},
                        .upper = {.kind = FaceKind::inflow, .velocity = {1.0, 0.0, 0.0}}};
    problem.faces[1] = {.lower = {.kind = FaceKind::no_slip}, .upper = {.kind = FaceKind::no_slip}};
    for (std::int64_t cell = 0; cell < cells; ++cell) {
        const double y = problem.grid.axes[1].centre(cell);
        problem.faces[0].lower.profile[0].push_back(6.0 * y * (1.0 - y));
    }
    return problem;
}

TEST(FlowProblem, is_balanced_within_the_error_of_its_sums)
{
    for (const std::int64_t cells : {4, 16, 64}) {
        const Problem problem = duct_with_parabola(cells);
        EXPECT_EQ(refused(problem), "accepted");
        const Balanced made = balanced(problem);
        // The midpoint rule of the parabola is 1 / (2 cells^2) too large.
        const double error = 0.5 / static_cast<double>(cells * cells);
        EXPECT_DOUBLE_EQ(made.scaled_by, error / (1.0 + error));
        EXPECT_EQ(made.problem.faces[0].upper, problem.faces[0].upper);  // a number
        EXPECT_EQ(balanced(made.problem).scaled_by, 0.0);
        Problem wrong = problem;
        wrong.faces[0].upper.velocity[0] = 2.0;
        EXPECT_THAT(refused(wrong), HasSubstr("more flows out of the box than into it"));
    }
    Problem numbers = duct();
    numbers.faces[0].upper = {.kind = FaceKind::inflow, .velocity = {1.0 + 1e-8, 0.0, 0.0}};
    EXPECT_EQ(refused(numbers), "accepted");
    EXPECT_NE(balanced(numbers).scaled_by, 0.0);
    numbers.faces[0].upper.velocity[0] = 1.001;
    EXPECT_THAT(refused(numbers), HasSubstr("0.001 more flows out of the box than into it"));
}

TEST(FlowProblem, takes_a_profile_that_balances_itself)
{
    Problem problem = duct_with_parabola(10);
    problem.faces[0].upper = {.kind = FaceKind::no_slip};
    for (std::size_t cell = 0; cell < 10; ++cell) {
        problem.faces[0].lower.profile[0].at(cell) = 0.1 * (static_cast<double>(cell) - 4.5);
    }
    problem.faces[0].lower.profile[0].front() += 1e-17;
    EXPECT_EQ(refused(problem), "accepted");
}

TEST(FlowProblem, scales_an_inlet_to_its_rate)
{
    Problem problem = duct_with_parabola(5);
    problem.faces[0].lower.flow_rate = 3.0;
    problem.faces[0].upper.flow_rate = -3.0;
    EXPECT_EQ(refused(problem), "accepted");
    const Problem made = balanced(problem).problem;
    EXPECT_DOUBLE_EQ(flow_of(made, 0).net(), 3.0);
    EXPECT_DOUBLE_EQ(made.faces[0].upper.velocity[0], 3.0);
    EXPECT_EQ(balanced(made).problem.faces[0].lower, made.faces[0].lower);
    problem.faces[0].upper = {.kind = FaceKind::outflow};
    EXPECT_DOUBLE_EQ(outflow_speed(problem), 3.0);
}

TEST(FlowProblem, is_refused_for_rates_that_no_scaling_gives)
{
    Problem problem = duct_with_parabola(5);
    problem.faces[0].upper = {.kind = FaceKind::outflow, .flow_rate = 1.0};
    EXPECT_THAT(refused(problem), HasSubstr("the upper face across x has a flow rate, but is no "
                                            "inflow"));
    problem.faces[0].upper.flow_rate.reset();
    problem.faces[0].lower.flow_rate = -2.0;
    EXPECT_THAT(refused(problem), HasSubstr("but its velocity flows into the box"));
    problem.faces[0].lower.profile[0].clear();
    EXPECT_THAT(refused(problem), HasSubstr("carries nothing through it on the whole"));
}

TEST(FlowProblem, is_refused_if_a_face_would_ignore_its_velocity)
{
    Problem problem = duct();
    problem.faces[0].upper = {.kind = FaceKind::outflow, .velocity = {1.0, 0.0, 0.0}};
    EXPECT_THAT(refused(problem), HasSubstr("the upper face across x is an outflow, but has a "
                                            "velocity"));
    problem = duct();
    problem.faces[1].lower = {.kind = FaceKind::free_slip, .velocity = {0.0, 0.0, 1.0}};
    EXPECT_THAT(refused(problem), HasSubstr("the lower face across y is free-slip, but has a "
                                            "velocity"));
    problem = Problem{.grid = box({8, 8, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0].upper.velocity = {1.0, 0.0, 0.0};
    EXPECT_THAT(refused(problem), HasSubstr("the upper face across x is periodic, but has a "
                                            "velocity"));
}

TEST(FlowProblem, is_refused_if_something_flows_through_a_wall)
{
    Problem problem = duct();
    problem.faces[1].lower.velocity = {0.5, 0.1, 0.0};
    EXPECT_THAT(refused(problem), HasSubstr("the lower face across y is no-slip, but has the "
                                            "velocity 0.1 across it"));
}

TEST(FlowProblem, is_refused_if_a_profile_does_not_fit_its_face)
{
    Problem problem = duct();
    problem.faces[0].lower.profile[0].assign(23, 1.0);
    EXPECT_THAT(refused(problem), HasSubstr("the profile of u on the lower face across x has 23 "
                                            "values, but the face has 24 cells"));
}

TEST(FlowProblem, is_refused_for_numbers_that_are_none)
{
    Problem problem = duct();
    problem.viscosity = -1.0;
    EXPECT_THAT(refused(problem), HasSubstr("the viscosity is -1"));
    problem = duct();
    problem.force[2] = std::nan("");
    EXPECT_THAT(refused(problem), HasSubstr("the force is not finite"));
    problem = duct();
    problem.faces[0].lower.velocity[0] = std::nan("");
    EXPECT_THAT(refused(problem), HasSubstr("a velocity on the lower face across x is not finite"));
    problem = duct();
    problem.grid.location = Location::node;
    EXPECT_THAT(refused(problem), HasSubstr("values on nodes"));
}

TEST(FlowProblem, is_refused_for_a_scalar_that_is_none)
{
    Problem problem = duct();
    problem.scalar = Scalar{.diffusivity = -0.5};
    EXPECT_THAT(refused(problem), HasSubstr("the diffusivity of the scalar is -0.5"));
    problem.scalar = Scalar{.buoyancy = {0.0, std::nan(""), 0.0}};
    EXPECT_THAT(refused(problem), HasSubstr("the buoyancy of the scalar or its reference"));
    problem.scalar = Scalar{};
    problem.scalar->faces[3].number = 1.0;
    EXPECT_THAT(
        refused(problem),
        HasSubstr("the upper face across y has a flux of the scalar, but nothing diffuses"));
    problem.scalar->diffusivity = 0.1;
    EXPECT_FALSE(unsupported_reason(problem, Backend::cpu));
    problem.scalar->faces[4].profile.assign(5, 1.0);
    EXPECT_THAT(refused(problem), HasSubstr("the profile of the scalar on the lower face across z "
                                            "has 5 values"));
    problem.scalar = Scalar{};
    problem.faces[2] = both(FaceKind::periodic);
    problem.scalar->faces[4].number = 1.0;
    EXPECT_FALSE(unsupported_reason(problem, Backend::cpu)) << "a periodic axis has no faces";
    problem.scalar = Scalar{};
    problem.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = INFINITY};
    EXPECT_THAT(refused(problem), HasSubstr("the scalar on the lower face across x is not finite"));
}

TEST(FlowProblem, divides_what_enters_by_the_area_of_all_outflows)
{
    Problem problem = duct();
    EXPECT_DOUBLE_EQ(outflow_speed(problem), 1.0);
    problem.faces[1].upper = {.kind = FaceKind::outflow};
    EXPECT_DOUBLE_EQ(outflow_speed(problem), 1.0 / 3.0);
}

TEST(FlowStepLimit, is_the_courant_number_without_friction_and_the_diffusion_number_at_rest)
{
    Problem problem = vortex_problem({10, 10, 1}, 0.0);
    EXPECT_NEAR(step_limit(problem, 20.0, 0.9).seconds, 0.9 / 20.0, 1e-15);
    EXPECT_FALSE(step_limit(problem, 20.0, 0.9).by_friction);
    problem.viscosity = 3.0;
    const double width = problem.grid.axes[0].spacing();
    const StepLimit at_rest = step_limit(problem, 0.0, std::sqrt(3.0));
    EXPECT_NEAR(at_rest.seconds, 2.51 * width * width / (8.0 * 3.0), 1e-12);
    EXPECT_TRUE(at_rest.by_friction);
    problem.scalar = Scalar{.diffusivity = 6.0};
    EXPECT_NEAR(step_limit(problem, 0.0, std::sqrt(3.0)).seconds, at_rest.seconds / 2, 1e-12);
    EXPECT_TRUE(std::isinf(step_limit(vortex_problem({4, 4, 4}, 0.0), 0.0, 1.0).seconds));
}

TEST(FlowStepLimit, is_where_a_flow_stays_bounded)
{
    const Problem problem = vortex_problem({16, 16, 1}, 0.2);
    const auto energy_after = [&](double part) {
        Solver solver =
            started(problem, {[](double x, double y, double) {
                                  return std::sin(x) * std::cos(y) + 0.01 * std::cos(8 * x + 8 * y);
                              },
                              taylor_green()[1], zero});
        const double step =
            part *
            step_limit(problem, solver.observed_and_wait().largest_rate, std::sqrt(3.0)).seconds;
        for (int number = 0; number < 200; ++number) {
            solver.step(step);
        }
        return solver.observed_and_wait().kinetic_energy;
    };
    EXPECT_LT(energy_after(0.95), 0.25);
    EXPECT_FALSE(energy_after(1.5) < 1.0);
}

}  // namespace
}  // namespace tobiuo::flow
