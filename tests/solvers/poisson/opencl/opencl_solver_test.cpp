// Solves by OpenCL against the CPU: every kind of transform, even and odd sides, lengths with large
// prime factors, stretched axes.
#include "solvers/poisson/opencl/opencl_solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/opencl_transform.hpp"

namespace tobiuo::poisson {
namespace {

using test::twin_case;

class PoissonOnOpenCL : public test::OnOpenCL {};

template <typename T>
void expect_solution_of_cpu(const Problem& problem)
{
    const OpenclSolver solver{problem, test::small_gpu()};
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
        EXPECT_NEAR(solver.solved().removed_mean, wanted.removed_mean, 16.0 * epsilon);
    };
    solver.solve(from.get(), to.get());
    expect(to);
    EXPECT_EQ(test::values_of<T>(from), f) << "f is not kept";
    solver.solve(from.get(), from.get());
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
    for (const test::TwinCase& one : test::twin_cases()) {
        expect_solution_of_cpu(one);
    }
}

}  // namespace
}  // namespace tobiuo::poisson
