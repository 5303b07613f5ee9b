// SPDX-License-Identifier: BSD-3-Clause
// The values that steps and states are said to hold against those that they do.
#include "solvers/flow/value_count.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <tobiuo/flow.hpp>
#include <tobiuo/poisson/solver.hpp>

#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/solvers/flow/implicit_problems.hpp"

namespace tobiuo::flow {
namespace {

/// With a scalar and without, with outflows at lower and upper faces and without, with implicit
/// diffusion and without, with one projection a step.
std::vector<Problem> counted_problems()
{
    std::vector<Problem> all = implicit_problems();
    for (Problem problem : implicit_problems()) {
        problem.implicit_diffusion.reset();
        all.push_back(problem);
        problem.scalar.reset();
        problem.precision = Precision::fp32;
        all.push_back(problem);
    }
    for (Problem problem : implicit_problems()) {
        problem.implicit_diffusion.reset();
        problem.projections = 1;
        all.push_back(problem);
    }
    return all;
}

template <typename T>
void expect_the_count(const Problem& problem)
{
    const Solver solver = started<T>(problem, swirl());
    const poisson::SolverOptions options{.backend = Backend::cpu, .walls_in_f = true};
    std::size_t workspace = poisson::Solver{projection_of(problem), options}.workspace_bytes();
    for (const int face : buoyant_outflows(problem)) {
        workspace += poisson::Solver{problem_along(problem, face), options}.workspace_bytes();
    }
    EXPECT_EQ(solver.memory_bytes(),
              static_cast<std::size_t>(step_values(problem)) * sizeof(T) + workspace);
    EXPECT_EQ(solver.state_values(), state_values(problem));
    constexpr T unwritten = std::numeric_limits<T>::quiet_NaN();
    std::vector<T> state(static_cast<std::size_t>(state_values(problem)) + 1, unwritten);
    solver.state(state.data());
    EXPECT_TRUE(std::isnan(state.back()));
    state.pop_back();
    for (const T value : state) {
        ASSERT_TRUE(std::isfinite(value));
    }
}

TEST(FlowValueCount, is_that_of_the_solver)
{
    for (const Problem& problem : counted_problems()) {
        SCOPED_TRACE(describe(problem));
        if (problem.precision == Precision::fp32) {
            expect_the_count<float>(problem);
        } else {
            expect_the_count<double>(problem);
        }
    }
}

TEST(FlowValueCount, is_what_the_equations_need)
{
    Problem problem = vortex_problem({16, 12, 10}, 0.05);
    const std::int64_t points = 16 * 12 * 10;
    EXPECT_EQ(state_values(problem), 3 * points);
    const std::int64_t plain = step_values(problem);
    EXPECT_GT(plain, 10 * points);
    problem.scalar = Scalar{.diffusivity = 0.1};
    EXPECT_EQ(state_values(problem), 4 * points);
    EXPECT_EQ(step_values(problem), plain + 3 * points);
    problem.implicit_diffusion = 1;
    EXPECT_EQ(state_values(problem), 5 * points);
    EXPECT_GT(step_values(problem), plain + 4 * points);
    problem.faces[0] = both(FaceKind::outflow);
    EXPECT_EQ(state_values(problem), 5 * points + 12 * 10);
}

}  // namespace
}  // namespace tobiuo::flow
