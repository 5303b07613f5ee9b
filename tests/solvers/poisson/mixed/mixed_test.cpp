// SPDX-License-Identifier: BSD-3-Clause
// Walls that change their kind over a face: dense solutions, known solutions, steps, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/poisson/mixed_solver.hpp>

#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/stencil.hpp"
#include "tests/solvers/poisson/coefficient/coefficient_problems.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using ::testing::HasSubstr;

MixedOptions mixed_on_cpu(double tolerance = 1e-11)
{
    return {.solver = {.backend = Backend::cpu, .threads = 1}, .tolerance = tolerance};
}

bool near_the_middle(double x, double y, double z)
{
    return std::hypot(x - 0.6, y, z - 1.5) < 0.57;
}

/// The solution of a full matrix, by elimination with exchanges.
std::vector<double> solved_densely(std::vector<std::vector<double>> rows, std::vector<double> f)
{
    const std::size_t n = f.size();
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i) {
            pivot = std::abs(rows[i][k]) > std::abs(rows[pivot][k]) ? i : pivot;
        }
        std::swap(rows[k], rows[pivot]);
        std::swap(f[k], f[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k; factor != 0.0 && j < n; ++j) {
                rows[i][j] -= factor * rows[k][j];
            }
            f[i] -= factor * f[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) {
            f[k] -= rows[k][j] * f[j];
        }
        f[k] /= rows[k][k];
    }
    return f;
}

/// The values of all points of mixed walls, one behind the other, at the unknowns beside them.
struct GivenWall {
    MixedWall wall;
    double value = 0.0;  ///< of u where it is Dirichlet's
    double slope = 0.0;  ///< elsewhere
    std::vector<double> values = {};
};

/// The place of an unknown, and its position but for the wall's.
template <typename Visit>
void for_face(const Problem& problem, const MixedWall& wall, const Visit& visit)
{
    const int faster = wall.axis == 0 ? 1 : 0;
    const int slower = wall.axis == 2 ? 1 : 2;
    const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(wall.axis));
    std::array<std::int64_t, 3> index{};
    std::array<double, 3> at{};
    index.at(static_cast<std::size_t>(wall.axis)) =
        wall.end == 0 ? 0 : unknowns(problem, wall.axis).count - 1;
    at.at(static_cast<std::size_t>(wall.axis)) = wall.end == 0 ? across.lower : across.upper;
    for (std::int64_t j = 0; j < unknowns(problem, slower).count; ++j) {
        for (std::int64_t i = 0; i < unknowns(problem, faster).count; ++i) {
            index.at(static_cast<std::size_t>(faster)) = i;
            index.at(static_cast<std::size_t>(slower)) = j;
            at.at(static_cast<std::size_t>(faster)) = position(problem, faster, i);
            at.at(static_cast<std::size_t>(slower)) = position(problem, slower, j);
            const std::int64_t place =
                (index[2] * unknowns(problem, 1).count + index[1]) * unknowns(problem, 0).count +
                index[0];
            visit(static_cast<std::size_t>(place), wall.is_dirichlet(at[0], at[1], at[2]));
        }
    }
}

/// Solves with dense rows: those of the box with Neumann walls, changed beside Dirichlet parts.
std::vector<double> dense_solution(const Problem& problem, const std::vector<GivenWall>& given,
                                   std::vector<double> f)
{
    const std::size_t n = f.size();
    std::vector<std::vector<double>> rows(n, std::vector<double>(n));
    for (std::size_t column = 0; column < n; ++column) {
        std::vector<double> unit(n);
        std::vector<double> image(n);
        unit[column] = 1.0;
        apply_stencil(problem, std::span<const double>{unit}, std::span<double>{image});
        for (std::size_t row = 0; row < n; ++row) {
            rows[row][column] = image[row];
        }
    }
    std::vector<std::pair<std::size_t, double>> held;
    for (const GivenWall& one : given) {
        const ThreePoint across = three_point(problem, one.wall.axis);
        const auto end = static_cast<std::size_t>(one.wall.end);
        for_face(problem, one.wall, [&](std::size_t place, bool is_dirichlet) {
            if (!is_dirichlet) {
                f[place] -= across.wall.at(end) * one.slope;
            } else if (problem.grid.location == Location::node) {
                held.emplace_back(place, one.value);
            } else {
                const double steep = across.wall.at(end) / across.from_wall.at(end);
                rows[place][place] -= steep;
                f[place] -= steep * one.value;
            }
        });
    }
    std::ranges::reverse(held);  // the first wall that holds a node decides
    for (const auto& [place, value] : held) {
        std::ranges::fill(rows[place], 0.0);
        rows[place][place] = 1.0;
        f[place] = value;
    }
    return solved_densely(std::move(rows), std::move(f));
}

std::vector<double> mixed_solution(const Problem& problem, std::vector<GivenWall>& given,
                                   const std::vector<double>& f, const MixedOptions& options)
{
    std::vector<MixedWall> mixed;
    Walls<double> walls;
    for (GivenWall& one : given) {
        std::vector<bool> points_of_wall;
        for_face(problem, one.wall, [&](std::size_t /*place*/, bool is_dirichlet) {
            points_of_wall.push_back(is_dirichlet);
            one.values.push_back(is_dirichlet ? one.value : one.slope);
        });
        mixed.push_back(one.wall);
        if (one.wall.end == 1) {  // points in place of the function
            mixed.back() = {.axis = one.wall.axis, .end = 1, .points = points_of_wall};
        }
        auto& of_axis = one.wall.axis == 0 ? walls.x : one.wall.axis == 1 ? walls.y : walls.z;
        of_axis.at(static_cast<std::size_t>(one.wall.end)).values = one.values.data();
    }
    const MixedSolver solver{problem, mixed, options};
    std::vector<double> u(f.size());
    const MixedUse use = solver.solve_and_wait(f.data(), walls, u.data());
    EXPECT_LE(use.residual, options.tolerance);
    return u;
}

TEST(PoissonMixed, gives_dense_solutions)
{
    for (const Location location : test::all_locations) {
        for (const bool stretched : {false, true}) {
            for (const bool holds : {false, true}) {  // whether another wall holds a constant
                Problem problem = test::box(
                    {6, 5, 4},
                    {test::neumann, holds ? test::dirichlet : test::periodic, test::neumann},
                    location);
                if (stretched) {
                    problem = test::stretched(problem, 2);
                }
                problem.lambda = stretched && holds ? -0.8 : 0.0;
                SCOPED_TRACE(describe(problem));
                std::vector<GivenWall> given{
                    {.wall = {.axis = 2, .end = 0, .is_dirichlet = near_the_middle},
                     .value = 0.7,
                     .slope = -0.4},
                    {.wall = {.axis = 0,
                              .end = 1,
                              .is_dirichlet = [](double, double y,
                                                 double z) { return y + z < 1.4; }},
                     .value = -0.3,
                     .slope = 0.2}};
                const std::vector<double> f = test::random_values<double>(problem, 5);
                const std::vector<double> expected = dense_solution(problem, given, f);
                const std::vector<double> found = mixed_solution(problem, given, f, mixed_on_cpu());
                EXPECT_LT(test::relative_difference(found, expected), 1e-9);
            }
        }
    }
}

TEST(PoissonMixed, that_are_dirichlet_everywhere_are_dirichlet_walls)
{
    Problem problem = test::box({10, 9, 8}, {test::periodic, test::neumann, test::neumann});
    std::vector<GivenWall> given{
        {.wall = {.axis = 1, .end = 1, .is_dirichlet = [](double, double, double) { return true; }},
         .value = 0.6,
         .slope = 0.0}};
    const std::vector<double> f = test::random_values<double>(problem, 5);
    const std::vector<double> found = mixed_solution(problem, given, f, mixed_on_cpu(1e-12));
    problem.sides[1].upper = Condition::dirichlet;
    Walls<double> walls;
    walls.y[1].constant = 0.6;
    std::vector<double> expected(f.size());
    Solver{problem, {.backend = Backend::cpu}}.solve(f.data(), walls, expected.data());
    EXPECT_LT(test::relative_difference(found, expected), 1e-10);
}

TEST(PoissonMixed, that_are_neumann_everywhere_are_neumann_walls)
{
    const Problem problem = test::box({10, 9, 8}, {test::periodic, test::neumann, test::neumann});
    const std::vector<double> f = test::random_values<double>(problem, 5);
    const MixedSolver solver{
        problem,
        {{.axis = 1, .end = 1, .is_dirichlet = [](double, double, double) { return false; }}},
        mixed_on_cpu()};
    std::vector<double> u(f.size());
    const MixedUse use = solver.solve_and_wait(f.data(), u.data());
    EXPECT_EQ(use.solves, 1);
    EXPECT_EQ(use.residual, 0.0);
    EXPECT_EQ(solver.dirichlet_points(), 0);
    std::vector<double> expected(f.size());
    const Solver box{problem, {.backend = Backend::cpu}};
    box.solve(f.data(), expected.data());
    EXPECT_EQ(u, expected);
    EXPECT_EQ(solver.solved().removed_mean, box.solved().removed_mean);
}

/// The error of a smooth solution, whose walls have its values and slopes.
double error_of_known(const Problem& problem, std::int64_t& solves)
{
    test::KnownSolution known{problem};
    known.strength = 0.0;  // of a coefficient
    test::KnownWalls<double> walls{problem, known};
    const MixedWall wall{.axis = 2, .end = 0, .is_dirichlet = near_the_middle};
    std::size_t n = 0;
    for_face(problem, wall, [&](std::size_t place, bool is_dirichlet) {
        const std::int64_t nx = unknowns(problem, 0).count;
        const auto at = static_cast<std::int64_t>(place);
        if (is_dirichlet) {
            walls.values[2][0][n] =
                known.u(position(problem, 0, at % nx),
                        position(problem, 1, at / nx % unknowns(problem, 1).count),
                        problem.grid.axes[2].lower);
        }
        ++n;
    });
    const auto at = [&](auto member) {
        return test::at_unknowns<double>(
            problem, [&](double x, double y, double z) { return (known.*member)(x, y, z); });
    };
    const std::vector<double> f = at(&test::KnownSolution::f);
    const std::vector<double> exact = at(&test::KnownSolution::u);
    const MixedSolver solver{problem, {wall}, mixed_on_cpu(1e-9)};
    std::vector<double> u(f.size());
    solves = solver.solve_and_wait(f.data(), walls.walls, u.data()).solves;
    for (std::size_t i = 0; i < u.size(); ++i) {
        u[i] -= exact[i];
    }
    return norms_of(problem, std::span<const double>{u}).l2;
}

TEST(PoissonMixed, give_a_smooth_solution_with_order_two_in_as_many_steps_on_each_grid)
{
    for (const Location location : test::all_locations) {
        const auto problem_of = [&](std::int64_t n) {
            return test::box({n, n, n}, {test::periodic, test::neumann, test::neumann}, location);
        };
        std::int64_t of_coarse = 0;
        std::int64_t of_fine = 0;
        const double coarse = error_of_known(problem_of(16), of_coarse);
        const double fine = error_of_known(problem_of(32), of_fine);
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 2.0 * test::observed_order);
        EXPECT_LT(of_fine, 25);
        EXPECT_LE(of_fine, of_coarse + 2);
    }
}

TEST(PoissonMixed, in_fewer_dimensions_and_single_precision)
{
    Problem problem = test::box({12, 10, 1}, {test::neumann, test::periodic, test::periodic});
    std::vector<GivenWall> given{
        {.wall = {.axis = 0,
                  .end = 0,
                  .is_dirichlet = [](double, double y, double) { return y < 0.0; }},
         .value = 1.0,
         .slope = 0.5}};
    const std::vector<double> f = test::random_values<double>(problem, 5);
    const std::vector<double> expected = dense_solution(problem, given, f);
    EXPECT_LT(
        test::relative_difference(mixed_solution(problem, given, f, mixed_on_cpu()), expected),
        1e-9);
    problem.precision = Precision::fp32;
    const MixedSolver solver{problem, {given[0].wall}, mixed_on_cpu(1e-8)};
    const std::vector<float> narrow(f.begin(), f.end());
    const std::vector<float> values(given[0].values.begin(), given[0].values.end());
    Walls<float> walls;
    walls.x[0].values = values.data();
    std::vector<float> u(f.size());
    EXPECT_LT(solver.solve_and_wait(narrow.data(), walls, u.data()).residual, 1e-4);
    EXPECT_LT(test::relative_difference(std::vector<double>(u.begin(), u.end()), expected), 1e-4);
    // A line, whose walls are points.
    Problem line = test::box({9, 1, 1}, {test::neumann, test::periodic, test::periodic});
    std::vector<GivenWall> point{
        {.wall = {.axis = 0, .end = 1, .is_dirichlet = [](double, double, double) { return true; }},
         .value = 2.0,
         .slope = 0.0}};
    const std::vector<double> of_line = test::random_values<double>(line, 5);
    EXPECT_LT(test::relative_difference(mixed_solution(line, point, of_line, mixed_on_cpu()),
                                        dense_solution(line, point, of_line)),
              1e-10);
}

TEST(PoissonMixed, refuse_what_they_cannot_be)
{
    const Problem problem = test::box({8, 6, 7}, {test::periodic, test::dirichlet, test::neumann});
    const MixedWall good{.axis = 2, .end = 1, .is_dirichlet = near_the_middle};
    const auto refusal = [&](const Problem& one, const std::vector<MixedWall>& walls,
                             const MixedOptions& options) {
        return unsupported_reason(one, walls, options).value_or("");
    };
    EXPECT_EQ(refusal(problem, {good}, mixed_on_cpu()), "");
    EXPECT_THAT(
        refusal(problem, {{.axis = 1, .end = 0, .is_dirichlet = near_the_middle}}, mixed_on_cpu()),
        HasSubstr("the mixed lower wall across y is not Neumann's"));
    EXPECT_THAT(refusal(problem, {good, good}, mixed_on_cpu()), HasSubstr("named twice"));
    EXPECT_THAT(refusal(problem, {{.axis = 2, .end = 0, .is_dirichlet = {}}}, mixed_on_cpu()),
                HasSubstr("has no function, and 0 points"));
    EXPECT_THAT(
        refusal(problem, {{.axis = 3, .end = 0, .is_dirichlet = near_the_middle}}, mixed_on_cpu()),
        HasSubstr("at end 0 of axis 3"));
    Problem other = problem;
    other.lambda = 2.0;
    EXPECT_THAT(refusal(other, {good}, mixed_on_cpu()), HasSubstr("lambda above 0"));
    other = problem;
    other.op = Operator::spectral;
    EXPECT_THAT(refusal(other, {good}, mixed_on_cpu()), HasSubstr("not of second order"));
    other = problem;
    other.sides[2].lower = Condition::open;
    EXPECT_THAT(refusal(other, {good}, mixed_on_cpu()), HasSubstr("an open end"));
    EXPECT_THAT(refusal(problem, {good}, mixed_on_cpu(1.0)), HasSubstr("between 0 and 1"));
    MixedOptions options = mixed_on_cpu();
    options.solver.host_arrays = true;
    EXPECT_THAT(refusal(problem, {good}, options), HasSubstr("copied for each solve"));
    std::vector<double> f(static_cast<std::size_t>(points(problem)));
    const MixedSolver solver{problem, {good}, mixed_on_cpu()};
    EXPECT_THROW(static_cast<void>(solver.solve_and_wait(f.data(), f.data())),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
