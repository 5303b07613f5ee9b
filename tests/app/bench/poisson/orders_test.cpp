// SPDX-License-Identifier: BSD-3-Clause
// The convergence study: its measurements, and that it detects a wrong order.
#include "app/bench/poisson/orders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tobiuo::poisson_bench {
namespace {

using poisson::AtWalls;
using poisson::Operator;

TEST(PoissonOrders, all_pairs_of_ends_are_measured)
{
    EXPECT_EQ(order_problems(Location::cell, Operator::second_order, 0).size(), 25U);
    EXPECT_EQ(order_problems(Location::node, Operator::fourth_order, 0).size(), 25U);
    const auto spectral = order_problems(Location::cell, Operator::spectral, 0);
    EXPECT_EQ(std::ranges::count(spectral, AtWalls::symmetric, &OrderProblem::walls), 25);
    EXPECT_EQ(std::ranges::count(spectral, AtWalls::general, &OrderProblem::walls), 24);
}

TEST(PoissonOrders, each_grid_has_twice_the_cells_of_the_one_before)
{
    const auto problem = order_problems(Location::cell, Operator::second_order, 6).front();
    EXPECT_EQ(measure_order(problem).cells, (std::vector<std::int64_t>{6, 12, 24}));
}

TEST(PoissonOrders, hold_on_the_usual_grids)
{
    for (const Location location : {Location::cell, Location::node}) {
        for (const Operator op : {Operator::second_order, Operator::spectral}) {
            for (const OrderProblem& problem : order_problems(location, op, 0)) {
                const OrderRow row = measure_order(problem);
                EXPECT_TRUE(row.as_theory_says())
                    << problem.x.name << " x " << problem.y.name << ": " << row.errors.back();
                EXPECT_EQ(row.expected.has_value(), problem.walls == AtWalls::general);
            }
        }
    }
}

TEST(PoissonOrders, a_wrong_order_and_a_spectral_error_above_rounding_are_not_as_theory_says)
{
    OrderRow row{.problem = {}, .cells = {8, 16, 32}, .errors = {1.0, 0.25, 0.0625}, .expected = 2};
    EXPECT_DOUBLE_EQ(row.observed().value(), 2.0);
    EXPECT_TRUE(row.as_theory_says());
    row.expected = 4;
    EXPECT_DOUBLE_EQ(row.deviation().value(), 2.0);
    EXPECT_FALSE(row.as_theory_says());
    row.expected.reset();
    EXPECT_FALSE(row.observed());
    EXPECT_FALSE(row.as_theory_says());
    row.errors = {1e-3, 1e-8, 1e-15};
    EXPECT_TRUE(row.as_theory_says());
}

}  // namespace
}  // namespace tobiuo::poisson_bench
