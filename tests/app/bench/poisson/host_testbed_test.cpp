// SPDX-License-Identifier: BSD-3-Clause
// Both implementations on the host solve every problem, from the same f, which they keep.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "app/bench/poisson/testbeds.hpp"
#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Operator;

void expect_solved_by_all(const BenchProblem& problem, int threads)
{
    SCOPED_TRACE(problem.describe());
    const Bytes f = random_right_hand_side(problem.problem);
    const auto testbed = make_testbed(bench::host_kind(), 0, problem, f,
                                      {.threads = threads, .effort = fft::Effort::estimate});
    for (const char* name : {"ours", "fftw"}) {
        const auto solve = testbed->plan(name);
        EXPECT_GT(testbed->time_and_wait(*solve, 2), 0.0);
        const Bytes u = testbed->output_and_wait(*solve);
        const poisson::Residual residual = residual_of(problem.problem, f, u);
        EXPECT_TRUE(residual.at_rounding_level()) << name << ": " << residual.backward_error;
        EXPECT_GT(residual.backward_error, 0.0) << name;
    }
    const Bytes again = random_right_hand_side(problem.problem);
    EXPECT_EQ(std::memcmp(f.data(), again.data(), f.size()), 0);
}

TEST(PoissonHostTestbed, all_solve_every_problem_to_rounding)
{
    for (const Boundary& boundary : boundaries()) {
        for (const Location location : {Location::cell, Location::node}) {
            for (const Operator op :
                 {Operator::second_order, Operator::fourth_order, Operator::spectral}) {
                for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                    expect_solved_by_all(
                        bench_problem({6, 9, 8}, boundary, location, op, precision), 1);
                }
            }
        }
    }
}

TEST(PoissonHostTestbed, all_solve_in_fewer_dimensions_and_on_some_threads)
{
    for (const Boundary& boundary : boundaries()) {
        for (const auto& cells :
             {std::vector<std::int64_t>{20}, {12, 15}, {5, 1, 7}, {16, 12, 1}, {17, 16, 24}}) {
            expect_solved_by_all(bench_problem(cells, boundary, Location::node,
                                               Operator::second_order, Precision::fp64),
                                 2);
        }
    }
}

TEST(PoissonHostTestbed, all_solve_with_open_ends_of_several_axes)
{
    for (const char* boundary : {"open-pair", "free"}) {
        for (const auto& cells : {std::vector<std::int64_t>{6, 9, 8}, {12, 15}}) {
            for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                expect_solved_by_all(test::poisson_problem(boundary, cells, Location::cell,
                                                           Operator::second_order, precision),
                                     2);
            }
        }
    }
    const BenchProblem nodes = test::poisson_problem("free", {6, 9, 8}, Location::node);
    const Bytes f = random_right_hand_side(nodes.problem);
    EXPECT_THROW(
        static_cast<void>(make_testbed(bench::host_kind(), 0, nodes, f, {})->plan("fftw")),
        bench::NotPlanned);
}

TEST(PoissonHostTestbed, all_give_one_solution_also_where_a_constant_is_free)
{
    for (const char* boundary : {"periodic", "neumann", "mixed", "open-pair", "free"}) {
        const BenchProblem problem = test::poisson_problem(boundary);
        const Bytes f = random_right_hand_side(problem.problem);
        const auto testbed = make_testbed(bench::host_kind(), 0, problem, f, {.threads = 1});
        const auto solution = [&](const char* name) {
            const auto solve = testbed->plan(name);
            return testbed->output_and_wait(*solve);
        };
        const Bytes ours = solution("ours");
        const Bytes fftw = solution("fftw");
        for (std::size_t at = 0; at < ours.size() / sizeof(double); ++at) {
            EXPECT_NEAR(reinterpret_cast<const double*>(ours.data())[at],
                        reinterpret_cast<const double*>(fftw.data())[at], 1e-13)
                << boundary;
        }
    }
}

TEST(PoissonHostTestbed, plans_say_what_they_are)
{
    const auto plan_of = [](const char* boundary, const char* name) {
        const BenchProblem problem = test::poisson_problem(boundary);
        const Bytes f = random_right_hand_side(problem.problem);
        const auto testbed = make_testbed(bench::host_kind(), 0, problem, f, {.threads = 1});
        const auto solve = testbed->plan(name);
        EXPECT_EQ(solve->version().starts_with("3."), std::string{name} == "fftw");
        return solve->describe();
    };
    EXPECT_NE(plan_of("duct", "fftw").find("r2r dft x dst-2 x dct-2 and back, 1 thread, estimate"),
              std::string::npos)
        << plan_of("duct", "fftw");
    EXPECT_NE(plan_of("periodic", "fftw").find("r2c 6x8x10 double"), std::string::npos)
        << plan_of("periodic", "fftw");
    EXPECT_NE(plan_of("duct", "ours").find("dft x dst-2 x recurrences"), std::string::npos);
}

TEST(PoissonHostTestbed, others_do_not_run_here)
{
    const BenchProblem problem = test::poisson_problem("mixed");
    const Bytes f = random_right_hand_side(problem.problem);
    const auto testbed = make_testbed(bench::host_kind(), 0, problem, f, {});
    EXPECT_THROW(static_cast<void>(testbed->plan("cufft")), bench::NotPlanned);
}

TEST(PoissonHostTestbed, memory_is_five_arrays)
{
    BenchProblem cube = test::poisson_problem("periodic", {10, 10, 10});
    EXPECT_EQ(host_bytes(cube), 5 * 8 * 1000.0);
    cube.batch = 7;
    EXPECT_EQ(host_bytes(cube), 7 * 5 * 8 * 1000.0);
    EXPECT_EQ(host_bytes(test::poisson_problem("neumann", {10, 10, 10}, Location::node,
                                               Operator::second_order, Precision::fp32)),
              5 * 4 * 1331.0);
}

TEST(PoissonHostTestbed, ours_solves_a_batch_and_fftw_does_not)
{
    BenchProblem problem = test::poisson_problem("mixed", {8, 6});
    problem.batch = 3;
    const Bytes f = random_right_hand_side(problem.problem, 3);
    const auto testbed = make_testbed(bench::host_kind(), 0, problem, f, {.threads = 1});
    const auto solve = testbed->plan("ours");
    const Bytes u = testbed->output_and_wait(*solve);
    EXPECT_EQ(u.size(), f.size());
    EXPECT_TRUE(worst_residual_of(problem, f, u).at_rounding_level());
    EXPECT_THROW(static_cast<void>(testbed->plan("fftw")), bench::NotPlanned);
}

}  // namespace
}  // namespace tobiuo::poisson_bench
