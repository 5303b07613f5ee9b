// SPDX-License-Identifier: BSD-3-Clause
// The problems of the benchmark, from the words of its options.
#include "app/bench/poisson/bench_problem.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Condition;
using poisson::Operator;
using poisson::Sides;

constexpr Sides periodic{Condition::periodic, Condition::periodic};
constexpr Sides dirichlet{Condition::dirichlet, Condition::dirichlet};
constexpr Sides neumann{Condition::neumann, Condition::neumann};

TEST(PoissonBenchProblem, the_slowest_axis_comes_first_and_is_z)
{
    const BenchProblem duct = test::poisson_problem("duct", {4, 5, 6});
    EXPECT_EQ(duct.shape(), "6x5x4") << "x first, as in a case";
    EXPECT_EQ(duct.problem.grid.axes[0].cells, 6);
    EXPECT_EQ(duct.problem.grid.axes[1].cells, 5);
    EXPECT_EQ(duct.problem.grid.axes[2].cells, 4);
    EXPECT_EQ(duct.problem.sides[0], periodic);
    EXPECT_EQ(duct.problem.sides[1], dirichlet);
    EXPECT_EQ(duct.problem.sides[2], neumann);
}

TEST(PoissonBenchProblem, axes_of_one_cell_and_those_not_given_are_absent)
{
    for (const auto& cells : {std::vector<std::int64_t>{5, 6}, {1, 5, 6}}) {
        const BenchProblem plane = test::poisson_problem("dirichlet", cells);
        EXPECT_EQ(plane.problem.sides[0], dirichlet);
        EXPECT_EQ(plane.problem.sides[1], dirichlet);
        EXPECT_EQ(plane.problem.sides[2], periodic);
        EXPECT_EQ(plane.problem.grid.axes[2].cells, 1);
    }
}

TEST(PoissonBenchProblem, cells_are_cubic)
{
    const BenchProblem box = test::poisson_problem("neumann", {4, 8, 16});
    for (const Axis& axis : box.problem.grid.axes) {
        EXPECT_DOUBLE_EQ(axis.spacing(), 1.0 / 16.0);
    }
}

TEST(PoissonBenchProblem, is_described_in_the_words_of_the_options)
{
    EXPECT_EQ(test::poisson_problem("mixed", {4, 8}, Location::node, Operator::fourth_order,
                                    Precision::fp32)
                  .describe(),
              "8x4 mixed, node, fourth-order, single");
}

TEST(PoissonBenchProblem, too_few_cells_are_refused)
{
    EXPECT_THROW(static_cast<void>(test::poisson_problem("dirichlet", {2, 2, 2}, Location::node,
                                                         Operator::fourth_order)),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson_bench
