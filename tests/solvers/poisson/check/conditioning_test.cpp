// SPDX-License-Identifier: BSD-3-Clause
// The distance of lambda from an eigenvalue, and the sums of eigenvalues in single precision.
#include "solvers/poisson/check/conditioning.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using std::numbers::pi;
using test::all_sides;

/// A square of side 1 between Dirichlet walls, spectral: the eigenvalues are -(i^2 + j^2) pi^2.
Problem square(std::int64_t cells)
{
    Problem problem = test::box({cells, cells, 1}, {all_sides[1], all_sides[1], all_sides[0]});
    for (Axis& axis : problem.grid.axes) {
        axis.lower = 0.0;
        axis.upper = 1.0;
    }
    problem.op = Operator::spectral;
    return problem;
}

TEST(PoissonConditioning, finds_the_distance_to_the_nearest_eigenvalue)
{
    Problem problem = square(64);
    const double eigenvalue = -(9.0 + 16.0) * pi * pi;
    problem.lambda = -eigenvalue + 0.5;
    const auto found = conditioning_of(problem);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->eigenvalue, eigenvalue, 1e-10);
    EXPECT_NEAR(found->distance, 0.5, 1e-10);
    EXPECT_NEAR(found->condition, operator_norm(problem) / 0.5, 1e-6 * found->condition);
    EXPECT_FALSE(found->nearly_singular);
}

TEST(PoissonConditioning, calls_a_lambda_beside_an_eigenvalue_nearly_singular)
{
    Problem problem = square(64);
    problem.lambda = 2.0 * pi * pi + 2e-11;
    const auto found = conditioning_of(problem);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->nearly_singular);
    EXPECT_NEAR(found->distance, 2e-11, 1e-13);
    problem.lambda = 2.0 * pi * pi + 1e-3;
    EXPECT_FALSE(conditioning_of(problem)->nearly_singular);
    problem.precision = Precision::fp32;
    EXPECT_TRUE(conditioning_of(problem)->nearly_singular);
}

TEST(PoissonConditioning, a_tiny_negative_lambda_is_nearly_singular_only_where_a_constant_is_free)
{
    Problem problem = square(16);
    problem.lambda = -1e-12;
    EXPECT_FALSE(conditioning_of(problem)->nearly_singular);
    problem.sides = {all_sides[2], all_sides[2], all_sides[0]};
    EXPECT_TRUE(conditioning_of(problem)->nearly_singular);
    EXPECT_DOUBLE_EQ(conditioning_of(problem)->distance, 1e-12);
}

TEST(PoissonConditioning, says_nothing_without_lambda)
{
    EXPECT_FALSE(conditioning_of(square(16)));
}

/// Nodes in equal steps make an axis a stretched one whose eigenvalues are known.
TEST(PoissonConditioning, finds_the_eigenvalues_of_a_stretched_axis)
{
    for (const Sides& sides : {all_sides[1], all_sides[2], all_sides[3]}) {
        Problem equal = test::box({12, 10, 8}, {sides, all_sides[2], all_sides[0]});
        Problem problem = equal;
        Axis& axis = problem.grid.axes[0];
        for (std::int64_t i = 0; i <= axis.cells; ++i) {
            axis.nodes.push_back(equal.grid.axes[0].node(i));
        }
        axis.nodes.back() = axis.upper;
        const double gap = *distance_of(equal);
        EXPECT_NEAR(*distance_of(problem), gap, test::reordered_sum(axis.cells) * gap);
        for (const double lambda : {-1e-9, -3.0}) {
            equal.lambda = lambda;
            problem.lambda = lambda;
            const double distance = conditioning_of(equal)->distance;
            EXPECT_NEAR(conditioning_of(problem)->distance, distance,
                        test::reordered_sum(axis.cells) * distance);
        }
        equal.lambda = 40.0;
        const double eigenvalue = conditioning_of(equal)->eigenvalue;
        problem.lambda = -eigenvalue * (1.0 + 1e-9);
        ASSERT_TRUE(conditioning_of(problem));
        EXPECT_TRUE(conditioning_of(problem)->nearly_singular);
        EXPECT_NEAR(conditioning_of(problem)->eigenvalue, eigenvalue,
                    test::reordered_sum(axis.cells) * operator_norm(problem));
        problem.lambda = -eigenvalue * (1.0 + 1e-5);
        EXPECT_FALSE(conditioning_of(problem));
    }
}

/// The transforms leave some eps of |f| in each mode of f. The division by the nearest eigenvalue
/// turns these into errors of eps |f| / distance; all other errors are some eps of |u|. Sums of
/// eigenvalues in single precision would add eps lambda / distance of |u|.
TEST(PoissonConditioning, single_precision_loses_what_the_transforms_lose_and_no_more)
{
    for (const double distance : {0.5, 0.05, 0.02}) {
        Problem problem = square(64);
        problem.lambda = 1000.0 * pi * pi + distance;  // 10^2 + 30^2 = 18^2 + 26^2
        const std::vector<double> f = test::single_values<double>(problem);
        std::vector<double> exact(f.size());
        HostSolver{problem}.solve(f, exact);
        problem.precision = Precision::fp32;
        const std::vector<float> rounded(f.begin(), f.end());
        std::vector<float> u(f.size());
        HostSolver{problem}.solve(std::span<const float>{rounded}, std::span<float>{u});
        EXPECT_LT(test::error_in_eps(problem, f, exact, u), test::most_line_errors) << distance;
    }
}

}  // namespace
}  // namespace tobiuo::poisson
