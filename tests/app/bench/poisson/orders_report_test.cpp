// SPDX-License-Identifier: BSD-3-Clause
// The convergence study as table and JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/bench/poisson/orders.hpp"
#include "tests/app/bench/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using bench::Json;
using poisson::AtWalls;
using poisson::Operator;
using ::testing::HasSubstr;

/// Rows of order 2, of order 4 that measures as 3, and of exponential convergence.
std::vector<Json> some_rows()
{
    const OrderProblem problem{.location = Location::node,
                               .op = Operator::second_order,
                               .walls = AtWalls::general,
                               .x = all_ends()[3],
                               .y = all_ends()[0],
                               .cells = 8};
    std::vector<OrderRow> rows(
        3,
        {.problem = problem, .cells = {8, 16, 32}, .errors = {1.0, 0.25, 0.0625}, .expected = 2});
    rows[1].problem.op = Operator::fourth_order;
    rows[1].errors = {1.0, 0.125, 0.015625};
    rows[1].expected = 4;
    rows[2].problem.op = Operator::spectral;
    rows[2].problem.walls = AtWalls::symmetric;
    rows[2].errors = {1e-3, 1e-8, 3e-15};
    rows[2].expected.reset();
    return {row_of(rows[0]), row_of(rows[1]), row_of(rows[2])};
}

TEST(PoissonOrdersReport, a_row_stands_under_its_headings)
{
    const std::string row = line_of(order_columns(), some_rows().front());
    EXPECT_EQ(row.size(), heading_line(order_columns()).size());
    EXPECT_THAT(row, HasSubstr("node     second-order general   dirichlet-neumann periodic "));
    EXPECT_THAT(row, HasSubstr("8,16,32   1.00e+00  2.50e-01  6.25e-02    2.000           2\n"));
    EXPECT_THAT(line_of(order_columns(), some_rows()[2]),
                HasSubstr("  3.00e-15        - exponential\n"));
}

TEST(PoissonOrdersReport, the_last_line_names_the_worst)
{
    EXPECT_EQ(
        orders_foot(some_rows()),
        "2 of 3 as theory says; worst deviation of an order 1.000 (node, fourth-order, general "
        "walls, dirichlet-neumann x periodic); largest spectral error on the finest grid "
        "3.00e-15\n");
    EXPECT_EQ(orders_foot(std::vector{some_rows()[2]}),
              "1 of 1 as theory says; largest spectral error on the finest grid 3.00e-15\n");
    EXPECT_EQ(orders_foot({}), "");
}

TEST(PoissonOrdersReport, json_has_all_rows_and_the_worst)
{
    const Json json = orders_json({.host = "Test CPU"}, {.rows = some_rows(), .versions = {}},
                                  test::synthetic_origin());
    EXPECT_EQ(json["schema"], "tobiuo-orders-1");
    EXPECT_EQ(json["host"], "Test CPU");
    EXPECT_DOUBLE_EQ(json["worst_deviation"], 1.0);
    EXPECT_DOUBLE_EQ(json["largest_spectral_error"], 3e-15);
    EXPECT_EQ(json["as_theory_says"], false);
    ASSERT_EQ(json["rows"].size(), 3U);
    const Json& row = json["rows"][0];
    EXPECT_EQ(row["location"], "node");
    EXPECT_EQ(row["operator"], "second-order");
    EXPECT_EQ(row["walls"], "general");
    EXPECT_EQ(row["x"], "dirichlet-neumann");
    EXPECT_EQ(row["y"], "periodic");
    EXPECT_EQ(row["cells"], Json({8, 16, 32}));
    EXPECT_EQ(row["errors"], Json({1.0, 0.25, 0.0625}));
    EXPECT_DOUBLE_EQ(row["order"], 2.0);
    EXPECT_EQ(row["theory"], 2);
    EXPECT_DOUBLE_EQ(row["deviation"], 0.0);
    EXPECT_EQ(row["as_theory_says"], true);
    EXPECT_EQ(json["rows"][2]["theory"], "exponential");
    EXPECT_TRUE(json["rows"][2].at("order").is_null());
}

}  // namespace
}  // namespace tobiuo::poisson_bench
