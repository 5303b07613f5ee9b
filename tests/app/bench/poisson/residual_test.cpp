// SPDX-License-Identifier: BSD-3-Clause
// The check of a solve notices a wrong solution.
#include <gtest/gtest.h>

#include <limits>

#include "app/bench/poisson/testbeds.hpp"
#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

/// The residual after `change` of one value of the solution.
template <typename Change>
poisson::Residual after(const BenchProblem& problem, const Change& change)
{
    const Bytes f = random_right_hand_side(problem.problem);
    const auto testbed = make_testbed(bench::host_kind(), 0, problem, f, {.threads = 1});
    const auto solve = testbed->plan("ours");
    Bytes u = testbed->output_and_wait(*solve);
    change(reinterpret_cast<double*>(u.data())[7]);
    return residual_of(problem.problem, f, u);
}

TEST(PoissonResidual, one_wrong_value_is_above_rounding)
{
    for (const Boundary& boundary : boundaries()) {
        for (const auto op : {poisson::Operator::second_order, poisson::Operator::spectral}) {
            const auto problem =
                bench_problem({8, 8, 8}, boundary, Location::cell, op, Precision::fp64);
            SCOPED_TRACE(problem.describe());
            EXPECT_TRUE(after(problem, [](double&) {}).at_rounding_level());
            EXPECT_FALSE(after(problem, [](double& u) { u += 1e-9; }).at_rounding_level());
        }
    }
}

TEST(PoissonResidual, what_is_not_finite_is_not_at_rounding_level)
{
    const auto problem = test::poisson_problem("dirichlet");
    EXPECT_FALSE(after(problem, [](double& u) {
                     u = std::numeric_limits<double>::quiet_NaN();
                 }).at_rounding_level());
}

}  // namespace
}  // namespace tobiuo::poisson_bench
