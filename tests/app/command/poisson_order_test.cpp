// The order of convergence that a run with an exact solution observes, and what leaves it out.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/command/poisson_run.hpp"
#include "tests/support/program.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

class PoissonOrder : public test::PoissonCaseRun {
protected:
    /// Runs the case, which must succeed; the "order" of its report.
    Json order_of(const std::string& text)
    {
        const auto outcome = run(text);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return report()["order"];
    }
};

TEST_F(PoissonOrder, fourth_order_is_observed_as_such)
{
    const auto path =
        write_case(std::string{test::mixed_case} + "method: { operator: fourth-order }\n");
    ASSERT_EQ(test::run_program({"run", path, "--set", "grid.cells=[64, 48, 32]"}).code, 0);
    EXPECT_NEAR(report()["order"]["observed"].get<double>(), 4.0, 2 * test::observed_order);
    EXPECT_EQ(report()["order"]["expected"], "4");
}

// u = cosh(pi y) sin(pi x) and f = 0, so all of it comes from the wall at y = 1.
TEST_F(PoissonOrder, spectral_solves_with_boundary_values_are_expected_to_be_of_order_four_at_most)
{
    const Json order = order_of(
        "grid: { cells: [64, 64] }\n"
        "boundary:\n"
        "  x: dirichlet\n"
        "  y: { lower: neumann, upper: { dirichlet: \"cosh(pi)*sin(pi*x)\" } }\n"
        "source: 0\nexact: \"cosh(pi*y)*sin(pi*x)\"\nmethod: { operator: spectral }\n");
    EXPECT_EQ(order["expected"], "4 or 2");
    EXPECT_NEAR(order["observed"].get<double>(), 4.0, 2 * test::observed_order);
}

// f = 2 has an odd continuation with a jump.
TEST_F(PoissonOrder, spectral_solves_between_zero_walls_depend_on_the_continuation_of_f)
{
    const std::string method = "method: { operator: spectral }\n";
    const Json jump = order_of(
        "grid: { cells: [64] }\nboundary: { x: dirichlet }\n"
        "source: 2\nexact: \"x*(x - 1)\"\n" +
        method);
    EXPECT_EQ(jump["expected"], "exponential or 2");
    EXPECT_NEAR(jump["observed"].get<double>(), 2.0, 2 * test::observed_order);

    const Json smooth = order_of(
        "grid: { cells: [16] }\nboundary: { x: { lower: dirichlet, upper: { dirichlet: 0.0 } } }\n"
        "source: \"-(pi^2)*sin(pi*x)\"\nexact: \"sin(pi*x)\"\n" +
        method);
    EXPECT_EQ(smooth["expected"], "exponential or 2") << "0.0 is 0";
    EXPECT_EQ(smooth["skipped"], "the error is of the size of rounding");
}

TEST_F(PoissonOrder, errors_of_the_size_of_rounding_show_none)
{
    const auto outcome =
        run("grid: { cells: [16, 16, 16] }\nsource: \"-4*pi^2*cos(2*pi*x)\"\n"
            "exact: \"5 + cos(2*pi*x)\"\nmethod: { operator: spectral }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report()["order"]["expected"], "exponential");
    EXPECT_EQ(report()["order"]["skipped"], "the error is of the size of rounding");
    EXPECT_TRUE(report()["error"]["means_removed"]) << "the 5 is not determined";
    EXPECT_NE(outcome.out.find(", both with zero mean\n"), std::string::npos) << outcome.out;
}

TEST_F(PoissonOrder, an_expression_without_a_value_on_the_coarse_grid_costs_the_order_only)
{
    // 1/16 is the centre of a cell of 8, not of 16.
    const Json order = order_of(
        "grid: { cells: [16] }\nboundary: { x: dirichlet }\n"
        "source: 1\nexact: \"x/(x - 0.0625)\"\n");
    EXPECT_EQ(order["observed"], nullptr);
    EXPECT_NE(order["skipped"].get<std::string>().find("half as many cells do not do ("),
              std::string::npos)
        << order;
}

TEST_F(PoissonOrder, a_lambda_that_is_singular_on_the_coarse_grid_costs_the_order_only)
{
    // The largest eigenvalue on 8 cells is -(2 * 8)^2.
    const Json order = order_of(
        "grid: { cells: [16] }\nsource: \"cos(2*pi*x)\"\nexact: \"cos(2*pi*x)/(256 - 4*pi^2)\"\n"
        "method: { lambda: 256 }\n");
    EXPECT_EQ(order["observed"], nullptr);
    EXPECT_NE(order["skipped"].get<std::string>().find("lambda = 256 hits the eigenvalue -256"),
              std::string::npos)
        << order;
}

}  // namespace
}  // namespace tobiuo
