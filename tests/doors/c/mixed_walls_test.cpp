// SPDX-License-Identifier: BSD-3-Clause
// Walls that change their kind in the C interface: the values of the C++ solver, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr tobiuo_options mixed_on_cpu{.backend = TOBIUO_CPU, .threads = 1};
constexpr std::int64_t points_of_mixed_box = 10 * 8 * 6;
constexpr std::size_t points_of_mixed_wall = 10 * 6;

tobiuo_poisson_problem box_of_neumann_walls()
{
    tobiuo_poisson_problem problem{};
    std::int64_t cells = 10;
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = cells;
        axis.upper = 1.0;
        axis.lower_condition = axis.upper_condition = TOBIUO_NEUMANN;
        cells -= 2;
    }
    problem.precision = TOBIUO_DOUBLE;
    return problem;
}

TEST(CMixedWalls, solve_as_the_cpp_solver_does)
{
    std::vector<std::uint8_t> points_of_wall(points_of_mixed_wall);
    std::vector<double> values(points_of_mixed_wall, 0.25);
    for (std::size_t n = 0; n < 25; ++n) {
        points_of_wall[n] = 1;
        values[n] = 0.7;
    }
    const tobiuo_poisson_problem problem = box_of_neumann_walls();
    const tobiuo_mixed_wall wall{
        .is_dirichlet = points_of_wall.data(), .count = points_of_mixed_wall, .axis = 1, .end = 1};
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(
        tobiuo_poisson_create_with_mixed_walls(&problem, &wall, 1, 1e-9, &mixed_on_cpu, &solver),
        TOBIUO_OK)
        << tobiuo_last_error();
    const std::vector<double> f(static_cast<std::size_t>(points_of_mixed_box), 0.5);
    std::vector<double> u(f.size());
    tobiuo_wall walls[6] = {};
    walls[3] = {.constant = 0.0, .values = values.data(), .count = points_of_mixed_wall};
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), u.data(), points_of_mixed_box, walls, nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    poisson::Problem same{.grid = box({10, 8, 6}, {1.0, 1.0, 1.0})};
    same.sides.fill({poisson::Condition::neumann, poisson::Condition::neumann});
    const poisson::MixedSolver cpp{
        same,
        {{.axis = 1,
          .end = 1,
          .points = std::vector<bool>(points_of_wall.begin(), points_of_wall.end())}},
        {.solver = {.backend = Backend::cpu, .threads = 1}, .tolerance = 1e-9}};
    poisson::Walls<double> given;
    given.y[1].values = values.data();
    std::vector<double> expected(f.size());
    const poisson::MixedUse use = cpp.solve_and_wait(f.data(), given, expected.data());
    EXPECT_EQ(u, expected);
    std::int64_t solves = 0;
    double residual = 1.0;
    EXPECT_EQ(tobiuo_poisson_mixed_use(solver, &solves, &residual), TOBIUO_OK);
    EXPECT_EQ(solves, use.solves);
    EXPECT_EQ(residual, use.residual);
    EXPECT_EQ(tobiuo_poisson_coefficient_use(solver, &solves, &residual), TOBIUO_OK);
    EXPECT_EQ(solves, 0);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CMixedWalls, that_are_none_are_refused)
{
    const std::vector<std::uint8_t> points_of_wall(points_of_mixed_wall, 1);
    tobiuo_poisson_problem problem = box_of_neumann_walls();
    const auto objection = [&](const tobiuo_mixed_wall& wall) {
        tobiuo_poisson_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_with_mixed_walls(&problem, &wall, 1, 1e-9, &mixed_on_cpu,
                                                         &solver),
                  TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(solver, nullptr);
        return std::string{tobiuo_last_error()};
    };
    const tobiuo_mixed_wall sound{
        .is_dirichlet = points_of_wall.data(), .count = points_of_mixed_wall, .axis = 1, .end = 0};
    tobiuo_mixed_wall wall = sound;
    wall.is_dirichlet = nullptr;
    EXPECT_THAT(objection(wall), HasSubstr("is_dirichlet is null"));
    wall = sound;
    wall.count -= 1;
    EXPECT_THAT(objection(wall), HasSubstr("give a function, or its 60 points"));
    wall = sound;
    wall.end = 2;
    EXPECT_THAT(objection(wall), HasSubstr("at end 2 of axis 1"));
    problem.axes[1].lower_condition = TOBIUO_DIRICHLET;
    EXPECT_THAT(objection(sound), HasSubstr("is not Neumann's in the problem"));
}

}  // namespace
}  // namespace tobiuo
