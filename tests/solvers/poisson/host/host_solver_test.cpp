// SPDX-License-Identifier: BSD-3-Clause
// The solver on the CPU: the discrete equation holds to rounding for all walls.
#include "solvers/poisson/host/host_solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/stencil.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/stores.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using test::dirichlet;
using test::neumann;
using test::periodic;
using test::random_values;

/// The largest |f - removed mean - A u| over its tolerance, A by the stencil.
template <typename Real>
double residual_over_tolerance(const Problem& problem)
{
    const std::vector<Real> f = random_values<Real>(problem, 7);
    std::vector<Real> u(f.size());
    const HostSolver solver{problem};
    const Solved solved = solver.solve(std::span<const Real>{f}, std::span<Real>{u});
    std::vector<Real> back(f.size());
    if (problem.op == Operator::spectral) {
        solver.apply(std::span<const Real>{u}, std::span<Real>{back});
    } else {
        apply_stencil(problem, std::span<const Real>{u}, std::span<Real>{back});
    }
    std::vector<double> residual(f.size());
    for (std::size_t at = 0; at < f.size(); ++at) {
        residual[at] =
            static_cast<double>(f[at]) - solved.removed_mean - static_cast<double>(back[at]);
    }
    const double scale = test::residual_tolerance(
        problem, test::largest(std::vector<double>(u.begin(), u.end())), 1.0);
    return test::largest(residual) / scale;
}

TEST(PoissonHostSolver, solves_the_stencil_to_rounding_for_all_walls_on_cells_and_nodes)
{
    for (const Location location : test::all_locations) {
        for (const Operator op : test::all_operators) {
            for (const Sides& x : all_sides) {
                for (const Sides& y : all_sides) {
                    for (const Sides& z : all_sides) {
                        Problem problem = box({9, 7, 8}, {x, y, z}, location);
                        problem.op = op;
                        ASSERT_LT(residual_over_tolerance<double>(problem), 1.0)
                            << describe(problem);
                    }
                }
            }
        }
    }
}

TEST(PoissonHostSolver, solves_in_single_precision)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : all_sides) {
            Problem problem = box({20, 15, 18}, {ends, periodic, ends}, location);
            problem.precision = Precision::fp32;
            EXPECT_LT(residual_over_tolerance<float>(problem), 1.0) << describe(problem);
        }
    }
}

TEST(PoissonHostSolver, solves_sizes_of_all_kinds)
{
    for (const std::int64_t n : {2, 3, 4, 5, 16, 17, 31, 60, 64, 97}) {
        for (const Sides& ends : all_sides) {
            EXPECT_LT(residual_over_tolerance<double>(box({n, 5, n + 1}, {ends, ends, ends})), 1.0)
                << n;
        }
    }
}

TEST(PoissonHostSolver, solves_in_one_and_two_dimensions)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : all_sides) {
            for (const auto& cells :
                 {std::array<std::int64_t, 3>{40, 1, 1}, {1, 40, 1}, {1, 1, 40}}) {
                std::array<Sides, 3> sides{periodic, periodic, periodic};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    sides.at(axis) = cells.at(axis) > 1 ? ends : periodic;
                }
                EXPECT_LT(residual_over_tolerance<double>(box(cells, sides, location)), 1.0);
            }
            const Problem plane = box({33, 20, 1}, {ends, dirichlet, periodic}, location);
            EXPECT_LT(residual_over_tolerance<double>(plane), 1.0);
        }
    }
}

TEST(PoissonHostSolver, removes_the_mean_of_a_single_cell)
{
    for (const Operator op : test::all_operators) {
        for (const Sides& ends : {periodic, neumann}) {
            Problem problem = box({1, 1, 1}, {ends, ends, ends});
            problem.op = op;
            if (op == Operator::fourth_order && ends.lower == Condition::neumann) {
                continue;  // needs three cells
            }
            const std::vector<double> f{3.5};
            std::vector<double> u{7.0};
            const Solved solved = HostSolver{problem}.solve(std::span{f}, std::span{u});
            EXPECT_EQ(solved.removed_mean, 3.5) << describe(problem);
            EXPECT_EQ(u.front(), 0.0) << describe(problem);
        }
    }
}

TEST(PoissonHostSolver, solves_with_one_stretched_axis)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : {all_sides[1], all_sides[2], all_sides[3], all_sides[4]}) {
            for (int axis = 0; axis < 3; ++axis) {
                for (const Sides& others : {periodic, neumann}) {
                    std::array<Sides, 3> sides{others, others, others};
                    sides.at(static_cast<std::size_t>(axis)) = ends;
                    const Problem problem =
                        test::stretched(box({12, 17, 10}, sides, location), axis);
                    EXPECT_LT(residual_over_tolerance<double>(problem), 1.0) << describe(problem);
                }
            }
        }
    }
}

TEST(PoissonHostSolver, solves_helmholtz_problems_of_both_signs)
{
    for (const double lambda : {-30.0, 5.0, 777.0}) {
        for (const Sides& ends : all_sides) {
            Problem problem = box({14, 9, 11}, {ends, dirichlet, neumann});
            problem.lambda = lambda;
            EXPECT_LT(residual_over_tolerance<double>(problem), 1.0) << describe(problem);
            if (ends.lower != Condition::periodic) {
                EXPECT_LT(residual_over_tolerance<double>(test::stretched(problem, 0)), 1.0);
            }
        }
    }
}

TEST(PoissonHostSolver, refuses_a_lambda_that_hits_an_eigenvalue)
{
    Problem problem = box({8, 8, 8}, {periodic, dirichlet, neumann});
    const double h = problem.grid.axes[1].spacing();
    const double root = 2.0 * std::sin(0.5 * std::numbers::pi * 3.0 / 8.0) / h;
    problem.lambda = root * root;  // the third sine along y, constant along x and z
    EXPECT_THROW(HostSolver{problem}, std::invalid_argument);
    problem.lambda *= 1.0 + 1e-6;
    EXPECT_NO_THROW(HostSolver{problem});
}

TEST(PoissonHostSolver, refuses_a_lambda_that_hits_an_eigenvalue_of_a_stretched_axis)
{
    // Two cells of lengths 1 and 2 between Neumann walls: the matrix (-2/3, 2/3; 1/3, -1/3) has the
    // eigenvalues 0 and -1.
    Problem problem = box({2, 1, 1}, {neumann, periodic, periodic});
    problem.grid.axes[0] = {.cells = 2, .lower = 0.0, .upper = 3.0, .nodes = {0.0, 1.0, 3.0}};
    problem.lambda = 1.0;
    EXPECT_THROW(HostSolver{problem}, std::invalid_argument);
    problem.lambda = 1.1;
    EXPECT_NO_THROW(HostSolver{problem});
}

TEST(PoissonHostSolver, takes_a_small_lambda_that_hits_nothing)
{
    // Lambda is far above zero, and the nearest eigenvalue is far below the largest.
    Problem line = box({256, 1, 1}, {neumann, periodic, periodic});
    line.lambda = 0.2;
    EXPECT_LT(residual_over_tolerance<double>(line), 1.0);
    line.precision = Precision::fp32;
    EXPECT_LT(residual_over_tolerance<float>(line), 1.0);
    EXPECT_LT(residual_over_tolerance<float>(test::stretched(line, 0)), 1.0);
    Problem crowded = line;
    for (std::int64_t i = 0; i <= 100; ++i) {
        const double s = 0.01 * static_cast<double>(i);
        crowded.grid.axes[0].nodes.push_back(1.3 * s * s * s);
    }
    crowded.grid.axes[0].cells = 100;
    crowded.grid.axes[0].upper = crowded.grid.axes[0].nodes.back();
    EXPECT_NO_THROW(HostSolver{crowded});
}

TEST(PoissonHostSolver, removes_the_mean_where_constants_are_in_the_null_space)
{
    for (const Location location : test::all_locations) {
        for (const bool is_stretched : {false, true}) {
            Problem problem = box({9, 12, 10}, {periodic, neumann, neumann}, location);
            problem = is_stretched ? test::stretched(problem, 1) : problem;
            std::vector<double> f = random_values<double>(problem, 7);
            const double mean = norms_of(problem, std::span<const double>{f}).mean;
            std::vector<double> u(f.size());
            const Solved solved = HostSolver{problem}.solve(f, u);
            EXPECT_NEAR(solved.removed_mean, mean, 1e-14);
            EXPECT_NEAR(norms_of(problem, std::span<const double>{u}).mean, 0.0, 1e-15);
        }
    }
}

TEST(PoissonHostSolver, gives_the_same_bits_in_place_and_on_any_number_of_threads)
{
    const Problem problem = box({30, 21, 40}, {dirichlet, periodic, neumann});
    const std::vector<double> f = random_values<double>(problem, 7);
    std::vector<double> u(f.size());
    std::vector<double> other = f;
    HostSolver{problem, fft::Effort::estimate, 1}.solve(f, u);
    HostSolver{problem, fft::Effort::estimate, 2}.solve(other, other);
    EXPECT_EQ(u, other);
}

TEST(PoissonHostSolver, stores_the_same_bits_past_the_caches)
{
    const std::array<Sides, 3> sides{dirichlet, periodic, neumann};
    for (const Problem& problem :
         {box({64, 80, 6}, sides), box({37, 21, 18}, sides), box({1, 30, 20}, sides),
          test::stretched(box({36, 9, 50}, {periodic, dirichlet, neumann}), 1)}) {
        const std::vector<double> f = random_values<double>(problem, 7);
        std::vector<double> cached(f.size());
        std::vector<double> streamed(f.size());
        {
            const test::ChosenStores chosen{memory::Stores::cached};
            HostSolver{problem, fft::Effort::estimate, 1}.solve(f, cached);
        }
        const test::ChosenStores chosen{memory::Stores::streaming};
        HostSolver{problem, fft::Effort::estimate, 2}.solve(f, streamed);
        EXPECT_EQ(cached, streamed) << describe(problem);
    }
}

TEST(PoissonHostSolver, applies_the_operator_that_it_inverts)
{
    Problem problem = test::stretched(box({8, 9, 10}, {periodic, dirichlet, neumann}), 1);
    problem.op = Operator::fourth_order;
    const std::vector<double> u = random_values<double>(problem, 7);
    std::vector<double> by_modes(u.size());
    std::vector<double> by_stencil(u.size());
    HostSolver{problem}.apply(u, by_modes);
    apply_stencil(problem, std::span<const double>{u}, std::span<double>{by_stencil});
    for (std::size_t at = 0; at < u.size(); ++at) {
        ASSERT_NEAR(by_modes[at], by_stencil[at], test::residual_tolerance(problem, 1.0, 0.0));
    }
}

TEST(PoissonHostSolver, refuses_arrays_that_do_not_fit)
{
    const Problem problem = box({8, 8, 8}, {periodic, dirichlet, neumann});
    const HostSolver solver{problem};
    std::vector<double> f(512);
    std::vector<double> u(511);
    EXPECT_THROW(solver.solve(f, u), std::invalid_argument);
    std::vector<float> singles(512);
    EXPECT_THROW(solver.solve(singles, singles), std::invalid_argument);
    std::vector<double> both(600);
    const std::span<double> all{both};
    EXPECT_THROW(solver.solve(all.first(512), all.subspan(8, 512)), std::invalid_argument);
    EXPECT_THROW((HostSolver{problem, fft::Effort::estimate, -1}), std::invalid_argument);
}

TEST(PoissonHostSolver, counts_its_trips_through_memory)
{
    const Problem whole = box({8, 6, 4}, {periodic, dirichlet, neumann});
    EXPECT_EQ(HostSolver::passes(whole), 3);
    EXPECT_EQ(HostSolver::passes(test::stretched(whole, 2)), 3);
    EXPECT_EQ(
        HostSolver::passes(test::stretched(box({8, 6, 4}, {dirichlet, dirichlet, neumann}), 0)), 5);
    EXPECT_EQ(HostSolver::passes(box({8, 6, 1}, {periodic, dirichlet, periodic})), 3);
    EXPECT_EQ(HostSolver::passes(box({8, 1, 1}, {neumann, periodic, periodic})), 1);
}

TEST(PoissonHostSolver, describes_its_transforms)
{
    const Problem problem = test::stretched(box({8, 8, 8}, {periodic, dirichlet, neumann}), 1);
    EXPECT_EQ((HostSolver{problem, fft::Effort::estimate, 1}.describe()),
              "tiles of lines, dft x tridiagonal x dct-2, 1 thread, estimate");
    Problem equal = box({8, 8, 8}, {periodic, dirichlet, neumann});
    EXPECT_EQ((HostSolver{equal, fft::Effort::estimate, 1}.describe()),
              "tiles of lines, dft x dst-2 x recurrences, 1 thread, estimate");
    equal.op = Operator::spectral;
    EXPECT_EQ((HostSolver{equal, fft::Effort::estimate, 1}.describe()),
              "tiles of lines, dft x dst-2 x dct-2, 1 thread, estimate");
    const Problem flat = box({8, 6, 1}, {periodic, dirichlet, periodic});
    EXPECT_EQ((HostSolver{flat, fft::Effort::estimate, 1}.describe()).find(" x "),
              (HostSolver{flat, fft::Effort::estimate, 1}.describe()).rfind(" x "))
        << "two axes";
    const Problem line = box({8, 1, 1}, {neumann, periodic, periodic});
    EXPECT_EQ((HostSolver{line, fft::Effort::estimate, 1}.describe()).find(" x "),
              std::string::npos);
}

}  // namespace
}  // namespace tobiuo::poisson
