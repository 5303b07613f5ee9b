// SPDX-License-Identifier: BSD-3-Clause
// A rank that plans without the others.
#include "app/ranks/planned_rank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tobiuo/poisson/distributed_solver.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "runtime/ranks/messages.hpp"
#include "solvers/grid.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo {
namespace {

TEST(PlannedRank, hears_from_all_what_it_says)
{
    const PlannedRank rank{2, 4};
    EXPECT_THAT(ranks::gathered(rank, 7), ::testing::ElementsAre(7, 7, 7, 7));
    EXPECT_THAT(ranks::gathered_texts(rank, "a text"), ::testing::Each("a text"));
}

// A message from another rank only, as rank 0 sends it, has no answer.
TEST(PlannedRank, hears_zeros_where_it_says_nothing)
{
    EXPECT_EQ(ranks::from_first(PlannedRank{1, 3}, 5), 0);
    EXPECT_EQ(ranks::from_first(PlannedRank{0, 3}, 5), 5);
}

TEST(PlannedRank, plans_what_the_ranks_plan_together)
{
    using poisson::Operator;
    const std::array<std::pair<Operator, bool>, 4> kinds{{{Operator::second_order, false},
                                                          {Operator::second_order, true},
                                                          {Operator::fourth_order, false},
                                                          {Operator::spectral, false}}};
    for (const auto& [op, stretched] : kinds) {
        poisson::Problem problem{.grid = grid_of_cells({9, 10, 11}, Location::cell)};
        problem.op = op;
        problem.sides[2] = {poisson::Condition::neumann, poisson::Condition::dirichlet};
        if (stretched) {
            Axis& z = problem.grid.axes[2];
            for (std::int64_t node = 0; node <= z.cells; ++node) {
                z.nodes.push_back(static_cast<double>(node * (node + 20)));
            }
            z.lower = z.nodes.front();
            z.upper = z.nodes.back();
        }
        const poisson::DistributedOptions options{.backend = Backend::cpu};
        std::array<std::size_t, 3> bytes{};
        test::on_ranks(3, [&](const Communicator& ranks) {
            bytes.at(static_cast<std::size_t>(ranks.rank())) =
                poisson::DistributedSolver{problem, ranks, options}.workspace_bytes();
        });
        for (int rank = 0; rank < 3; ++rank) {
            const PlannedRank planned{rank, 3};
            EXPECT_EQ((poisson::DistributedSolver{problem, planned, options}.workspace_bytes()),
                      bytes.at(static_cast<std::size_t>(rank)));
        }
    }
}

}  // namespace
}  // namespace tobiuo
