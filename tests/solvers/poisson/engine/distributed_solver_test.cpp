// SPDX-License-Identifier: BSD-3-Clause
// The solver on several ranks against the one on one rank, with walls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/engine/rank_walls.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::WallArrays;
using ::testing::HasSubstr;

constexpr DistributedOptions on_cpu_ranks{.backend = Backend::cpu};

/// What all ranks find together.
template <typename T>
struct Found {
    std::vector<T> u;
    std::vector<double> removed_means;
};

template <typename T>
Found<T> solved_on_ranks(const Problem& problem, const test::Walled& one, int size, bool in_place)
{
    DistributedOptions options = on_cpu_ranks;
    options.chunks = size % 3;  // 0: the usual number

    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    Found<T> found;
    found.u.resize(one.f.size());
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads threads{1};
        const DistributedSolver solver{problem, ranks, options};
        const Planes planes = solver.planes();
        const auto begin = one.f.begin() + planes.first * plane;
        std::vector<T> f(begin, begin + planes.count * plane);
        std::vector<T> u(f.size());
        const WallArrays<T> walls{test::faces_of_rank(problem, one.faces, planes), one.faces};
        solver.solve(f.data(), walls.walls(), u.data());
        if (in_place) {  // a second solve finds nothing of the first one
            solver.exchange_alone(u.data());
            solver.solve(f.data(), walls.walls(), f.data());
            u = f;
        }
        const std::scoped_lock lock{mutex};
        std::ranges::copy(u, found.u.begin() + planes.first * plane);
        if (planes.count > 0) {
            found.removed_means.push_back(solver.solved().removed_mean);
        }
    });
    return found;
}

template <typename T>
void expect_solution_of_one_rank(Problem problem)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    const double tolerance = test::solution_tolerance(problem);
    const test::Walled one = test::walled(problem);
    const std::vector<T> f(one.f.begin(), one.f.end());
    const Solver whole{problem, {.backend = Backend::cpu}};
    std::vector<T> expected(f.size());
    whole.solve(f.data(), WallArrays<T>{one.faces}.walls(), expected.data());
    double scale = 1.0;
    for (const T value : expected) {
        scale = std::max(scale, std::abs(static_cast<double>(value)));
    }
    for (const int size : {1, 2, 3, 4, 13}) {
        const Found<T> found = solved_on_ranks<T>(problem, one, size, size % 2 == 0);
        for (std::size_t at = 0; at < expected.size(); ++at) {
            ASSERT_NEAR(found.u[at], expected[at], tolerance * scale)
                << size << " ranks, unknown " << at;
        }
        for (const double mean : found.removed_means) {
            EXPECT_NEAR(mean, whole.solved().removed_mean, tolerance * scale);
            EXPECT_EQ(mean, found.removed_means.front());
        }
    }
}

TEST(DistributedSolver, finds_the_solution_of_one_rank)
{
    for (const Problem& problem : test::problems_for_ranks()) {
        expect_solution_of_one_rank<double>(problem);
        expect_solution_of_one_rank<float>(problem);
    }
}

TEST(DistributedSolver, finds_the_solution_of_one_rank_along_a_stretched_axis)
{
    for (const Problem& problem : test::stretched_problems_for_ranks()) {
        expect_solution_of_one_rank<double>(problem);
        expect_solution_of_one_rank<float>(problem);
    }
}

TEST(DistributedSolver, finds_the_solution_of_one_rank_by_transposition)
{
    for (const Problem& problem : test::transposed_problems()) {
        expect_solution_of_one_rank<double>(problem);
        expect_solution_of_one_rank<float>(problem);
    }
}

TEST(DistributedSolver, finds_the_solution_of_one_rank_by_transposition_beside_a_stretched_axis)
{
    for (const Problem& problem : test::stretched_transposed_problems(true)) {
        expect_solution_of_one_rank<double>(problem);
        expect_solution_of_one_rank<float>(problem);
    }
}

TEST(DistributedSolver, gives_the_same_bits_in_every_run)
{
    const Problem equal =
        test::box({9, 10, 11}, {all_sides[2], all_sides[0], all_sides[2]}, Location::cell);
    Problem spectral = equal;
    spectral.op = Operator::spectral;
    for (const Problem& problem :
         {equal, test::stretched(equal, 2), spectral, test::stretched(equal, 0)}) {
        const test::Walled one = test::walled(problem);
        EXPECT_EQ(solved_on_ranks<double>(problem, one, 3, false).u,
                  solved_on_ranks<double>(problem, one, 3, true).u);
    }
}

/// Walls that are not zero on one rank only: all ranks solve for their contribution.
TEST(DistributedSolver, takes_a_wall_that_one_rank_has)
{
    Problem problem = test::box({8, 6, 9}, {all_sides[0], all_sides[2], all_sides[1]});
    problem.op = Operator::spectral;
    const std::vector<double> f = test::random_values<double>(problem, 5);
    Walls<double> walls;
    walls.z[1].constant = 2.0;
    std::vector<double> expected(f.size());
    Solver{problem, {.backend = Backend::cpu}}.solve(f.data(), walls, expected.data());
    std::vector<double> found(f.size());
    std::mutex mutex;
    test::on_ranks(4, [&](const Communicator& ranks) {
        const DistributedSolver solver{problem, ranks, on_cpu_ranks};
        const std::int64_t first = solver.planes().first * 48;
        const bool is_last = ranks.rank() == 3;
        std::vector<double> u(static_cast<std::size_t>(solver.planes().count * 48));
        solver.solve(f.data() + first, is_last ? walls : Walls<double>{}, u.data());
        const std::scoped_lock lock{mutex};
        std::ranges::copy(u, found.begin() + first);
    });
    EXPECT_LE(test::relative_difference(found, expected), test::solution_tolerance(problem));
}

TEST(DistributedSolver, refuses_walls_on_all_ranks_if_it_was_made_without)
{
    Problem problem = test::box({8, 6, 9}, {all_sides[0], all_sides[2], all_sides[1]});
    problem.op = Operator::spectral;
    Walls<double> walls;
    walls.z[0].constant = 2.0;
    test::on_ranks(3, [&](const Communicator& ranks) {
        const DistributedSolver general{problem, ranks, on_cpu_ranks};
        const DistributedSolver zero{problem, ranks, {.backend = Backend::cpu, .zero_walls = true}};
        const auto values = static_cast<std::size_t>(zero.planes().count) * 48;
        EXPECT_GE(general.workspace_bytes(), zero.workspace_bytes() + values * sizeof(double));
        std::vector<double> u(values, 1.0);
        std::vector<double> other = u;
        EXPECT_THAT(test::refusal([&] {
                        zero.solve(u.data(), ranks.rank() == 0 ? walls : Walls<double>{}, u.data());
                    }),
                    HasSubstr("was made for walls at zero"));
        zero.solve(u.data(), u.data());
        general.solve(other.data(), other.data());
        EXPECT_EQ(u, other);
    });
}

/// The solver of one rank whose walls are in f is HostSolver, which BoundaryLift serves.
TEST(DistributedSolver, takes_f_as_it_is_if_it_holds_the_walls)
{
    DistributedOptions options = on_cpu_ranks;
    options.walls_in_f = true;
    for (const Problem& problem : test::transposed_problems()) {
        SCOPED_TRACE(describe(problem));
        const std::vector<double> f = test::random_values<double>(problem, 7);
        std::vector<double> expected(f.size());
        static_cast<void>(HostSolver{problem}.solve(f, expected));
        std::vector<double> found(f.size());
        std::mutex mutex;
        test::on_ranks(3, [&](const Communicator& ranks) {
            const test::OnThreads threads{1};
            const DistributedSolver solver{problem, ranks, options};
            const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
            const std::int64_t first = solver.planes().first * plane;
            std::vector<double> u(static_cast<std::size_t>(solver.planes().count * plane));
            EXPECT_THAT(test::refusal([&] { solver.solve(f.data() + first, {}, u.data()); }),
                        HasSubstr("option walls_in_f"));
            solver.solve(f.data() + first, u.data());
            const std::scoped_lock lock{mutex};
            std::ranges::copy(u, found.begin() + first);
        });
        EXPECT_LE(test::relative_difference(found, expected), test::solution_tolerance(problem));
    }
}

TEST(DistributedSolver, refuses_an_eigenvalue_on_all_ranks)
{
    Problem equal = test::box({8, 6, 9}, {all_sides[0], all_sides[2], all_sides[2]});
    equal.lambda = std::pow(std::numbers::pi / 1.1, 2);  // the first mode along z
    equal.op = Operator::spectral;
    Problem stretched = test::stretched(equal, 0);
    stretched.sides[0] = all_sides[2];
    for (const Problem& problem : {equal, stretched}) {
        test::on_ranks(4, [&](const Communicator& ranks) {
            EXPECT_THAT(test::refusal([&] {
                            static_cast<void>(DistributedSolver{problem, ranks, on_cpu_ranks});
                        }),
                        HasSubstr("hits the eigenvalue"))
                << describe(problem);
        });
    }
}

TEST(DistributedSolver, tells_the_mean_and_the_chunks_of_a_transposition)
{
    Problem problem = test::box({8, 6, 9}, {all_sides[0], all_sides[2], all_sides[2]});
    problem.op = Operator::spectral;
    test::on_ranks(11, [&](const Communicator& ranks) {
        DistributedOptions options = on_cpu_ranks;
        options.chunks = 3;
        const DistributedSolver solver{problem, ranks, options};
        std::vector<double> u(static_cast<std::size_t>(solver.planes().count) * 48, 0.5);
        solver.solve(u.data(), u.data());
        EXPECT_NEAR(solver.solved().removed_mean, 0.5, test::solution_tolerance(problem));
        EXPECT_THAT(solver.describe(), HasSubstr("transposed in 1 chunk;"));  // a plane a rank
    });
    test::on_ranks(2, [&](const Communicator& ranks) {
        DistributedOptions options = on_cpu_ranks;
        options.chunks = 2;
        EXPECT_THAT((DistributedSolver{problem, ranks, options}.describe()),
                    HasSubstr("transposed in 2 chunks; "));
        options.chunks = -1;
        EXPECT_THAT(test::refusal([&] {
                        static_cast<void>(DistributedSolver{problem, ranks, options});
                    }),
                    HasSubstr("in -1 chunks was asked for"));
    });
}

TEST(DistributedSolver, has_the_same_bits_with_host_arrays_on_a_cpu)
{
    Problem slabs = test::box({8, 6, 9}, {all_sides[0], all_sides[2], all_sides[1]});
    Problem transposed = slabs;
    transposed.op = Operator::fourth_order;
    for (const Problem& problem : {slabs, transposed}) {
        test::on_ranks(2, [&](const Communicator& ranks) {
            DistributedOptions options = on_cpu_ranks;
            const auto solution = [&] {
                const DistributedSolver solver{problem, ranks, options};
                std::vector<double> u(static_cast<std::size_t>(solver.planes().count) * 48, 0.5);
                solver.solve(u.data(), u.data());
                EXPECT_EQ(solver.copied_bytes(), 0);
                return u;
            };
            const std::vector<double> expected = solution();
            options.host_arrays = true;
            options.device_bytes = 1;
            EXPECT_EQ(solution(), expected);
            options.host_arrays = false;
            EXPECT_THAT(test::refusal([&] { static_cast<void>(solution()); }),
                        HasSubstr("device_bytes is 1, but f and u are on the device"));
        });
    }
}

std::string refusal_of(const Problem& problem)
{
    return distributed_unsupported_reason(problem, Backend::cpu).value_or("");
}

TEST(DistributedSolver, says_why_it_cannot_divide_a_problem)
{
    Problem problem = test::box({8, 8, 8}, {all_sides[1], all_sides[1], all_sides[1]});
    EXPECT_EQ(refusal_of(problem), "");
    problem.op = Operator::spectral;
    EXPECT_EQ(refusal_of(problem), "");
    problem.op = Operator::second_order;
    problem.lambda = 2.0;
    EXPECT_EQ(refusal_of(problem), "");
    EXPECT_EQ(refusal_of(test::stretched(problem, 0)), "");
    Problem line = test::box({1, 1, 8}, {all_sides[0], all_sides[0], all_sides[1]});
    EXPECT_EQ(refusal_of(line), "");
    line.op = Operator::spectral;
    EXPECT_THAT(refusal_of(line), HasSubstr("a line along z only with the second-order operator"));
    const Problem plane = test::box({8, 1, 8}, {all_sides[1], all_sides[0], all_sides[1]});
    EXPECT_THAT(refusal_of(test::stretched(plane, 0)), HasSubstr("exchange the axis with z"));
    EXPECT_THAT(refusal_of(test::box({8, 8, 1}, {all_sides[1], all_sides[1], all_sides[0]})),
                HasSubstr("nothing changes along z"));
    problem.lambda = 0.0;
    EXPECT_EQ(refusal_of(test::stretched(problem, 2)), "");
    EXPECT_EQ(refusal_of(test::stretched(problem, 1)), "");
}

TEST(RankMethod, is_that_of_the_solver)
{
    const Sides walls = all_sides[1];
    Problem problem = test::box({64, 64, 64}, {walls, walls, walls});
    problem.precision = Precision::fp32;
    const RankMethod slabs = method_of_ranks(problem, Backend::cpu, 2);
    EXPECT_TRUE(slabs.by_slabs);
    EXPECT_EQ(slabs.told_bytes, 8);
    problem.op = Operator::spectral;
    EXPECT_FALSE(method_of_ranks(problem, Backend::cpu, 2).by_slabs);
    EXPECT_EQ(method_of_ranks(problem, Backend::cpu, 2).chunks, 1);
    test::on_ranks(2, [&](const Communicator& ranks) {
        const std::string plan = DistributedSolver{problem, ranks, on_cpu_ranks}.describe();
        EXPECT_THAT(plan, HasSubstr("transpos"));
    });
}

TEST(DistributedSolver, checks_its_arrays)
{
    const Problem problem = test::box({8, 8, 8}, {all_sides[1], all_sides[1], all_sides[1]});
    test::on_ranks(2, [&](const Communicator& ranks) {
        const DistributedSolver solver{problem, ranks, on_cpu_ranks};
        EXPECT_EQ(solver.planes(), planes_of_rank(problem, ranks.rank(), 2));
        std::vector<double> f(std::size_t{8} * 8 * 4 + 1);
        EXPECT_THROW(solver.solve(f.data(), f.data() + 1), std::invalid_argument);
        EXPECT_THROW(solver.solve(static_cast<const double*>(nullptr), f.data()),
                     std::invalid_argument);
        const std::vector<float> other(f.size());
        std::vector<float> out(f.size());
        EXPECT_THROW(solver.solve(other.data(), out.data()), std::invalid_argument);
        EXPECT_THAT(solver.describe(), HasSubstr("recurrences along z"));
        EXPECT_THAT(solver.describe(), HasSubstr("4 of 8 planes"));
        const DistributedSolver other_rows{test::stretched(problem, 2), ranks, on_cpu_ranks};
        EXPECT_THAT(other_rows.describe(), HasSubstr("elimination along z"));
    });
}

}  // namespace
}  // namespace tobiuo::poisson
