// SPDX-License-Identifier: BSD-3-Clause
// The public solver with OpenCL against the one on the CPU, with walls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include <tobiuo/flow/solver.hpp>
#include <tobiuo/poisson.hpp>

#include "runtime/machine/machine.hpp"
#include "tests/solvers/poisson/engine/far_lengths.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"
#include "tests/solvers/poisson/nearly_constant.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using test::WallArrays;

class PoissonPublicSolverOnOpenCL : public test::OnOpenCL {};

/// Solves out of place and in place, with walls and then without, so that a value left by one solve
/// would show in the next.
template <typename T>
void expect_agreement_by_opencl(Problem problem)
{
    problem.precision = precision_of<T>;
    const double tolerance = test::solution_tolerance(problem);
    SCOPED_TRACE(describe(problem));
    const test::Walled one = test::walled(problem);
    const WallArrays<T> arrays{one.faces};
    const std::vector<T> f(one.f.begin(), one.f.end());
    const Solver host{problem, {.backend = Backend::cpu}};
    const Solver solver{problem, {.backend = Backend::opencl}};
    double scale = 1.0;
    for (const double value : one.f) {
        scale = std::max(scale, std::abs(value));
    }
    const auto expect = [&](const Walls<T>& walls, bool in_place) {
        std::vector<T> expected(f.size());
        host.solve(f.data(), walls, expected.data());
        std::vector<T> from = f;
        std::vector<T> to(f.size());
        std::vector<T>& found = in_place ? from : to;
        solver.solve(from.data(), walls, found.data());
        EXPECT_NEAR(solver.solved().removed_mean, host.solved().removed_mean, tolerance * scale);
        EXPECT_LE(test::relative_difference(found, expected), tolerance);
        if (!in_place) {
            EXPECT_EQ(from, f) << "f is not kept";
        }
    };
    expect(arrays.walls(), false);
    expect({}, false);
    expect(arrays.walls(), true);
    expect({}, true);
}

TEST_F(PoissonPublicSolverOnOpenCL, solves_buffers_with_the_bits_of_arrays)
{
    const std::unique_ptr<const runtime::Machine> machine = runtime::make_machine(Backend::opencl);
    const std::vector<Problem> problems = test::problems_with_walls();
    constexpr std::size_t step = 13;
    for (std::size_t at = 0; at < problems.size(); at += step) {
        const Problem& problem = problems[at];
        if (unsupported_reason(problem, Backend::opencl)) {
            continue;
        }
        SCOPED_TRACE(describe(problem));
        const std::vector<double> f = test::random_values<double>(problem, 7);
        std::vector<double> expected(f.size());
        SolverOptions options{.backend = Backend::opencl, .walls_in_f = true};
        const Solver of_arrays{problem, options};
        of_arrays.solve(f.data(), expected.data());
        EXPECT_EQ(of_arrays.copied_bytes(), std::ssize(f) * 8);
        options.opencl_buffers = true;
        const Solver solver{problem, options};
        const SolverNeeds needs = Solver::needs(problem, options);
        EXPECT_EQ(needs.workspace_bytes, solver.workspace_bytes());
        EXPECT_EQ(needs.passes, solver.passes());
        EXPECT_EQ(solver.copied_bytes(), 0);
        EXPECT_FALSE(solver.choices().empty());
        const runtime::Array from = machine->copied_and_wait(std::as_bytes(std::span{f}));
        const runtime::Array to = machine->allocate(from.bytes());
        solver.solve_buffers(from.data(), to.data());
        std::vector<double> found(f.size());
        machine->read_and_wait(std::as_writable_bytes(std::span{found}), to.data(), nullptr);
        EXPECT_EQ(found, expected);
        EXPECT_EQ(solver.solved().removed_mean, of_arrays.solved().removed_mean);
        EXPECT_THROW(solver.solve(f.data(), found.data()), std::logic_error);
    }
}

template <typename T>
void expect_constant_by_opencl(Problem problem, std::int64_t rows)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    std::vector<T> u(static_cast<std::size_t>(points(problem)), T{1});
    Solver{problem, {.backend = Backend::opencl}}.solve(u.data(), {}, u.data());

    EXPECT_LE(test::error_of_constant(problem, u), test::carried_constant<T>(rows));
}

TEST_F(PoissonPublicSolverOnOpenCL, keeps_the_digits_of_a_constant_along_a_stretched_axis)
{
    constexpr std::int64_t rows = 512;
    const std::vector<Problem> all = test::nearly_constant_problems(rows, -1e-8);
    for (const std::size_t at : {0U, 8U, 16U}) {  // an axis each
        expect_constant_by_opencl<double>(all[at], rows);
    }
    expect_constant_by_opencl<float>(all[0], rows);
}

TEST_F(PoissonPublicSolverOnOpenCL, agrees_with_the_cpu_for_all_walls_and_operators)
{
    const std::vector<Problem> all = test::problems_with_walls();
    for (std::size_t at = 0; at < all.size(); at += 6) {
        expect_agreement_by_opencl<double>(all[at]);
    }
    for (std::size_t at = 2; at < all.size(); at += 18) {
        expect_agreement_by_opencl<float>(all[at]);
    }
}

TEST_F(PoissonPublicSolverOnOpenCL, agrees_with_the_cpu_where_lengths_are_far_from_one)
{
    const std::vector<Problem> all = test::problems_for_far_lengths();
    for (std::size_t at = 1; at < all.size(); at += 19) {
        expect_agreement_by_opencl<float>(in_unit(all[at], {.exponent = at % 2 == 0 ? 45 : -50}));
    }
}

TEST_F(PoissonPublicSolverOnOpenCL, keeps_flows_and_ranks_for_other_back_ends)
{
    EXPECT_THAT(flow::unsupported_reason(flow::Problem{}, Backend::opencl).value_or(""),
                ::testing::HasSubstr("there is no flow with OpenCL"));
    EXPECT_THAT(
        distributed_unsupported_reason(test::box({8, 8, 8}, {}), Backend::opencl).value_or(""),
        ::testing::HasSubstr("there is no solve on several ranks with OpenCL"));
}

}  // namespace
}  // namespace tobiuo::poisson
