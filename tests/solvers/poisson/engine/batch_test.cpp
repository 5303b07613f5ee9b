// SPDX-License-Identifier: BSD-3-Clause
// Batches of problems on the CPU: each is solved as it is alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/precision.hpp"
#include "tests/solvers/poisson/engine/batched_problems.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::poisson {
namespace {

using test::BatchArrays;
using test::refusal;
using ::testing::HasSubstr;

SolverOptions batch_of(std::int64_t count, std::vector<double> lambdas = {}, int threads = 0)
{
    return {.backend = Backend::cpu,
            .threads = threads,
            .batch = Batch{.count = count, .lambdas = std::move(lambdas)}};
}

/// Compares a batch, with several numbers of threads, with solves of its problems one by one.
template <typename T>
void expect_single_solves(Problem problem, const std::vector<double>& lambdas)
{
    problem.precision = precision_of<T>;
    const std::int64_t count = std::ssize(lambdas);
    const BatchArrays<T> arrays{problem, count};
    std::vector<T> expected(arrays.f.size());
    std::vector<double> removed;
    for (std::size_t n = 0; n < lambdas.size(); ++n) {
        Problem one = problem;
        one.lambda = lambdas[n];
        const Solver solver{one, {.backend = Backend::cpu}};
        solver.solve(arrays.f.data() + n * arrays.values, arrays.walls_from(n),
                     expected.data() + n * arrays.values);
        removed.push_back(solver.solved().removed_mean);
    }
    for (const int threads : {0, 1, 3}) {
        const Solver solver{problem, batch_of(count, lambdas, threads)};
        EXPECT_EQ(solver.batch(), count);
        std::vector<T> u(arrays.f.size());
        solver.solve(arrays.f.data(), arrays.walls_from(0), u.data());
        EXPECT_EQ(u, expected) << describe(problem) << ", " << threads << " threads";
        const std::vector<Solved> reports = solver.solved_each();
        ASSERT_EQ(reports.size(), lambdas.size());
        for (std::size_t n = 0; n < lambdas.size(); ++n) {
            EXPECT_EQ(reports[n].removed_mean, removed[n]) << n;
        }
        EXPECT_EQ(solver.solved().removed_mean, removed.front());
        std::vector<T> in_place = arrays.f;
        solver.solve(in_place.data(), arrays.walls_from(0), in_place.data());
        EXPECT_EQ(in_place, expected) << describe(problem) << ", in place";
    }
}

TEST(PoissonBatch, has_the_bits_of_single_solves_with_walls_and_lambdas_of_their_own)
{
    for (const Problem& problem : test::problems_with_walls()) {
        expect_single_solves<double>(problem, {0.0, -1.5, 0.0});
        expect_single_solves<float>(problem, {-0.25, 0.0, -0.25});
    }
}

TEST(PoissonBatch, takes_positive_lambdas_lengths_that_are_scaled_and_one_problem)
{
    const Problem plane = test::box({12, 9, 1}, {test::periodic, test::neumann, test::periodic});
    expect_single_solves<double>(plane, {3.0, 0.0, -2.0, 11.0});
    expect_single_solves<double>(plane, {0.0});
    Problem far = plane;
    for (Axis& axis : far.grid.axes) {
        axis.lower *= 1e-12;
        axis.upper *= 1e-12;
    }
    expect_single_solves<float>(far, {0.0, -1e24, 0.0});
}

TEST(PoissonBatch, removes_the_mean_of_each_problem_alone)
{
    const Problem plane = test::box({8, 6, 1}, {test::neumann, test::periodic, test::periodic});
    const std::int64_t count = 500;
    const auto values = static_cast<std::size_t>(points(plane));
    std::vector<double> f;
    for (std::int64_t n = 0; n < count; ++n) {
        f.insert(f.end(), values, static_cast<double>(n));
    }
    std::vector<double> u(f.size(), std::numeric_limits<double>::quiet_NaN());
    const Solver solver{plane, batch_of(count)};
    solver.solve(f.data(), u.data());
    const std::vector<Solved> reports = solver.solved_each();
    for (std::int64_t n = 0; n < count; ++n) {
        EXPECT_NEAR(reports.at(static_cast<std::size_t>(n)).removed_mean, static_cast<double>(n),
                    1e-12 * static_cast<double>(n));
    }
    EXPECT_LT(test::largest(u), 1e-10);
}

TEST(PoissonBatch, says_what_it_is_and_takes)
{
    const Problem plane = test::box({8, 6, 1}, {test::neumann, test::periodic, test::periodic});
    const Solver single{plane, {.backend = Backend::cpu}};
    const Solver batch{plane, batch_of(7, {}, 2)};
    EXPECT_EQ(single.batch(), 1);
    EXPECT_EQ(single.solved_each().size(), 1);
    EXPECT_THAT(batch.describe(), HasSubstr("7 problems by 2 threads side by side, each by "));
    EXPECT_EQ(batch.passes(), single.passes());
    EXPECT_EQ(Solver::needs(plane, batch_of(7)).passes, single.passes());
}

TEST(PoissonBatch, refuses_what_cannot_be_with_a_sentence)
{
    const Problem plane = test::box({8, 6, 1}, {test::neumann, test::periodic, test::periodic});
    const auto made = [&](const SolverOptions& options) {
        return refusal([&] { return Solver{plane, options}.batch(); });
    };
    EXPECT_THAT(made(batch_of(0)),
                HasSubstr("the batch has 0 problems (there is nothing to solve)"));
    EXPECT_THAT(made(batch_of(std::int64_t{1} << 60)), HasSubstr("solve it in parts"));
    EXPECT_THAT(made(batch_of(3, {1.0, 2.0})), HasSubstr("the batch has 3 problems and 2 lambdas"));
    EXPECT_THAT(made(batch_of(2, {0.0, std::numeric_limits<double>::infinity()})),
                HasSubstr("problem 1 of the batch: lambda is not finite"));
    EXPECT_THAT(
        refusal([&] {
            const Problem open = [&] {
                Problem one = plane;
                one.sides[0] = {Condition::open, Condition::open};
                return one;
            }();
            return Solver{open, batch_of(2, {-1.0, 2.0})}.batch();
        }),
        HasSubstr("problem 1 of the batch: axis x has an open end, and lambda is positive"));
    EXPECT_THAT(refusal([&] {
                    return BodySolver{plane,
                                      {{.inside = [](double, double, double) { return false; }}},
                                      {.solver = batch_of(2)}}
                        .problem()
                        .lambda;
                }),
                HasSubstr("bodies are given with a batch"));
    const Solver solver{plane, batch_of(2)};
    std::vector<double> u(3 * static_cast<std::size_t>(points(plane)));
    EXPECT_THAT(refusal([&] {
                    solver.solve(u.data(), u.data() + points(plane));
                    return 0;
                }),
                HasSubstr("overlap in part"));
    Walls<double> walls;
    walls.x[0].values = u.data() + 2 * points(plane) - 1;
    EXPECT_THAT(refusal([&] {
                    solver.solve(u.data(), walls, u.data());
                    return 0;
                }),
                HasSubstr("overlaps u"));
}

}  // namespace
}  // namespace tobiuo::poisson
