// SPDX-License-Identifier: BSD-3-Clause
// The operator on several ranks against that of one.
#include "solvers/poisson/ranks/rank_operator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

#include <tobiuo/poisson/distributed_solver.hpp>

#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/engine/rank_walls.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

/// The values of a rank's planes.
template <typename T>
std::span<T> own_part(const Problem& problem, std::vector<T>& values, const Communicator& ranks)
{
    const Planes own = planes_of_rank(problem, ranks.rank(), ranks.size());
    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    return std::span{values}.subspan(static_cast<std::size_t>(own.first * plane),
                                     static_cast<std::size_t>(own.count * plane));
}

/// Compares A u, and the residual that it is used for, with those of one rank.
template <typename T>
void expect_operator_of_one_rank(Problem problem, int size)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem) + ", ranks: " + std::to_string(size));
    const std::vector<double> numbers = test::random_values<double>(problem, 5);
    std::vector<T> u(numbers.begin(), numbers.end());
    std::vector<T> f(numbers.rbegin(), numbers.rend());
    const std::span<const T> whole_u{u};
    const HostSolver host{problem};
    std::vector<T> expected(u.size());
    host.apply(whole_u, std::span<T>{expected});
    std::vector<T> field(u.size());
    const Residual one =
        residual_of(problem, host, std::span<const T>{f}, 0.25, whole_u, std::span<T>{field});
    std::vector<T> applied(u.size());
    std::vector<T> left(u.size());
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads threads{1};
        const RankOperator<T> many{problem, ranks};
        const std::span<const T> own_u = own_part(problem, u, ranks);
        const std::span<const T> own_f = own_part(problem, f, ranks);
        many.apply(own_u, own_part(problem, applied, ranks));
        const Residual found = spectral_residual_of<T>(problem, own_f, 0.25, own_u,
                                                       own_part(problem, left, ranks), ranks);
        const double rounding = one.rounding_level;
        EXPECT_NEAR(found.backward_error, one.backward_error, rounding);
        EXPECT_NEAR(found.relative_l2, one.relative_l2, rounding * one.relative_l2);
        EXPECT_GE(many.workspace_bytes(), own_u.size_bytes() / 2);
    });
    EXPECT_LE(test::relative_difference(applied, expected), one.rounding_level);
    EXPECT_LE(test::relative_difference(left, field), one.rounding_level);
}

TEST(RankOperator, is_that_of_one_rank)
{
    std::vector<Problem> problems = test::transposed_problems();
    const std::vector<Problem> stretched = test::stretched_transposed_problems(true);
    problems.insert(problems.end(), stretched.begin(), stretched.end());
    for (const Problem& problem : problems) {
        for (const int size : {1, 2, 3, 4, 13}) {
            expect_operator_of_one_rank<double>(problem, size);
        }
        expect_operator_of_one_rank<float>(problem, 3);
    }
}

TEST(RankOperator, refuses_an_eigenvalue_and_arrays_that_do_not_fit)
{
    Problem problem =
        test::box({8, 6, 9}, {test::all_sides[0], test::all_sides[2], test::all_sides[2]});
    problem.op = Operator::spectral;
    Problem singular = problem;
    singular.lambda = std::pow(std::numbers::pi / 1.1, 2);  // the first mode along z
    test::on_ranks(3, [&](const Communicator& ranks) {
        EXPECT_THAT(test::refusal([&] {
                        static_cast<void>(RankOperator<double>{singular, ranks});
                    }),
                    ::testing::HasSubstr("hits the eigenvalue"));
        const RankOperator<double> applied{problem, ranks};
        const std::vector<double> u(3 * 48);
        std::vector<double> out(3 * 48 - 1);
        EXPECT_THAT(test::refusal([&] { applied.apply(u, out); }),
                    ::testing::HasSubstr("values where the planes of this rank have 144"));
    });
}

}  // namespace
}  // namespace tobiuo::poisson
