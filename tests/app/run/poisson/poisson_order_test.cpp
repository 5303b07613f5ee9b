// SPDX-License-Identifier: BSD-3-Clause
// The order of convergence that a run with an exact solution observes, and the cases without it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/run/poisson/poisson_run.hpp"
#include "tests/support/program.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

class PoissonOrder : public test::PoissonCaseRun {
protected:
    /// Runs the case, which must succeed; returns the "order" of its report.
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

// 75 and 37 cells cannot be halved.
TEST_F(PoissonOrder, odd_numbers_of_cells_show_the_order_too)
{
    const std::string plane =
        "boundary: { x: dirichlet, y: neumann }\n"
        "source: \"-5*pi^2*sin(pi*x)*cos(2*pi*y)\"\nexact: \"sin(pi*x)*cos(2*pi*y)\"\n";
    const std::string odd = "grid: { cells: [75, 37], extent: { x: [0, 2], y: [0, 1] } }\n";
    const Json second = order_of(odd + plane);
    EXPECT_NEAR(second["observed"].get<double>(), 2.0, test::observed_order);
    EXPECT_EQ(second["coarse_cells"], Json({37, 18}));
    // The fourth order is approached from above, on both grids.
    const std::string fourth = "method: { operator: fourth-order }\n";
    const std::string even = "grid: { cells: [76, 38], extent: { x: [0, 2], y: [0, 1] } }\n";
    EXPECT_NEAR(order_of(odd + plane + fourth)["observed"].get<double>(),
                order_of(even + plane + fourth)["observed"].get<double>(), test::observed_order);

    const Json line = order_of(
        "grid: { cells: [45], location: node }\nboundary: { x: dirichlet }\n"
        "source: \"-(pi^2)*sin(pi*x)\"\nexact: \"sin(pi*x)\"\n");
    EXPECT_NEAR(line["observed"].get<double>(), 2.0, test::observed_order);
    EXPECT_EQ(line["coarse_cells"], Json({23}));
}

TEST_F(PoissonOrder, a_stretched_axis_of_an_odd_number_of_cells_needs_an_expression)
{
    const std::string wave =
        "boundary: { x: dirichlet }\nsource: \"-(pi^2)*sin(pi*x)\"\nexact: \"sin(pi*x)\"\n";
    const Json order =
        order_of("grid: { cells: [41], coordinates: { x: \"s + 0.1*sin(2*pi*s)\" } }\n" + wave);
    EXPECT_NEAR(order["observed"].get<double>(), 2.0, test::observed_order);
    const Json list = order_of(
        "grid: { cells: [9], coordinates: { x: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1] } "
        "}\n" +
        wave);
    EXPECT_NE(list["skipped"].get<std::string>().find("x has 9 cells between listed nodes"),
              std::string::npos)
        << list;
}

TEST_F(PoissonOrder, grids_too_small_to_halve_are_refined)
{
    const Json order = order_of(
        "grid: { cells: [7, 6] }\nboundary: { x: dirichlet, y: dirichlet }\n"
        "source: \"-2*pi^2*sin(pi*x)*sin(pi*y*7/6)*(1 + 49/36)/2\"\n"
        "exact: \"sin(pi*x)*sin(pi*y*7/6)\"\n");
    EXPECT_EQ(order["fine_cells"], Json({14, 12}));
    EXPECT_NEAR(order["observed"].get<double>(), 2.0, 2 * test::observed_order);
    const Json tiny = order_of(
        "grid: { cells: [3] }\nboundary: { x: dirichlet }\nsource: 2\nexact: \"x*(x - 1)\"\n");
    EXPECT_EQ(tiny["skipped"], "x has 3 cells, which show no order: give it at least 4");
}

TEST_F(PoissonOrder, spectral_between_walls_that_break_the_symmetry_is_told_before_the_run)
{
    const std::string spectral = "method: { operator: spectral }\n";
    const std::string order_two =
        "spectral is of order 2 here (f is not zero at the lower end of x";
    const std::string jump = "grid: { cells: [64] }\nboundary: { x: dirichlet }\nsource: 2\n";
    const auto checked = test::run_program({"check", write_case(jump + spectral)});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find("accuracy               " + order_two), std::string::npos)
        << checked.out;
    const auto ran = run(jump + spectral);
    const auto told = ran.err.find(order_two);
    EXPECT_LT(told, ran.err.find("ready after")) << ran.err;
    EXPECT_NE(report()["caveat"].get<std::string>().find("fourth-order is of order 4"),
              std::string::npos);
    EXPECT_NE(ran.out.find(order_two), std::string::npos) << ran.out;

    run(jump);
    EXPECT_EQ(report()["caveat"], nullptr) << "second order is what it says";
    const auto caveat = [&](const std::string& text) {
        EXPECT_EQ(run("grid: { cells: [16, 12] }\n" + text + spectral).code, 0);
        const Json found = report()["caveat"];
        return found.is_null() ? std::string{} : found.get<std::string>();
    };
    EXPECT_EQ(caveat("boundary: { x: dirichlet, y: neumann }\n"
                     "source: \"sin(3*pi*x)*cos(pi*y/0.75)\"\n"),
              "");
    EXPECT_EQ(caveat("source: \"cos(2*pi*x)\"\n"), "");
    EXPECT_NE(caveat("boundary: { y: neumann }\nsource: \"cos(2*pi*x)*sin(pi*y/0.75)\"\n")
                  .find("f has a slope at the lower end of y, so that its even continuation"),
              std::string::npos);
    EXPECT_NE(caveat("boundary: { y: { lower: { dirichlet: 1 }, upper: dirichlet } }\n"
                     "source: 0\n")
                  .find("of order 4 at the most here (boundary values are not zero"),
              std::string::npos);
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

/// A case of 32 x 32 cells with these sources and exact solutions.
std::string with_exact(const std::string& boundary, const std::string& source,
                       const std::string& exact)
{
    return "grid: { cells: [32, 32] }\nboundary: " + boundary + "\nsource: \"" + source +
           "\"\nexact: \"" + exact + "\"\n";
}

TEST_F(PoissonOrder, an_exact_solution_of_another_problem_is_told_with_its_place)
{
    const std::string zero = "{ x: dirichlet, y: dirichlet }";
    const std::string sines = "sin(pi*x)*sin(pi*y)";
    const std::string right = "-2*pi^2*" + sines;
    const auto contradiction = [&](const std::string& text) {
        const auto outcome = run(text);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const Json found = report()["contradiction"];
        const std::string sentence = found.is_null() ? "" : found.get<std::string>();
        EXPECT_NE(outcome.err.find(sentence), std::string::npos) << "the log says it";
        return sentence;
    };
    EXPECT_EQ(contradiction(with_exact(zero, right, sines)), "");
    EXPECT_NE(contradiction(with_exact(zero, "-pi^2*" + sines, sines)).find("laplacian is -19.6"),
              std::string::npos);
    EXPECT_NE(contradiction(with_exact(zero, right, sines + " + 1")).find("boundary.x.lower"),
              std::string::npos);
    EXPECT_NE(contradiction(with_exact("{ x: dirichlet, y: neumann }", "-pi^2*sin(pi*x)*(1 + y)",
                                       "sin(pi*x)*(1 + y)"))
                  .find("outward slope is -0.99"),
              std::string::npos);
    EXPECT_NE(contradiction(with_exact("{ x: periodic, y: dirichlet }",
                                       "-2*pi^2*cos(pi*x)*sin(pi*y)", "cos(pi*x)*sin(pi*y)"))
                  .find("not periodic along x"),
              std::string::npos);
    EXPECT_EQ(contradiction(with_exact("{ x: neumann, y: periodic }", "cos(pi*x) + 3",
                                       "-cos(pi*x)/pi^2 + 7")),
              "")
        << "the mean of f is removed, and u is known but for a constant";
}

TEST_F(PoissonOrder, an_order_far_from_theory_is_doubted)
{
    const auto outcome =
        run(with_exact("{ x: dirichlet, y: dirichlet }", "1", "x*(1 - x)*y*(1 - y)"));
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.err.find("where theory expects 2"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("NOT the expected 2"), std::string::npos) << outcome.out;
    EXPECT_TRUE(report()["order"]["doubt"].is_string());
}

}  // namespace
}  // namespace tobiuo
