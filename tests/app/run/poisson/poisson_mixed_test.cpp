// SPDX-License-Identifier: BSD-3-Clause
// Runs of poisson cases with walls that change their kind: known solutions, what the report says, what
// is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

class PoissonMixedRun : public test::PoissonCaseRun {
protected:
    /// u = exp(y) cos(2 pi x), whose values and slopes both parts of the walls have.
    static std::string known(const std::string& location, const std::string& upper)
    {
        return "grid: { cells: [40, 32], extent: { x: [0, 1], y: [0, 0.8] }, location: " +
               location +
               " }\n"
               "boundary: { y: { lower: { dirichlet: \"cos(2*pi*x)\", where: x < 0.35, elsewhere: "
               "\"-cos(2*pi*x)\" }, upper: " +
               upper +
               " } }\n"
               "source: \"(1 - 4*pi^2)*exp(y)*cos(2*pi*x)\"\n"
               "exact: \"exp(y)*cos(2*pi*x)\"\n"
               "output: { fields: [p, residual, error] }\n";
    }
    [[nodiscard]] std::string objection(const std::string& text)
    {
        const test::Outcome outcome = test::run_program({"check", write_case(text)});
        EXPECT_EQ(outcome.code, 2) << text;
        return outcome.err;
    }
};

TEST_F(PoissonMixedRun, finds_a_smooth_solution_with_order_two)
{
    for (const std::string location : {"cell", "node"}) {
        for (const std::string upper :
             {"{ neumann: \"exp(0.8)*cos(2*pi*x)\" }",
              "{ neumann: \"exp(0.8)*cos(2*pi*x)\", where: \"abs(x - 0.5) > 0.2\", elsewhere: "
              "\"exp(0.8)*cos(2*pi*x)\" }"}) {
            const test::Outcome outcome = run(known(location, upper));
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_THAT(outcome.err, Not(HasSubstr("warning")));
            const Json found = report();
            EXPECT_NEAR(found["order"]["observed"].get<double>(), 2.0, 0.3) << location << upper;
            EXPECT_FALSE(found["error"]["means_removed"].get<bool>());
            EXPECT_TRUE(found["null_space"].is_null());
            EXPECT_TRUE(found["contradiction"].is_null()) << found["contradiction"];
            EXPECT_TRUE(found["residual"]["at_rounding_level"].get<bool>());
            EXPECT_LE(found["mixed"]["residual"].get<double>(), 1e-8);
            EXPECT_GT(found["mixed"]["solves"].get<int>(), 2);
            EXPECT_LT(found["mixed"]["solves"].get<int>(), 30);
            const Json& lower = found["boundary"]["y"]["lower"];
            EXPECT_EQ(lower["condition"], "mixed");
            EXPECT_EQ(lower["where"], "x < 0.35");
            EXPECT_EQ(lower["where_is"], "dirichlet");
            EXPECT_EQ(lower["value"], "cos(2*pi*x)");
            EXPECT_EQ(lower["slope"], "-cos(2*pi*x)");
        }
    }
}

TEST_F(PoissonMixedRun, goes_on_from_its_resolved_case)
{
    ASSERT_EQ(run(known("cell", "{ neumann: 1, where: \"x > 0.5\" }")).code, 0);
    const std::vector<double> p = field("p");
    std::string resolved = test::text_of(results() / "case.resolved.yaml");
    EXPECT_THAT(resolved, HasSubstr("where"));
    const auto again = temporary_.path() / "again.yaml";
    test::write_file(again, resolved);
    const test::Outcome outcome = test::run_program({"run", again, "--force", "--ceiling", "none"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(field("p"), p);
}

TEST_F(PoissonMixedRun, says_that_an_exact_solution_does_not_fit)
{
    std::string text = known("cell", "dirichlet");
    const test::Outcome outcome = run(text);
    EXPECT_THAT(outcome.err, HasSubstr("exact does not fit boundary.y.upper"));
    text.replace(text.find("elsewhere: \"-cos"), 16, "elsewhere: \"+cos");
    EXPECT_THAT(test::run_program({"check", write_case(text)}).out,
                HasSubstr("exact does not fit boundary.y.lower"));
}

TEST_F(PoissonMixedRun, refuses_what_does_not_go_with_it)
{
    const std::string box =
        "grid: { cells: [8, 8] }\nsource: 0\nboundary: { x: { lower: { "
        "dirichlet: 1, where: y < 0.5 }, upper: neumann } }\n";
    EXPECT_THAT(objection(box + "method: { operator: fourth-order }\n"),
                HasSubstr("with a wall that changes its kind"));
    EXPECT_THAT(objection(box + "method: { lambda: 1 }\n"),
                HasSubstr("with a wall that changes its kind"));
    EXPECT_THAT(objection(box + "coefficient: 1 + x\n"), HasSubstr("and the box a coefficient"));
    EXPECT_THAT(objection(box + "bodies: { b: { inside: x > 0.7 } }\n"),
                HasSubstr("and the box bodies"));
    EXPECT_THAT(objection(box + "backend: opencl\n"),
                HasSubstr("OpenCL does not solve with walls that change their kind"));
    EXPECT_THAT(objection("grid: { cells: [8, 8] }\nsource: 0\nboundary: { x: { lower: { "
                          "dirichlet: 1, where: y < 0 }, upper: neumann } }\n"),
                HasSubstr("boundary.x.lower.where: makes the wall Neumann's at all"));
    EXPECT_THAT(objection("grid: { cells: [8, 8] }\nsource: 0\nboundary: { x: { lower: { "
                          "dirichlet: 1, elsewhere: 2 }, upper: neumann } }\n"),
                HasSubstr("has a value elsewhere, but the wall is the same everywhere"));
    EXPECT_THAT(objection("grid: { cells: [8, 8] }\nsource: 0\nmethod: { mixed_tolerance: 0.1 }\n"),
                HasSubstr("has no meaning where no wall changes its kind"));
}

}  // namespace
}  // namespace tobiuo
