// SPDX-License-Identifier: BSD-3-Clause
// Lines of one dimension on the CPU: rounding errors do not add up along them.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;

template <typename T>
void expect_no_drift(const Problem& problem, std::span<const test::Source> sources)
{
    const HostSolver solver{problem};
    for (const test::Source source : sources) {
        const std::vector<T> f = test::long_line<T>(problem, source);
        std::vector<T> u(f.size());
        const Solved solved = solver.solve(std::span<const T>{f}, std::span<T>{u});
        const test::LineErrors errors = test::line_errors(problem, f, solved.removed_mean, u);
        EXPECT_LT(errors.residual, test::most_line_errors)
            << describe(problem) << ", source " << static_cast<int>(source);
        EXPECT_LT(errors.mean, test::most_line_errors)
            << describe(problem) << ", source " << static_cast<int>(source);
    }
}

void expect_no_drift_in_both_precisions(
    Problem problem, std::span<const test::Source> sources = test::long_line_sources)
{
    problem.precision = Precision::fp64;
    expect_no_drift<double>(problem, sources);
    problem.precision = Precision::fp32;
    expect_no_drift<float>(problem, sources);
}

constexpr std::array<std::int64_t, 9> lengths{2, 3, 16, 365, 1021, 4001, 4096, 10007, 100003};

Problem line_of(std::int64_t cells, const Sides& ends, Location location)
{
    return test::box({cells, 1, 1}, {ends, all_sides[0], all_sides[0]}, location);
}

TEST(PoissonLongLines, recurrences_keep_the_ends_and_the_mean_at_any_length)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : all_sides) {
            for (const std::int64_t cells : lengths) {
                expect_no_drift_in_both_precisions(line_of(cells, ends, location));
            }
        }
    }
}

TEST(PoissonLongLines, recurrences_keep_the_ends_where_lambda_lets_them_decay)
{
    for (const double lambda : {-1e-3, -5.0, -1e4}) {
        for (const Location location : test::all_locations) {
            for (const Sides& ends : all_sides) {
                for (const std::int64_t cells : {2, 3, 365, 4001, 10007}) {
                    Problem problem = line_of(cells, ends, location);
                    problem.lambda = lambda;
                    expect_no_drift_in_both_precisions(problem);
                }
            }
        }
    }
}

/// Integers on cells of length 1, which f holds exactly.
std::vector<double> random_walk(std::size_t count)
{
    std::mt19937_64 engine{5};
    std::uniform_int_distribution<int> steps{-1000, 1000};
    std::vector<double> u;
    for (std::size_t k = 0; k < count; ++k) {
        u.push_back((k > 0 ? u.back() : 0.0) + 1024.0 * steps(engine));
    }
    return u;
}

/// The largest error of u, in epsilons of the largest u.
double error_of_whole_solution(const Problem& problem)
{
    std::vector<double> exact = random_walk(static_cast<std::size_t>(points(problem)));
    std::vector<double> f(exact.size());
    apply_stencil(problem, std::span<const double>{exact}, std::span<double>{f});
    const double mean =
        has_null_space(problem) ? norms_of(problem, std::span<const double>{exact}).mean : 0.0;
    std::vector<double> u(f.size());
    HostSolver{problem}.solve(std::span<const double>{f}, std::span<double>{u});
    for (std::size_t k = 0; k < u.size(); ++k) {
        exact[k] -= mean;
        u[k] -= exact[k];
    }
    return test::largest(u) / test::largest(exact) / std::numeric_limits<double>::epsilon();
}

TEST(PoissonLongLines, solutions_are_as_good_as_their_rounding)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : all_sides) {
            for (const std::int64_t cells : {365, 1000, 2048, 4096, 100003}) {
                Problem line = line_of(cells, ends, location);
                line.grid.axes[0].lower = 0.0;
                line.grid.axes[0].upper = static_cast<double>(cells);
                for (const double lambda : {0.0, -1.0 / 1024.0}) {
                    line.lambda = lambda;
                    EXPECT_LT(error_of_whole_solution(line), 2.0) << describe(line);
                }
            }
        }
    }
}

/// If u is as small as f over |A|, the rounding of f exceeds that of u.
TEST(PoissonLongLines, transforms_and_eliminations_are_as_good_where_u_is_not_tiny)
{
    constexpr std::array sources{test::Source::random, test::Source::smooth, test::Source::single};
    for (const Sides& ends : all_sides) {
        for (const std::int64_t cells : {365, 4001, 10007}) {
            Problem fourth = line_of(cells, ends, Location::cell);
            fourth.op = Operator::fourth_order;
            expect_no_drift_in_both_precisions(fourth, sources);
            if (ends.lower != Condition::periodic) {
                expect_no_drift_in_both_precisions(
                    test::stretched(line_of(cells, ends, Location::cell), 0), sources);
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
