// SPDX-License-Identifier: BSD-3-Clause
// Constant expressions in place of numbers, and the errors of bad ones.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "app/case/case.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

PoissonCase poisson_of(const std::string& text, const CaseOptions& options = {})
{
    const CaseFolder folder{"name: a\nsolver: poisson\n" + text + "source: 1\n"};
    return std::get<PoissonCase>(folder.read(options).solver);
}

TEST(ConstantExpression, may_stand_wherever_a_number_stands)
{
    const PoissonCase poisson = poisson_of(
        "grid: { cells: [2*8, \"3 + 4\"], extent: { x: [0, 2*pi], y: [\"-1/3\", sqrt(2)] } }\n"
        "method: { lambda: -(2*pi)^2 }\nrun: { repeat: 2^3 }\n");
    const Grid& grid = poisson.problem.grid;
    EXPECT_EQ(grid.axes[0].cells, 16);
    EXPECT_EQ(grid.axes[1].cells, 7);
    EXPECT_EQ(grid.axes[0].upper, 2.0 * std::numbers::pi);
    EXPECT_EQ(grid.axes[1].lower, -(1.0 / 3.0));
    EXPECT_EQ(grid.axes[1].upper, std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(poisson.problem.lambda, -4.0 * std::numbers::pi * std::numbers::pi);
    EXPECT_EQ(poisson.repeat, 8);

    CaseOptions options;
    options.set = {"method.lambda=-pi"};
    EXPECT_EQ(poisson_of("grid: { cells: [4] }\n", options).problem.lambda, -std::numbers::pi);
    EXPECT_EQ(poisson_of("grid: { cells: [4] }\nmethod: { lambda: '1e-5' }\n").problem.lambda,
              1e-5);
    EXPECT_EQ(poisson_of("grid: { cells: [2], coordinates: { x: [0, 1/pi, 1] } }\n"
                         "boundary: { x: dirichlet }\n")
                  .problem.grid.axes[0]
                  .nodes[1],
              1.0 / std::numbers::pi);
}

TEST(ConstantExpression, bad_ones_are_named_at_their_place)
{
    const auto problem = [](const std::string& text) {
        return problems_of(std::string{smallest_case} + "method: { omega: " + text + " }\n");
    };
    const std::string at = "case.yaml:4:";
    const std::string expected = "18: method.omega: expected a finite number above 0 and below 2 ";
    EXPECT_EQ(problem("2*2"), Lines{at + expected + "(got '2*2', which is 4)"});
    EXPECT_EQ(problem("1/0"), Lines{at + expected + "(got '1/0', which is inf)"});
    EXPECT_EQ(problem("2*pj").front().substr(0, 67),
              at + "20: method.omega: unknown name 'pj' at character 3 of '");
    EXPECT_NE(problem("\"2*x\"").front().find(at + "21: method.omega: "), std::string::npos)
        << "there are no variables";
}

TEST(ConstantExpression, integers_are_whole)
{
    const auto problem = [](const std::string& text) {
        return problems_of(std::string{smallest_case} + "run: { sweeps: " + text + " }\n");
    };
    const std::string expected =
        "case.yaml:4:16: run.sweeps: expected an integer from 1 to 1000000000000 (got ";
    EXPECT_EQ(problem("3*4"), Lines{});
    EXPECT_EQ(problem("5/2"), Lines{expected + "'5/2', which is 2.5)"});
    EXPECT_EQ(problem("-3*4"), Lines{expected + "'-3*4', which is -12)"});
    EXPECT_EQ(problem("10^99"), Lines{expected + "'10^99', which is 1e+99)"});
}

TEST(ContradictoryCures, a_grid_beside_a_file_of_coefficients_gets_one_advice)
{
    const CaseFolder folder{
        "name: a\nsolver: himeno\ngrid: { location: node }\ncoefficients: { file: a.vti }\n"};
    static_cast<void>(folder.folder().write("a.vti", "x"));
    EXPECT_EQ(folder.problems(),
              Lines{"case.yaml:3:7: grid: needs one of preset, cells (the size is given either by "
                    "name or by number): add one, or remove 'grid', for the file of coefficients "
                    "brings its own"});
    EXPECT_EQ(problems_of("name: a\nsolver: himeno\ngrid: { location: node }\n"),
              Lines{"case.yaml:3:7: grid: needs one of preset, cells (the size is given either by "
                    "name or by number): add one"});
}

}  // namespace
}  // namespace tobiuo::test
