// SPDX-License-Identifier: BSD-3-Clause
// Bodies in the C interface: the values of the C++ solvers, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/flow.hpp>
#include <tobiuo/level_set.hpp>
#include <tobiuo/poisson.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr tobiuo_options bodies_on_cpu{.backend = TOBIUO_CPU, .threads = 1};
constexpr int side = 12;
constexpr std::int64_t points_of_cube = side * side * side;

/// The distance from a sphere in the middle of a cube of length 1, at centres of cells.
std::vector<double> ball()
{
    const auto off = [](int n) { return (n + 0.5) / side - 0.5; };
    std::vector<double> levels;
    for (int k = 0; k < side; ++k) {
        for (int j = 0; j < side; ++j) {
            for (int i = 0; i < side; ++i) {
                levels.push_back(std::hypot(off(i), off(j), off(k)) - 0.22);
            }
        }
    }
    return levels;
}

tobiuo_poisson_problem grounded_box()
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis = {.cells = side,
                .lower = 0.0,
                .upper = 1.0,
                .nodes = nullptr,
                .node_count = 0,
                .lower_condition = TOBIUO_DIRICHLET,
                .upper_condition = TOBIUO_DIRICHLET};
    }
    problem.precision = TOBIUO_DOUBLE;
    return problem;
}

TEST(CBodies, solve_as_the_cpp_solver_does)
{
    const std::vector<double> levels = ball();
    const tobiuo_poisson_problem problem = grounded_box();
    const tobiuo_body body{.levels = levels.data(),
                           .count = points_of_cube,
                           .value = 1.0,
                           .conducts = 1,
                           .reserved = 0};
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create_with_bodies(&problem, &body, 1, 1e-9, &bodies_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> f(levels.size(), 0.5);
    std::vector<double> u(f.size());
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), u.data(), points_of_cube, nullptr, nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    poisson::Problem same{.grid = box({side, side, side}, {1.0, 1.0, 1.0})};
    std::ranges::fill(same.sides,
                      poisson::Sides{poisson::Condition::dirichlet, poisson::Condition::dirichlet});
    const poisson::BodySolver cpp{
        same,
        {{.inside = inside_of_levels(same, levels), .value = 1.0}},
        {.solver = {.backend = Backend::cpu, .threads = 1}, .tolerance = 1e-9}};
    std::vector<double> expected(f.size());
    const poisson::BodyUse use = cpp.solve_and_wait(f.data(), expected.data());
    EXPECT_EQ(u, expected);
    std::int64_t solves = 0;
    double residual = 1.0;
    EXPECT_EQ(tobiuo_poisson_body_use(solver, &solves, &residual), TOBIUO_OK);
    EXPECT_EQ(solves, use.solves);
    EXPECT_EQ(residual, use.residual);
    EXPECT_EQ(tobiuo_poisson_solve(solver, f.data(), f.data(), points_of_cube, nullptr, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the same array"));
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CBodies, hold_the_constant_that_a_box_leaves_free)
{
    const std::vector<double> levels = ball();
    tobiuo_poisson_problem problem = grounded_box();
    for (tobiuo_axis& axis : problem.axes) {
        axis.lower_condition = axis.upper_condition = TOBIUO_NEUMANN;
    }
    const tobiuo_body body{.levels = levels.data(),
                           .count = points_of_cube,
                           .value = 0.7,
                           .conducts = 1,
                           .reserved = 0};
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create_with_bodies(&problem, &body, 1, 1e-9, &bodies_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    const std::vector<double> f(levels.size());
    std::vector<double> u(f.size());
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), u.data(), points_of_cube, nullptr, nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    for (const double value : u) {
        EXPECT_NEAR(value, 0.7, 1e-14);
    }
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CBodies, that_are_none_are_refused)
{
    const std::vector<double> levels = ball();
    const tobiuo_poisson_problem problem = grounded_box();
    const auto objection = [&](const tobiuo_body& body, double tolerance = 1e-9) {
        tobiuo_poisson_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_with_bodies(&problem, &body, 1, tolerance, &bodies_on_cpu,
                                                    &solver),
                  TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(solver, nullptr);
        return std::string{tobiuo_last_error()};
    };
    const tobiuo_body sound{.levels = levels.data(),
                            .count = points_of_cube,
                            .value = 1.0,
                            .conducts = 1,
                            .reserved = 0};
    tobiuo_body body = sound;
    body.levels = nullptr;
    EXPECT_THAT(objection(body), HasSubstr("levels is null"));
    body = sound;
    body.count -= 1;
    EXPECT_THAT(objection(body), HasSubstr("levels"));
    body = sound;
    body.conducts = 2;
    EXPECT_THAT(objection(body), HasSubstr("conducts"));
    EXPECT_THAT(objection(sound, 0.0), HasSubstr("the tolerance of bodies is 0"));
    tobiuo_poisson_solver* solver = nullptr;
    EXPECT_EQ(
        tobiuo_poisson_create_with_bodies(&problem, &sound, -1, 1e-9, &bodies_on_cpu, &solver),
        TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("count is -1"));
}

TEST(CBodies, drag_as_those_of_the_cpp_flow_do)
{
    const std::vector<double> levels = ball();
    tobiuo_flow_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = side;
        axis.upper = 1.0;
    }
    problem.viscosity = 0.05;
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_obstacle asked{};
    asked.levels = levels.data();
    asked.count = points_of_cube;
    asked.velocity[1] = 0.1;
    asked.spin[2] = 0.5;
    std::ranges::fill(asked.centre, 0.5);
    for (const int method : {TOBIUO_FORCING, TOBIUO_CLOSED}) {
        asked.method = method;
        tobiuo_flow_solver* solver = nullptr;
        ASSERT_EQ(tobiuo_flow_create_with_obstacles(&problem, nullptr, &asked, 1, 1e-7, nullptr,
                                                    &bodies_on_cpu, &solver),
                  TOBIUO_OK)
            << tobiuo_last_error();
        const std::vector<double> one(levels.size(), 1.0);
        const std::vector<double> none(levels.size());
        ASSERT_EQ(tobiuo_flow_start(solver, one.data(), none.data(), none.data(), points_of_cube,
                                    nullptr),
                  TOBIUO_OK);
        ASSERT_EQ(tobiuo_flow_step(solver, 0.01, 2, nullptr), TOBIUO_OK);
        flow::Problem same{.grid = box({side, side, side}, {1.0, 1.0, 1.0}), .viscosity = 0.05};
        same.obstacles.push_back(
            {.inside = inside_of_levels(same, levels),
             .velocity =
                 [](double x, double y, double) {
                     return std::array{-0.5 * (y - 0.5), 0.1 + 0.5 * (x - 0.5), 0.0};
                 },
             .method = method == TOBIUO_CLOSED ? flow::ObstacleMethod::closed
                                               : flow::ObstacleMethod::forcing});
        same.closed_tolerance = 1e-7;
        flow::Solver cpp{same, {.backend = Backend::cpu, .threads = 1}};
        cpp.start(one.data(), none.data(), none.data());
        cpp.step(0.01);
        cpp.step(0.01);
        const flow::ObstacleForce expected = cpp.obstacle_forces_and_wait().at(0);
        tobiuo_obstacle_force found{};
        ASSERT_EQ(tobiuo_flow_obstacle_forces_and_wait(solver, &found, 1, nullptr), TOBIUO_OK);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(found.force[axis], expected.force.at(axis), 1e-9);
            EXPECT_NEAR(found.torque[axis], expected.torque.at(axis), 1e-9);
            EXPECT_NEAR(found.pressure[axis], expected.pressure.at(axis), 1e-9);
        }
        EXPECT_GT(found.force[0], 0.01);
        std::int64_t projections = -1;
        double residual = -1.0;
        EXPECT_EQ(tobiuo_flow_closing_use(solver, &projections, &residual), TOBIUO_OK);
        EXPECT_EQ(projections, cpp.closing_use().projections);
        EXPECT_EQ(tobiuo_flow_obstacle_forces_and_wait(solver, &found, 0, nullptr),
                  TOBIUO_INVALID_ARGUMENT);
        asked.velocity[1] = 0.3;
        if (method == TOBIUO_CLOSED) {
            EXPECT_EQ(tobiuo_flow_set_obstacles(solver, &asked, 1, nullptr),
                      TOBIUO_INVALID_ARGUMENT);
            EXPECT_THAT(tobiuo_last_error(), HasSubstr("one is closed"));
        } else {
            ASSERT_EQ(tobiuo_flow_set_obstacles(solver, &asked, 1, nullptr), TOBIUO_OK);
            ASSERT_EQ(tobiuo_flow_step(solver, 0.01, 1, nullptr), TOBIUO_OK);
            ASSERT_EQ(tobiuo_flow_obstacle_forces_and_wait(solver, &found, 1, nullptr), TOBIUO_OK);
            EXPECT_LT(found.force[1], -0.01);  // it is pushed against the fluid
        }
        asked.velocity[1] = 0.1;
        EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
    }
    asked.method = 7;
    tobiuo_flow_solver* solver = nullptr;
    EXPECT_EQ(tobiuo_flow_create_with_obstacles(&problem, nullptr, &asked, 1, 0.0, nullptr,
                                                &bodies_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the method of an obstacle"));
}

}  // namespace
}  // namespace tobiuo
