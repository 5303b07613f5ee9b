// SPDX-License-Identifier: BSD-3-Clause
// The public solver on the CPU, with walls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::refusal;
using test::WallArrays;
using test::Walled;
using ::testing::HasSubstr;

constexpr SolverOptions on_cpu{.backend = Backend::cpu};

/// The root of the mean square of u - exact, up to a constant if the problem has a null space.
double error_of(const Problem& problem, std::vector<double> u, const std::vector<double>& exact)
{
    std::ranges::transform(u, exact, u.begin(), std::minus<>{});
    if (has_null_space(problem)) {
        const double mean = norms_of(problem, std::span<const double>{u}).mean;
        std::ranges::for_each(u, [&](double& value) { value -= mean; });
    }
    return norms_of(problem, std::span<const double>{u}).l2;
}

double walled_error(const Problem& problem)
{
    const Walled one = test::walled(problem);
    const WallArrays<double> arrays{one.faces};
    std::vector<double> u(one.f.size());
    Solver{problem, on_cpu}.solve(one.f.data(), arrays.walls(), u.data());
    return error_of(problem, u, Manufactured{problem, AtWalls::general}.solution());
}

/// The solution u = X(x) Y(y), X = s^2 (1 - s)^2 exp(s) with s = 0 ... 1 along the axis. u and its
/// derivative are zero on all walls; the second and third derivatives are not.
struct FlatAtWalls {
    double value;
    double second;

    FlatAtWalls(double s, double length)
    {
        const double e = std::exp(s);
        const double p = s * s * (1.0 - s) * (1.0 - s);
        const double first = 2.0 * s - 6.0 * s * s + 4.0 * s * s * s;
        value = p * e;
        second = (p + 2.0 * first + 2.0 - 12.0 * s + 12.0 * s * s) * e / (length * length);
    }
};

double error_with_zero_walls(const Problem& problem)
{
    std::vector<double> f;
    std::vector<double> exact;
    const auto along = [&](int axis, std::int64_t index) {
        const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
        const double length = one.upper - one.lower;
        return FlatAtWalls{(position(problem, axis, index) - one.lower) / length, length};
    };
    for (std::int64_t j = 0; j < unknowns(problem, 1).count; ++j) {
        const FlatAtWalls y = along(1, j);
        for (std::int64_t i = 0; i < unknowns(problem, 0).count; ++i) {
            const FlatAtWalls x = along(0, i);
            exact.push_back(x.value * y.value);
            f.push_back(x.second * y.value + x.value * y.second);
        }
    }
    std::vector<double> u(f.size());
    Solver{problem, on_cpu}.solve(f.data(), u.data());
    return error_of(problem, u, exact);
}

Problem fourth_order_plane(std::int64_t cells, const Sides& x, const Sides& y, Location location)
{
    Problem problem = test::box({cells, cells, 1}, {x, y, all_sides[0]}, location);
    problem.op = Operator::fourth_order;
    return problem;
}

void expect_order_four(double (*error)(const Problem&))
{
    for (const Location location : test::all_locations) {
        for (std::size_t x = 1; x < all_sides.size(); ++x) {
            const Sides& y = all_sides.at(x % 4 + 1);
            const auto plane = [&](std::int64_t cells) {
                return fourth_order_plane(cells, all_sides.at(x), y, location);
            };
            const double order = std::log2(error(plane(96)) / error(plane(192)));
            EXPECT_NEAR(order, 4.0, 0.3) << describe(plane(192));
        }
    }
}

TEST(PoissonSolver, has_order_four_with_walls_at_zero)
{
    expect_order_four(error_with_zero_walls);
}

TEST(PoissonSolver, has_order_four_with_walls_that_vary)
{
    expect_order_four(walled_error);
}

/// Solves in place and from one array to another.
template <typename T>
void expect_the_lifted_solution(const Problem& problem, double tolerance)
{
    const Walled one = test::walled(problem);
    std::vector<double> expected = one.f;
    Problem wide = problem;
    wide.precision = Precision::fp64;
    const BoundaryLift lift{wide, one.faces};
    lift.subtract_from(std::span<double>{expected});
    const double removed = HostSolver{wide}.solve(expected, expected).removed_mean;
    lift.add_to(std::span<double>{expected});

    const WallArrays<T> arrays{one.faces};
    const std::vector<T> f(one.f.begin(), one.f.end());
    const Solver solver{problem, on_cpu};
    std::vector<T> u(f.size());
    solver.solve(f.data(), arrays.walls(), u.data());
    const Solved solved = solver.solved();
    std::vector<T> in_place = f;
    solver.solve(in_place.data(), arrays.walls(), in_place.data());

    EXPECT_EQ(f, std::vector<T>(one.f.begin(), one.f.end())) << "f is not kept";
    EXPECT_EQ(u, in_place);
    const double largest = test::largest(expected);
    const double removed_of = std::max(1.0, test::largest(one.f));
    EXPECT_NEAR(solved.removed_mean, removed, tolerance * removed_of);
    for (std::size_t at = 0; at < u.size(); ++at) {
        ASSERT_NEAR(static_cast<double>(u[at]), expected[at], tolerance * largest) << at;
    }
}

TEST(PoissonSolver, solves_what_boundary_values_moved_by_hand_solve)
{
    for (Problem problem : test::problems_with_walls()) {
        SCOPED_TRACE(describe(problem));
        expect_the_lifted_solution<double>(problem, 1e-12);
        problem.precision = Precision::fp32;
        expect_the_lifted_solution<float>(problem, 2e-4);
    }
}

TEST(PoissonSolver, takes_constants_and_arrays_of_them_alike)
{
    for (const Operator op : test::all_operators) {
        Problem problem = test::box({12, 8, 6}, {all_sides[1], all_sides[2], all_sides[3]});
        problem.op = op;
        const Solver solver{problem, on_cpu};
        const std::vector<double> f = test::random_values<double>(problem, 3);
        const std::vector<double> face(96, 2.5);
        Walls<double> constants;
        constants.x[1].constant = 2.5;
        constants.y[0].constant = 2.5;
        Walls<double> arrays;
        arrays.x[1].values = face.data();
        arrays.y[0].values = face.data();
        std::vector<double> one(f.size());
        std::vector<double> other(f.size());
        solver.solve(f.data(), constants, one.data());
        solver.solve(f.data(), arrays, other.data());
        EXPECT_LE(test::relative_difference(one, other), 1e-12) << describe(problem);
    }
}

TEST(PoissonSolver, removes_the_mean_that_f_and_the_fluxes_leave)
{
    for (const Operator op : test::all_operators) {
        Problem problem = test::box({12, 8, 1}, {all_sides[2], all_sides[0], all_sides[0]});
        problem.op = op;
        const Solver solver{problem, on_cpu};
        Walls<double> walls;
        walls.x[0].constant = 0.4;
        walls.x[1].constant = 0.9;  // the flux out through both walls: 1.3 = the source
        std::vector<double> u(96);
        const std::vector<double> balanced(u.size(), 1.0);
        solver.solve(balanced.data(), walls, u.data());
        EXPECT_NEAR(solver.solved().removed_mean, 0.0, 1e-13);
        EXPECT_NEAR(norms_of(problem, std::span<const double>{u}).mean, 0.0, 1e-13);
        const std::vector<double> half(u.size(), 0.5);
        solver.solve(half.data(), walls, u.data());
        EXPECT_NEAR(solver.solved().removed_mean, -0.5, 1e-13);
        solver.solve(half.data(), u.data());
        EXPECT_NEAR(solver.solved().removed_mean, 0.5, 1e-13);
    }
}

TEST(PoissonSolver, a_spectral_one_works_in_a_second_array_unless_walls_are_zero)
{
    Problem problem = test::box({16, 8, 8}, {all_sides[1], all_sides[2], all_sides[0]});
    problem.op = Operator::spectral;
    const SolverOptions zero_walls{.backend = Backend::cpu, .zero_walls = true};
    const Solver general{problem, on_cpu};
    const Solver zero{problem, zero_walls};
    EXPECT_GE(general.workspace_bytes(), zero.workspace_bytes() + 16 * 8 * 8 * sizeof(double));

    const std::vector<double> f = test::random_values<double>(problem, 5);
    std::vector<double> one(f.size());
    std::vector<double> other(f.size());
    general.solve(f.data(), one.data());
    zero.solve(f.data(), other.data());
    EXPECT_EQ(one, other);
}

TEST(PoissonSolver, takes_host_arrays_on_a_cpu_as_ever)
{
    for (const Problem& problem : test::problems_with_walls()) {
        const Walled one = test::walled(problem);
        const WallArrays<double> arrays{one.faces};
        std::vector<double> expected(one.f.size());
        std::vector<double> found(one.f.size());
        Solver{problem, on_cpu}.solve(one.f.data(), arrays.walls(), expected.data());
        Solver{problem, {.backend = Backend::cpu, .host_arrays = true, .device_bytes = 1}}.solve(
            one.f.data(), arrays.walls(), found.data());
        EXPECT_EQ(found, expected) << describe(problem);
    }
}

TEST(PoissonSolver, refuses_a_limit_of_device_memory_for_arrays_on_the_device)
{
    const Problem problem = test::box({8, 8, 8}, {all_sides[0], all_sides[0], all_sides[0]});
    const auto with_limit = [&](bool host_arrays, std::int64_t bytes) {
        return refusal([&] {
            static_cast<void>(Solver{
                problem,
                {.backend = Backend::cpu, .host_arrays = host_arrays, .device_bytes = bytes}});
        });
    };
    EXPECT_THAT(with_limit(false, 1 << 20), HasSubstr("device_bytes is 1048576, but f and u"));
    EXPECT_THAT(with_limit(true, -5), HasSubstr("device_bytes is -5: give the bytes"));
}

TEST(PoissonSolver, takes_f_as_it_is_if_it_holds_the_walls)
{
    for (const Problem& problem : test::problems_with_walls()) {
        SCOPED_TRACE(describe(problem));
        const std::vector<double> f = test::random_values<double>(problem, 7);
        std::vector<double> expected(f.size());
        static_cast<void>(HostSolver{problem}.solve(f, expected));
        const Solver solver{problem, {.backend = Backend::cpu, .walls_in_f = true}};
        std::vector<double> u(f.size());
        EXPECT_THAT(refusal([&] { solver.solve(f.data(), {}, u.data()); }),
                    HasSubstr("option walls_in_f"));
        solver.solve(f.data(), u.data());
        EXPECT_EQ(u, expected);
    }
}

TEST(PoissonSolver, says_what_it_needs_before_it_is_made)
{
    for (const Problem& problem : test::problems_with_walls()) {
        const SolverOptions options{.backend = Backend::cpu, .walls_in_f = true};
        const SolverNeeds needs = Solver::needs(problem, options);
        const Solver solver{problem, options};
        EXPECT_EQ(needs.passes, solver.passes()) << describe(problem);
        EXPECT_EQ(needs.copied_bytes, 0);
        EXPECT_EQ(solver.copied_bytes(), 0);
        EXPECT_TRUE(solver.choices().empty());
    }
}

TEST(PoissonSolver, refuses_buffers_where_there_are_none)
{
    const Problem problem = test::box({8, 6, 4}, {all_sides[1], all_sides[0], all_sides[2]});
    EXPECT_THAT(
        refusal([&] {
            static_cast<void>(Solver{
                problem, {.backend = Backend::cpu, .walls_in_f = true, .opencl_buffers = true}});
        }),
        HasSubstr("leave out the option opencl_buffers"));
    const Solver solver{problem, on_cpu};
    std::vector<double> f(192);
    EXPECT_THROW(solver.solve_buffers(f.data(), f.data()), std::logic_error);
}

TEST(PoissonSolver, refuses_arrays_that_it_cannot_take)
{
    const Problem problem = test::box({8, 6, 4}, {all_sides[1], all_sides[0], all_sides[2]});
    const Solver solver{problem, on_cpu};
    std::vector<double> f(2 * 192);
    std::vector<float> single(192);
    const auto solve = [&](const auto* from, auto* to) {
        return refusal([&] { solver.solve(from, to); });
    };
    EXPECT_THAT(solve(single.data(), single.data()), HasSubstr("not in the problem's precision"));
    EXPECT_THAT(solve(static_cast<const double*>(nullptr), f.data()), HasSubstr("is null"));
    EXPECT_THAT(solve(f.data(), f.data() + 64), HasSubstr("overlap in part"));
    const auto* odd = reinterpret_cast<const double*>(reinterpret_cast<const char*>(f.data()) + 4);
    EXPECT_THAT(solve(odd, f.data() + 193), HasSubstr("not aligned to 8 bytes"));
    EXPECT_EQ(solve(f.data(), f.data() + 192), "accepted");
}

TEST(PoissonSolver, refuses_walls_that_it_cannot_take)
{
    const Problem problem = test::box({8, 6, 4}, {all_sides[1], all_sides[0], all_sides[2]});
    const Solver solver{problem, on_cpu};
    std::vector<double> u(192, 0.25);
    const auto solve = [&](const Walls<double>& walls) {
        return refusal([&] { solver.solve(u.data(), walls, u.data()); });
    };
    Walls<double> walls;
    walls.y[1].constant = 1.0;
    EXPECT_THAT(solve(walls), HasSubstr("the upper wall across y is periodic and held at values"));
    walls = {};
    walls.x[0].constant = std::numeric_limits<double>::infinity();
    EXPECT_THAT(solve(walls), HasSubstr("the lower wall across x is held at a constant that is"));
    walls = {};
    walls.z[1].values = u.data() + 191;
    EXPECT_THAT(solve(walls), HasSubstr("the array of the upper wall across z overlaps u"));
    EXPECT_EQ(u, std::vector<double>(192, 0.25)) << "something was computed";
}

TEST(PoissonSolver, a_spectral_one_refuses_walls_that_it_has_no_solver_for)
{
    Walls<double> walls;
    walls.x[0].constant = 1.0;
    Problem problem = test::box({2, 8, 1}, {all_sides[1], all_sides[0], all_sides[0]});
    problem.op = Operator::spectral;
    std::vector<double> u(16, 1.0);
    const Solver solver{problem, on_cpu};
    EXPECT_NO_THROW(solver.solve(u.data(), u.data()));
    EXPECT_THAT(refusal([&] { solver.solve(u.data(), walls, u.data()); }),
                HasSubstr("give it more cells"));
    problem.grid.axes[0].cells = 4;
    u.resize(32);
    const Solver zero{problem, {.backend = Backend::cpu, .zero_walls = true}};
    EXPECT_THAT(refusal([&] { zero.solve(u.data(), walls, u.data()); }),
                HasSubstr("was made for walls at zero"));
}

TEST(PoissonSolver, says_what_is_unsupported_before_it_is_made)
{
    Problem problem = test::box({8, 6, 4}, {all_sides[1], all_sides[0], all_sides[2]});
    EXPECT_EQ(unsupported_reason(problem, Backend::cpu), std::nullopt);
    problem.sides[1].upper = Condition::neumann;
    const std::string reason = unsupported_reason(problem, Backend::cpu).value_or("");
    EXPECT_THAT(reason, HasSubstr("axis y is periodic at one end only"));
    EXPECT_EQ(refusal([&] { static_cast<void>(Solver{problem, on_cpu}); }), reason);
    EXPECT_EQ(unsupported_reason(problem, Backend::cuda), reason);
    problem.sides[1].upper = Condition::periodic;
    if (const auto absent = tobiuo::unsupported_reason(Backend::cuda)) {
        EXPECT_THAT(unsupported_reason(problem, Backend::cuda).value_or(""),
                    AllOf(HasSubstr(*absent), HasSubstr("choose Backend::cpu")));
        EXPECT_THROW((Solver{problem, {.backend = Backend::cuda}}), DeviceError);
    }
}

TEST(PoissonSolver, serves_several_threads_at_a_time_on_a_cpu)
{
    for (const Operator op : {Operator::fourth_order, Operator::spectral}) {
        Problem problem = test::box({16, 12, 8}, {all_sides[2], all_sides[0], all_sides[2]});
        problem.op = op;
        const Solver solver{problem, {.backend = Backend::cpu, .threads = 1}};
        constexpr std::size_t count = 4;
        std::vector<std::vector<double>> found(count);
        std::array<double, count> removed{};
        std::vector<std::thread> threads;
        for (std::size_t n = 0; n < count; ++n) {
            threads.emplace_back([&, n] {
                Walls<double> walls;
                walls.x[1].constant = static_cast<double>(n);
                const std::vector<double> f(16 * 12 * 8, 1.0);
                found[n].resize(f.size());
                for (int time = 0; time < 20; ++time) {
                    solver.solve(f.data(), walls, found[n].data());
                }
                removed.at(n) = solver.solved().removed_mean;
            });
        }
        std::ranges::for_each(threads, [](std::thread& one) { one.join(); });
        for (std::size_t n = 0; n < count; ++n) {
            // f = 1 and a flux n through the wall of a box 1.3 long: u_xx leaves 1 - n / 1.3.
            EXPECT_NEAR(removed.at(n), 1.0 - static_cast<double>(n) / 1.3, 1e-12);
            const auto scaled = [&](double value) { return value * static_cast<double>(n); };
            std::vector<double> expected(found[1].size());
            std::ranges::transform(found[1], expected.begin(), scaled);
            for (std::size_t at = 0; at < expected.size(); ++at) {
                ASSERT_NEAR(found[n][at], expected[at], 1e-11);
            }
        }
    }
}

TEST(PoissonSolver, can_be_moved_and_describes_itself)
{
    const Problem problem{.grid = box({.x = 32, .y = 16}, {1.0, 0.5, 1.0})};
    Solver first{problem, on_cpu};
    const Solver solver = std::move(first);
    EXPECT_EQ(solver.backend(), Backend::cpu);
    EXPECT_EQ(describe(solver.problem()),
              "poisson 32x16 cells, periodic x periodic, "
              "second-order, double");
    EXPECT_THAT(solver.describe(), HasSubstr("tiles of lines"));
    EXPECT_GT(solver.workspace_bytes(), 0U);
}

}  // namespace
}  // namespace tobiuo::poisson
