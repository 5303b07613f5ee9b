// SPDX-License-Identifier: BSD-3-Clause
// A stretched axis keeps the digits of what hardly changes along it, whoever eliminates it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "tests/solvers/poisson/nearly_constant.hpp"
#include "tests/support/thread_ranks.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

constexpr std::int64_t rows = 512;

template <typename T>
void expect_constant(Problem problem)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    std::vector<T> u(static_cast<std::size_t>(points(problem)), T{1});
    Solver{problem, {.backend = Backend::cpu}}.solve(u.data(), {}, u.data());

    EXPECT_LE(test::error_of_constant(problem, u), test::carried_constant<T>(rows));
}

TEST(StretchedAxis, keeps_the_digits_of_a_constant_that_lambda_alone_holds)
{
    for (const double lambda : {-1e-8, -1e-3, 1e-8, 1e-6}) {
        for (const Problem& problem : test::nearly_constant_problems(rows, lambda)) {
            expect_constant<double>(problem);
            expect_constant<float>(problem);
        }
    }
}

template <typename T>
void expect_constant_on_ranks(Problem problem)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    std::vector<T> found(static_cast<std::size_t>(points(problem)));
    std::mutex mutex;
    test::on_ranks(3, [&](const Communicator& ranks) {
        const DistributedSolver solver{problem, ranks, {.backend = Backend::cpu}};
        const Planes planes = solver.planes();
        std::vector<T> u(static_cast<std::size_t>(planes.count * plane), T{1});
        solver.solve(u.data(), {}, u.data());
        const std::scoped_lock lock{mutex};
        std::ranges::copy(u, found.begin() + planes.first * plane);
    });

    EXPECT_LE(test::error_of_constant(problem, found), test::carried_constant<T>(rows));
}

TEST(StretchedAxis, keeps_these_digits_on_ranks)
{
    for (const double lambda : {-1e-8, 1e-8}) {
        for (const Problem& problem : test::nearly_constant_problems(rows, lambda)) {
            if (unknowns(problem, 2).count > 1) {
                expect_constant_on_ranks<double>(problem);
                expect_constant_on_ranks<float>(problem);
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
