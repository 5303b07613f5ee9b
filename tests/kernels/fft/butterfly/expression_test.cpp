// SPDX-License-Identifier: BSD-3-Clause
// The operators fold operations that cost nothing, and equal values are one node.
#include "kernels/fft/butterfly/expression.hpp"

#include <gtest/gtest.h>

namespace tobiuo::fft::codegen {
namespace {

::testing::AssertionResult same(Expression x, Expression y)
{
    if (x.node == y.node && x.negative == y.negative) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "nodes " << x.node << " and " << y.node << ", signs "
                                         << x.negative << " and " << y.negative;
}

TEST(Expressions, zero_and_one_vanish)
{
    Graph graph;
    const Expression a = graph.symbol("a");
    const Expression zero = graph.constant(0);
    EXPECT_TRUE(same(a + zero, a));
    EXPECT_TRUE(same(zero + a, a));
    EXPECT_TRUE(same(a - zero, a));
    EXPECT_TRUE(same(zero - a, -a));
    EXPECT_TRUE(same(a - a, zero));
    EXPECT_TRUE(same(0.0L * a, zero));
    EXPECT_TRUE(same(1.0L * a, a));
    EXPECT_TRUE(same(-1.0L * a, -a));
}

TEST(Expressions, signs_move_into_the_operation)
{
    Graph graph;
    const Expression a = graph.symbol("a");
    const Expression b = graph.symbol("b");
    EXPECT_TRUE(same(a - -b, a + b));
    EXPECT_TRUE(same(-a + b, b - a));
    EXPECT_TRUE(same(-a - b, -(a + b)));
    EXPECT_TRUE(same(-a + -b, -(a + b)));
    EXPECT_TRUE(same(-(-a), a));
    EXPECT_TRUE(same(0.25L * -a, -0.25L * a));
    EXPECT_TRUE(same(-0.25L * -a, 0.25L * a));
    EXPECT_TRUE(same(b + -0.25L * a, b - 0.25L * a));
    EXPECT_EQ(cost({-0.25L * a}).multiplications, 1);
}

TEST(Expressions, equal_values_are_one_node)
{
    Graph graph;
    const Expression a = graph.symbol("a");
    const Expression b = graph.symbol("b");
    EXPECT_TRUE(same(a + b, b + a));
    EXPECT_TRUE(same(a - b, -(b - a)));
    EXPECT_TRUE(same(a * b, b * a));
    EXPECT_TRUE(same(graph.symbol("a"), a));
    EXPECT_FALSE(same(a + b, a - b));
    EXPECT_FALSE(same(a, b));
}

TEST(Expressions, constants_are_computed_and_collected)
{
    Graph graph;
    const Expression a = graph.symbol("a");
    const Expression b = graph.symbol("b");
    EXPECT_TRUE(same(graph.constant(2) * graph.constant(-3), graph.constant(-6)));
    EXPECT_TRUE(same(graph.constant(2) - graph.constant(3), graph.constant(-1)));
    EXPECT_TRUE(same(0.5L * (-0.5L * a), -0.25L * a));
    EXPECT_TRUE(same(2.0L * (0.5L * a), a));
    EXPECT_TRUE(same(a * graph.constant(0.5L), 0.5L * a));
    EXPECT_TRUE(same(0.5L * a + 0.5L * b, 0.5L * (a + b)));
    EXPECT_TRUE(same(0.5L * a - 0.5L * b, 0.5L * (a - b)));
    EXPECT_FALSE(same(0.5L * a + 0.25L * b, 0.5L * (a + b)));
}

TEST(Expressions, cost_counts_shared_values_once)
{
    Graph graph;
    const Expression a = graph.symbol("a");
    const Expression b = graph.symbol("b");
    const Expression shared = a + b;
    const Cost total = cost({shared * (a - b), 0.5L * shared, -shared, shared});
    EXPECT_EQ(total, (Cost{.additions = 2, .multiplications = 2, .negations = 1}));
    EXPECT_EQ(cost({}), Cost{});
}

}  // namespace
}  // namespace tobiuo::fft::codegen
