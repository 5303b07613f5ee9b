// SPDX-License-Identifier: BSD-3-Clause
// Solves with OpenCL against the CPU: every kind of transform, even and odd sides, lengths with
// large prime factors, stretched axes.
#include "solvers/poisson/program/machine_solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/opencl_transform.hpp"

namespace tobiuo::poisson {
namespace {

using test::twin_case;

class PoissonOnOpenCL : public test::OnOpenCL {};

void solve(const MachineSolver& solver, const opencl::Buffer& f, const opencl::Buffer& u)
{
    solver.solve(static_cast<const void*>(f.get()), static_cast<void*>(u.get()), nullptr);
}

template <typename T>
void expect_solution_of_cpu(const Problem& problem)
{
    const MachineSolver solver{problem, Backend::opencl, {.limits = test::small_gpu()}};
    SCOPED_TRACE(describe(problem) + ": " + solver.describe());
    const std::vector<T> f = test::random_values<T>(problem, 5);
    std::vector<T> expected(f.size());
    const Solved wanted = HostSolver{problem}.solve(std::span<const T>{f}, std::span<T>{expected});
    const opencl::Buffer from = test::opencl_buffer(f);
    const opencl::Buffer to = test::opencl_buffer(std::vector<T>(f.size(), test::poison<T>));
    // The systems of a stretched axis round once for each row.
    const double epsilon = std::numeric_limits<T>::epsilon();
    const double tolerance = (stretched_axis(problem) ? 64.0 : 16.0) * epsilon;
    const auto expect = [&](const opencl::Buffer& u) {
        EXPECT_LE(test::relative_difference(test::values_of<T>(u), expected), tolerance);
        EXPECT_NEAR(solver.solved(nullptr).removed_mean, wanted.removed_mean, 16.0 * epsilon);
    };
    EXPECT_EQ(MachineSolver::needs(problem, Backend::opencl).workspace_bytes,
              solver.workspace_bytes());
    solve(solver, from, to);
    expect(to);
    EXPECT_EQ(test::values_of<T>(from), f) << "f is not kept";
    solve(solver, from, from);
    expect(from);
}

void expect_solution_of_cpu(const test::TwinCase& one)
{
    if (one.problem.precision == Precision::fp32) {
        expect_solution_of_cpu<float>(one.problem);
    } else {
        expect_solution_of_cpu<double>(one.problem);
    }
}

TEST_F(PoissonOnOpenCL, solves_with_periodic_ends)
{
    expect_solution_of_cpu(twin_case({9, 10, 11}, {0, 0, 0}));
    expect_solution_of_cpu(twin_case({16, 8, 12}, {0, 0, 0}, Location::cell, Precision::fp32));
    expect_solution_of_cpu(twin_case({34, 17, 19}, {0, 0, 0}));
    expect_solution_of_cpu(twin_case({32, 1, 20}, {0, 0, 0}, Location::node));
}

TEST_F(PoissonOnOpenCL, solves_with_walls_of_all_kinds)
{
    constexpr Location node = Location::node;
    constexpr Precision fp32 = Precision::fp32;
    expect_solution_of_cpu(twin_case({16, 9, 12}, {3, 4, 1}));
    expect_solution_of_cpu(twin_case({16, 8, 12}, {2, 2, 2}, Location::cell, fp32));
    expect_solution_of_cpu(twin_case({12, 8, 10}, {1, 1, 1}, node));
    expect_solution_of_cpu(twin_case({12, 8, 10}, {2, 2, 2}, node, fp32));
    expect_solution_of_cpu(twin_case({13, 9, 11}, {3, 0, 4}, node));
    expect_solution_of_cpu(twin_case({17, 46, 38}, {2, 3, 4}, Location::cell, fp32));
    expect_solution_of_cpu(twin_case({38, 1, 34}, {1, 0, 1}, node));
    expect_solution_of_cpu(twin_case({2, 1, 6}, {1, 2, 2}, node));
    expect_solution_of_cpu(twin_case({1, 16, 9}, {0, 0, 2}));
}

TEST_F(PoissonOnOpenCL, eliminates_along_a_stretched_axis)
{
    using test::stretched;
    expect_solution_of_cpu(stretched(twin_case({16, 8, 12}, {0, 2, 2}), 2));
    expect_solution_of_cpu(stretched(twin_case({12, 9, 11}, {1, 4, 0}, Location::node), 1));
    expect_solution_of_cpu(
        stretched(twin_case({15, 8, 11}, {2, 3, 0}, Location::cell, Precision::fp32), 0));
    expect_solution_of_cpu(stretched(twin_case({18, 1, 1}, {4, 0, 0}), 0));
}

TEST_F(PoissonOnOpenCL, solves_near_an_eigenvalue)
{
    for (const test::TwinCase& one : test::near_singular_cases()) {
        const MachineSolver solver{one.problem, Backend::opencl, {.limits = test::small_gpu()}};
        const std::vector<float> f = test::random_values<float>(one.problem, 3);
        std::vector<float> expected(f.size());
        static_cast<void>(
            HostSolver{one.problem}.solve(std::span<const float>{f}, std::span<float>{expected}));
        const opencl::Buffer u = test::opencl_buffer(f);
        solve(solver, u, u);
        EXPECT_LE(test::relative_difference(test::values_of<float>(u), expected),
                  test::solution_tolerance(one.problem))
            << describe(one.problem);
    }
}

TEST_F(PoissonOnOpenCL, refuses_what_it_cannot_do)
{
    const Problem line = twin_case({32, 1, 1}, {1, 0, 0}, Location::node).problem;
    EXPECT_THAT(MachineSolver::unsupported_reason(line, Backend::opencl).value_or(""),
                ::testing::HasSubstr("a single line of nodes between two equal walls"));
    Problem positive = stretched(twin_case({16, 8, 12}, {0, 2, 2}), 2).problem;
    positive.lambda = 1.0;
    EXPECT_THAT(MachineSolver::unsupported_reason(positive, Backend::opencl).value_or(""),
                ::testing::HasSubstr("an axis is stretched and lambda is positive"));
    const MachineSolver solver{twin_case({8, 8, 8}, {0, 0, 0}).problem, Backend::opencl};
    EXPECT_THROW(solver.solve(nullptr, nullptr, nullptr), std::invalid_argument);
}

class PoissonNightlyOnOpenCL : public test::OnOpenCL {};

TEST_F(PoissonNightlyOnOpenCL, solves_every_problem_of_the_twin_of_the_gpu)
{
    for (const test::TwinCase& one : test::walled_cases()) {
        expect_solution_of_cpu(one);
    }
}

}  // namespace
}  // namespace tobiuo::poisson
