// SPDX-License-Identifier: BSD-3-Clause
// Solves by transposition whose exchange takes rows of modes where they lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <tobiuo/poisson/distributed_solver.hpp>

#include "solvers/poisson/ranks/mode_division.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"
#include "solvers/poisson/ranks/rank_solver.hpp"
#include "tests/solvers/poisson/engine/rank_walls.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/row_exchange.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

/// u of all ranks, solved in place in chunks of planes.
std::vector<double> solved(const Problem& problem, int size, bool takes_rows)
{
    const std::vector<double> f = test::random_values<double>(problem, 11);
    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    std::vector<double> u(f.size());
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads threads{1};
        const auto machine = runtime::make_host_machine();
        const auto solver =
            make_transposed_solver<double>(problem, ranks, *machine, {.chunks = 2}, takes_rows);
        test::RowExchange exchange{ranks};
        const Planes own = planes_of_rank(problem, ranks.rank(), size);
        const auto begin = f.begin() + own.first * plane;
        std::vector<double> part(begin, begin + own.count * plane);
        solver->solve(part.data(), std::nullopt, part.data(), exchange, nullptr);
        EXPECT_EQ(exchange.exchanges_of_rows() > 0, takes_rows);
        const auto packed =
            make_transposed_solver<double>(problem, ranks, *machine, {.chunks = 2}, false);
        const auto blocks = packed->workspace_bytes() - solver->workspace_bytes();
        EXPECT_EQ(blocks > 0, takes_rows && size > 1);
        const std::scoped_lock lock{mutex};
        std::ranges::copy(part, u.begin() + own.first * plane);
    });
    return u;
}

TEST(TransposedSolver, has_the_same_bits_whether_blocks_are_packed_or_rows_are_sent)
{
    std::vector<Problem> problems = test::transposed_problems();
    const std::vector<Problem> stretched = test::stretched_transposed_problems(true);
    problems.insert(problems.end(), stretched.begin(), stretched.end());
    for (const Problem& problem : problems) {
        for (const int size : {1, 2, 3, 13}) {
            EXPECT_EQ(solved(problem, size, true), solved(problem, size, false))
                << describe(problem) << ", ranks: " << size;
        }
    }
}

TEST(ModeRows, lie_in_the_planes_unless_passes_pad_them)
{
    const Problem problem =
        test::box({8, 6, 9}, {test::all_sides[0], test::all_sides[2], test::all_sides[2]});
    EXPECT_TRUE(mode_rows(problem, *runtime::make_host_machine()).in_planes);
    SolveSchedule of_a_plane;
    EXPECT_TRUE(rows_of_schedule(problem, of_a_plane).in_planes);
    EXPECT_EQ(rows_of_schedule(problem, of_a_plane).pitch, 8);
    of_a_plane.forward.work_values = 5 * 6;
    EXPECT_FALSE(rows_of_schedule(problem, of_a_plane).in_planes);
    EXPECT_EQ(rows_of_schedule(problem, of_a_plane).pitch, 10);
}

}  // namespace
}  // namespace tobiuo::poisson
