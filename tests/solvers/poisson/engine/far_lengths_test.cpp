// SPDX-License-Identifier: BSD-3-Clause
// Solves of problems whose lengths are far from one, on one rank and on several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "tests/solvers/poisson/engine/far_lengths.hpp"
#include "tests/solvers/poisson/engine/rank_walls.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

using test::WallArrays;
using test::Walled;
using ::testing::HasSubstr;

template <typename T>
std::vector<T> solved(const Walled& one, double& removed)
{
    const std::vector<T> f(one.f.begin(), one.f.end());
    const WallArrays<T> arrays{one.faces};
    std::vector<T> u(f.size());
    const Solver solver{one.problem, {.backend = Backend::cpu}};
    solver.solve(f.data(), arrays.walls(), u.data());
    removed = solver.solved().removed_mean;
    return u;
}

template <typename T>
void expect_agreement()
{
    for (Problem problem : test::problems_for_far_lengths()) {
        problem.precision = precision_of<T>;
        const Walled near = test::walled(problem);
        double removed_near = 0.0;
        const std::vector<T> expected = solved<T>(near, removed_near);
        for (const int exponent : test::far_exponents(problem.precision)) {
            SCOPED_TRACE(::testing::Message()
                         << describe(problem) << ", lengths times 2^" << exponent);
            double removed = 0.0;
            const Walled far = test::in_far_lengths(near, exponent);
            const double tolerance = test::far_tolerance(problem);
            EXPECT_LE(test::relative_difference(solved<T>(far, removed), expected), tolerance);
            EXPECT_NEAR(std::ldexp(removed, 2 * exponent), removed_near,
                        tolerance * test::largest_of(near.f));
        }
    }
}

TEST(FarLengths, change_a_solve_by_rounding_in_single_precision)
{
    expect_agreement<float>();
}

TEST(FarLengths, change_a_solve_by_rounding_in_double_precision)
{
    expect_agreement<double>();
}

std::vector<float> solved_on_ranks(const Walled& one, int size)
{
    const std::int64_t plane = points(one.problem) / unknowns(one.problem, 2).count;
    std::vector<float> whole(one.f.size());
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads threads{1};
        const DistributedSolver solver{one.problem, ranks, {.backend = Backend::cpu}};
        const Planes planes = solver.planes();
        const auto begin = one.f.begin() + planes.first * plane;
        const std::vector<float> f(begin, begin + planes.count * plane);
        std::vector<float> u(f.size());
        const WallArrays<float> walls{test::faces_of_rank(one.problem, one.faces, planes),
                                      one.faces};
        solver.solve(f.data(), walls.walls(), u.data());
        const std::scoped_lock lock{mutex};
        std::ranges::copy(u, whole.begin() + planes.first * plane);
    });
    return whole;
}

TEST(FarLengths, change_a_solve_on_ranks_by_rounding)
{
    for (Problem problem : test::problems_for_far_lengths()) {
        problem.precision = Precision::fp32;
        if (distributed_unsupported_reason(problem, Backend::cpu)) {
            continue;
        }
        const Walled near = test::walled(problem);
        const std::vector<float> expected = solved_on_ranks(near, 3);
        for (const int exponent : {-59, 54}) {
            SCOPED_TRACE(::testing::Message()
                         << describe(problem) << ", lengths times 2^" << exponent);
            const std::vector<float> found =
                solved_on_ranks(test::in_far_lengths(near, exponent), 3);
            EXPECT_LE(test::relative_difference(found, expected), test::far_tolerance(problem));
        }
    }
}

std::string fault_in(const Problem& problem)
{
    return unsupported_reason(problem, Backend::cpu).value_or("nothing");
}

TEST(FarLengths, are_refused_where_they_are_too_far_from_each_other)
{
    Problem problem = test::box({8, 8, 1}, {test::all_sides[0], test::all_sides[0]});
    problem.precision = Precision::fp32;
    problem.grid.axes[0].upper = problem.grid.axes[0].lower + 1e20;
    problem.grid.axes[1].upper = problem.grid.axes[1].lower + 1e-9;
    EXPECT_THAT(fault_in(problem), HasSubstr("axis x is "));
    EXPECT_THAT(fault_in(problem), HasSubstr("times as long as the shortest cell of axis y"));
    EXPECT_THAT(fault_in(problem), HasSubstr("use double precision"));
    problem.precision = Precision::fp64;
    EXPECT_EQ(fault_in(problem), "nothing");
}

TEST(FarLengths, of_a_lambda_count_where_the_solution_depends_on_them)
{
    Problem problem = test::box({8, 8, 1}, {test::all_sides[0], test::all_sides[0]});
    problem.precision = Precision::fp32;
    for (const double lambda : {-1e-60, -1e60}) {
        problem.lambda = lambda;
        EXPECT_THAT(fault_in(problem), HasSubstr("|lambda|^(-1/2)")) << lambda;
    }
    problem.lambda = -1e-60;
    problem.sides[0] = {Condition::dirichlet, Condition::dirichlet};
    EXPECT_EQ(fault_in(problem), "nothing") << "a wall determines the constant";
}

}  // namespace
}  // namespace tobiuo::poisson
