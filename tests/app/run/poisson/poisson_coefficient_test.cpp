// SPDX-License-Identifier: BSD-3-Clause
// Runs of poisson cases with a variable coefficient: known solutions, what the report says, what is
// refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/run/poisson/poisson_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class PoissonCoefficientRun : public test::PoissonCaseRun {
protected:
    /// u = sin(2 pi x) exp(y) with a = exp(y) (2 + cos(2 pi x)): periodic, Dirichlet and Neumann.
    static std::string known(const std::string& cells, const std::string& more = {})
    {
        return "grid: { cells: " + cells +
               ", extent: { x: [0, 1], y: [0, 0.8] } }\n"
               "boundary: { y: { lower: { dirichlet: \"sin(2*pi*x)\" }, upper: { neumann: "
               "\"exp(0.8)*sin(2*pi*x)\" } } }\n"
               "coefficient: \"exp(y)*(2 + cos(2*pi*x))\"\n"
               "source: \"exp(2*y)*sin(2*pi*x)*((2 - 4*pi^2)*(2 + cos(2*pi*x)) - "
               "4*pi^2*cos(2*pi*x))\"\n"
               "exact: \"sin(2*pi*x)*exp(y)\"\n" +
               more;
    }
    [[nodiscard]] std::string objection(const std::string& text)
    {
        const test::Outcome outcome = test::run_program({"check", write_case(text)});
        EXPECT_EQ(outcome.code, 2) << text;
        return outcome.err;
    }
};

TEST_F(PoissonCoefficientRun, finds_a_known_solution_with_order_two)
{
    for (const std::string location : {"cell", "node"}) {
        std::string text =
            known("[48, 40]", "output: { fields: [p, error, residual, coefficient] }\n");
        text.replace(text.find("extent"), 0, "location: " + location + ", ");
        const test::Outcome outcome = run(text);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, Not(HasSubstr("warning")));
        const Json found = report();
        EXPECT_NEAR(found["order"]["observed"].get<double>(), 2.0, 0.15);
        EXPECT_TRUE(found["contradiction"].is_null()) << found["contradiction"];
        EXPECT_TRUE(found["residual"]["at_rounding_level"].get<bool>());
        EXPECT_LE(found["residual"]["relative_l2"].get<double>(), 1e-8);
        const Json& coefficient = found["coefficient"];
        EXPECT_LE(coefficient["residual"].get<double>(), 1e-8);
        EXPECT_NEAR(coefficient["residual"].get<double>(),
                    found["residual"]["relative_l2"].get<double>(), 1e-9);
        EXPECT_GT(coefficient["iterations"].get<int>(), 3);
        EXPECT_LT(coefficient["iterations"].get<int>(), 40);
        EXPECT_EQ(coefficient["scaling"], "root");
        EXPECT_EQ(coefficient["face_mean"], "harmonic");
        EXPECT_EQ(coefficient["given"]["text"], "exp(y)*(2 + cos(2*pi*x))");
        EXPECT_GT(coefficient["contrast"].get<double>(), 6.0);
        EXPECT_NEAR(std::ranges::min(field("coefficient")), 1.0, 0.05);
        EXPECT_LT(std::ranges::max(field("residual")), 1e-5);
    }
}

TEST_F(PoissonCoefficientRun, says_that_an_exact_solution_is_one_of_another_coefficient)
{
    std::string text = known("[48, 40]");
    text.replace(text.find("exp(y)*(2 +"), 6, "1.3   ");
    const test::Outcome outcome = run(text);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("exact does not solve the equation"));
    EXPECT_THAT(outcome.err, HasSubstr("its div(a grad) is"));
}

TEST_F(PoissonCoefficientRun, solves_in_single_precision_and_removes_the_mean)
{
    const test::Outcome outcome =
        run("grid: { cells: [32, 32] }\nboundary: { x: neumann }\nsource: \"1 + cos(pi*x)\"\n"
            "coefficient: \"1 + x*x\"\n"
            "method: { precision: single, coefficient_mean: arithmetic, coefficient_scaling: mean, "
            "coefficient_tolerance: 1e-5, coefficient_iterations: 40 }\n"
            "output: { fields: [p, residual] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json found = report();
    EXPECT_NEAR(found["null_space"]["removed_mean"].get<double>(), 1.0, 1e-5);
    EXPECT_EQ(found["coefficient"]["scaling"], "mean");
    double sum = 0.0;
    for (const double value : field("p")) {
        sum += value;
    }
    EXPECT_NEAR(sum / 1024.0, 0.0, 1e-6);
}

TEST_F(PoissonCoefficientRun, is_an_error_where_it_does_not_converge)
{
    const test::Outcome outcome = run(known("[48, 40]", "method: { coefficient_iterations: 3 }\n"));
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:5:14: coefficient: after 3 iterations"));
    EXPECT_THAT(outcome.err, HasSubstr("method.coefficient_iterations"));
}

TEST_F(PoissonCoefficientRun, refuses_what_does_not_go_with_a_coefficient)
{
    const std::string box = "grid: { cells: [8, 8] }\nsource: 0\n";
    EXPECT_THAT(objection(box + "method: { coefficient_scaling: root }\n"),
                HasSubstr("case.yaml:5:32: method.coefficient_scaling: has no meaning without"));
    EXPECT_THAT(objection(box + "coefficient: 2\nmethod: { operator: spectral }\n"),
                HasSubstr("not of second order, with a coefficient"));
    EXPECT_THAT(objection(box + "coefficient: 2\nmethod: { lambda: 3 }\n"),
                HasSubstr("is above 0, with a coefficient"));
    EXPECT_THAT(objection(box + "coefficient: 2\nboundary: { x: open }\n"),
                HasSubstr("whose axis x has an open or a Robin end"));
    EXPECT_THAT(objection(box + "coefficient: 2\nbodies: { b: { inside: x < 0.5 } }\n"),
                HasSubstr("is given in a box with bodies"));
    EXPECT_THAT(objection(box + "coefficient: 2\nbackend: opencl\n"),
                HasSubstr("OpenCL does not solve with a coefficient"));
    EXPECT_THAT(objection(box + "coefficient: x - 0.5\n"),
                HasSubstr("case.yaml:5:14: coefficient: the coefficient is -0.4375 at x = 0.0625, "
                          "y = 0.0625 (each value must be finite"));
    EXPECT_THAT(objection(box + "output: { fields: [coefficient] }\n"),
                HasSubstr("'coefficient' needs the key of this name"));
    EXPECT_THAT(objection(box + "coefficient: 1/(x - 0.0625)\n"), HasSubstr("coefficient"));
}

}  // namespace
}  // namespace tobiuo
