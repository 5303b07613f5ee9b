// SPDX-License-Identifier: BSD-3-Clause
// A variable coefficient in the C interface: the values of the C++ solver, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "doors/c/tobiuo.h"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr tobiuo_options coefficient_on_cpu{.backend = TOBIUO_CPU, .threads = 1};
constexpr std::int64_t points_of_box = 10 * 8 * 6;

tobiuo_poisson_problem box_with_walls()
{
    tobiuo_poisson_problem problem{};
    std::int64_t cells = 10;
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = cells;
        axis.upper = 1.0;
        cells -= 2;
    }
    problem.axes[1].lower_condition = TOBIUO_DIRICHLET;
    problem.axes[1].upper_condition = TOBIUO_NEUMANN;
    problem.precision = TOBIUO_DOUBLE;
    return problem;
}

std::vector<double> waves()
{
    std::vector<double> values;
    for (std::int64_t n = 0; n < points_of_box; ++n) {
        values.push_back(1.5 + std::sin(0.1 * static_cast<double>(n)));
    }
    return values;
}

TEST(CCoefficient, solves_as_the_cpp_solver_does)
{
    const std::vector<double> a = waves();
    const tobiuo_poisson_problem problem = box_with_walls();
    const tobiuo_coefficient coefficient{.values = a.data(),
                                         .count = points_of_box,
                                         .tolerance = 1e-9,
                                         .iterations = 200,
                                         .face_mean = TOBIUO_GEOMETRIC,
                                         .scaling = TOBIUO_SCALED_BY_ROOT};
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create_with_coefficient(&problem, &coefficient, &coefficient_on_cpu,
                                                     &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    const std::vector<double> f(a.size(), 0.5);
    std::vector<double> u(f.size());
    tobiuo_wall walls[6] = {};
    walls[2].constant = 0.7;
    walls[3].constant = -0.2;
    ASSERT_EQ(tobiuo_poisson_solve(solver, f.data(), u.data(), points_of_box, walls, nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    poisson::Problem same{.grid = box({10, 8, 6}, {1.0, 1.0, 1.0})};
    same.sides[1] = {poisson::Condition::dirichlet, poisson::Condition::neumann};
    const poisson::CoefficientSolver cpp{same,
                                         a,
                                         {.solver = {.backend = Backend::cpu, .threads = 1},
                                          .face_mean = poisson::FaceMean::geometric,
                                          .scaling = poisson::CoefficientScaling::root,
                                          .tolerance = 1e-9,
                                          .iterations = 200}};
    poisson::Walls<double> given;
    given.y[0].constant = 0.7;
    given.y[1].constant = -0.2;
    std::vector<double> expected(f.size());
    const poisson::CoefficientUse use = cpp.solve_and_wait(f.data(), given, expected.data());
    EXPECT_EQ(u, expected);
    std::int64_t iterations = 0;
    double residual = 1.0;
    EXPECT_EQ(tobiuo_poisson_coefficient_use(solver, &iterations, &residual), TOBIUO_OK);
    EXPECT_EQ(iterations, use.iterations);
    EXPECT_EQ(residual, use.residual);
    EXPECT_EQ(tobiuo_poisson_body_use(solver, &iterations, &residual), TOBIUO_OK);
    EXPECT_EQ(iterations, 0);
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

TEST(CCoefficient, that_is_none_is_refused)
{
    std::vector<double> a = waves();
    const tobiuo_poisson_problem problem = box_with_walls();
    const auto objection = [&](const tobiuo_coefficient& coefficient) {
        tobiuo_poisson_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_with_coefficient(&problem, &coefficient,
                                                         &coefficient_on_cpu, &solver),
                  TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(solver, nullptr);
        return std::string{tobiuo_last_error()};
    };
    const tobiuo_coefficient sound{.values = a.data(),
                                   .count = points_of_box,
                                   .tolerance = 1e-9,
                                   .iterations = 200,
                                   .face_mean = TOBIUO_HARMONIC,
                                   .scaling = TOBIUO_SCALED_AUTOMATICALLY};
    tobiuo_coefficient one = sound;
    one.values = nullptr;
    EXPECT_THAT(objection(one), HasSubstr("values is null"));
    one = sound;
    one.count -= 1;
    EXPECT_THAT(objection(one), HasSubstr("has 479 values"));
    one = sound;
    one.face_mean = 3;
    EXPECT_THAT(objection(one), HasSubstr("face_mean is 3"));
    one = sound;
    one.scaling = -1;
    EXPECT_THAT(objection(one), HasSubstr("scaling is -1"));
    one = sound;
    one.tolerance = 2.0;
    EXPECT_THAT(objection(one), HasSubstr("the tolerance of a solve with a coefficient is 2"));
    a[5] = 0.0;
    EXPECT_THAT(objection(sound), HasSubstr("the coefficient is 0 at x = 0.55"));
}

}  // namespace
}  // namespace tobiuo
