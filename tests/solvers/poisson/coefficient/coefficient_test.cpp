// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation with a variable coefficient: known solutions, symmetry, iterations, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/poisson/coefficient_solver.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/coefficient/coefficient_operator.hpp"
#include "tests/solvers/poisson/coefficient/coefficient_problems.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using ::testing::HasSubstr;

CoefficientOptions on_cpu(double tolerance = 1e-11,
                          CoefficientScaling scaling = CoefficientScaling::automatic)
{
    return {.solver = {.backend = Backend::cpu, .threads = 1},
            .scaling = scaling,
            .tolerance = tolerance};
}

constexpr std::array both_scalings{CoefficientScaling::mean, CoefficientScaling::root};

/// The l2 norm of the error of the known solution.
double error_of(const Problem& problem, const CoefficientOptions& options)
{
    const test::KnownSolution known{problem};
    const auto at = [&](auto member) {
        return test::at_unknowns<double>(
            problem, [&](double x, double y, double z) { return (known.*member)(x, y, z); });
    };
    const std::vector<double> f = at(&test::KnownSolution::f);
    std::vector<double> exact = at(&test::KnownSolution::u);
    const test::KnownWalls<double> walls{problem, known};
    const CoefficientSolver solver{problem, at(&test::KnownSolution::a), options};
    std::vector<double> u(f.size());
    const CoefficientUse use = solver.solve_and_wait(f.data(), walls.walls, u.data());
    EXPECT_LE(use.residual, options.tolerance);
    const auto mean = [&](const std::vector<double>& values) {
        return norms_of(problem, std::span<const double>{values}).mean;
    };
    const double offset = has_null_space(problem) ? mean(exact) : 0.0;
    if (has_null_space(problem)) {
        EXPECT_LT(std::abs(mean(u)), 1e-12);
    }
    for (std::size_t n = 0; n < u.size(); ++n) {
        u[n] -= exact[n] - offset;
    }
    return norms_of(problem, std::span<const double>{u}).l2;
}

TEST(PoissonCoefficient, gives_known_solutions_with_order_two)
{
    for (const Location location : test::all_locations) {
        for (const Sides& sides : test::all_sides) {
            for (const bool stretched : {false, true}) {
                if (stretched && sides == test::periodic) {
                    continue;
                }
                const auto problem_of = [&](std::int64_t n) {
                    Problem problem =
                        test::box({n, n + 2, n}, {test::periodic, sides, test::neumann}, location);
                    return stretched ? test::stretched(problem, 1) : problem;
                };
                SCOPED_TRACE(describe(problem_of(12)));
                const double coarse = error_of(problem_of(12), on_cpu(1e-8));
                const double fine = error_of(problem_of(24), on_cpu(1e-8));
                EXPECT_GT(std::log2(coarse / fine), stretched ? 1.75 : 1.85);
                EXPECT_LT(fine, 0.02);
            }
        }
    }
}

TEST(PoissonCoefficient, has_order_two_with_all_means_scalings_and_lambda)
{
    for (const FaceMean mean : {FaceMean::harmonic, FaceMean::arithmetic, FaceMean::geometric}) {
        for (const CoefficientScaling scaling : both_scalings) {
            for (const double lambda : {0.0, -3.0}) {
                CoefficientOptions options = on_cpu(1e-10, scaling);
                options.face_mean = mean;
                const auto error = [&](std::int64_t n) {
                    Problem problem =
                        test::box({n, n, n}, {test::dirichlet, test::neumann, test::periodic});
                    problem.lambda = lambda;
                    return error_of(problem, options);
                };
                EXPECT_NEAR(std::log2(error(12) / error(24)), 2.0, test::observed_order);
            }
        }
    }
}

TEST(PoissonCoefficient, in_one_and_two_dimensions_has_order_two)
{
    const auto order = [](const Problem& coarse, const Problem& fine) {
        return std::log2(error_of(coarse, on_cpu()) / error_of(fine, on_cpu()));
    };
    const std::array sides{test::dirichlet, test::neumann, test::periodic};
    EXPECT_NEAR(order(test::box({16, 16, 1}, sides), test::box({32, 32, 1}, sides)), 2.0,
                test::observed_order);
    const std::array line{test::neumann, test::periodic, test::periodic};
    EXPECT_NEAR(order(test::box({32, 1, 1}, line), test::box({64, 1, 1}, line)), 2.0,
                test::observed_order);
}

/// The operator on the host, for `a` random between 0.1 and 1.9.
CoefficientOperator<double> random_operator(const Problem& problem, FaceMean mean,
                                            const runtime::Machine& host)
{
    std::vector<double> a = test::random_values<double>(problem, 3);
    std::ranges::for_each(a, [](double& one) { one = 1.0 + 0.9 * one; });
    return {problem, mean, a.data(), host};
}

TEST(PoissonCoefficient, has_a_symmetric_operator)
{
    const auto host = runtime::make_host_machine();
    for (const Location location : test::all_locations) {
        for (const FaceMean mean :
             {FaceMean::harmonic, FaceMean::arithmetic, FaceMean::geometric}) {
            for (const bool scaled : {false, true}) {
                Problem problem = test::stretched(
                    test::box({7, 6, 5}, {test::periodic, test::dirichlet, test::neumann},
                              location),
                    1);
                problem.lambda = -0.7;
                CoefficientOperator<double> of_a = random_operator(problem, mean, *host);
                of_a.scale(scaled);
                // The inner product of r with A z, by that of z with A z.
                const auto form = [&](const std::vector<double>& z) {
                    return of_a.products_and_wait(z.data(), z.data(), nullptr).with_image;
                };
                const std::vector<double> x = test::random_values<double>(problem, 1);
                const std::vector<double> y = test::random_values<double>(problem, 2);
                std::vector<double> image_of_y(y.size());
                std::vector<double> image_of_x(x.size());
                static_cast<void>(
                    of_a.residual_and_wait(y.data(), 0.0, image_of_y.data(), nullptr));
                static_cast<void>(
                    of_a.residual_and_wait(x.data(), 0.0, image_of_x.data(), nullptr));
                const double xy =
                    of_a.products_and_wait(x.data(), image_of_y.data(), nullptr).with_residual;
                const double yx =
                    of_a.products_and_wait(y.data(), image_of_x.data(), nullptr).with_residual;
                EXPECT_NEAR(xy, yx, 1e-12 * std::abs(form(x)));
                EXPECT_LT(form(x), 0.0);
            }
        }
    }
}

TEST(PoissonCoefficient, that_is_constant_takes_one_solve_of_the_box)
{
    constexpr double constant = 2.5;
    for (const Sides& sides : test::all_sides) {
        Problem problem = test::box({12, 10, 9}, {test::periodic, sides, sides});
        problem.lambda = sides == test::dirichlet ? -1.5 : 0.0;
        const test::KnownWalls<double> walls{problem, test::KnownSolution{problem}};
        const std::vector<double> f = test::random_values<double>(problem, 5);
        std::vector<double> divided = f;
        std::ranges::for_each(divided, [](double& one) { one /= constant; });
        Problem of_box = problem;
        of_box.lambda /= constant;
        std::vector<double> expected(f.size());
        const Solver box{of_box, {.backend = Backend::cpu}};
        box.solve(divided.data(), walls.walls, expected.data());
        const std::vector<double> a(f.size(), constant);
        for (const CoefficientScaling scaling : both_scalings) {
            const CoefficientSolver solver{problem, a, on_cpu(1e-11, scaling)};
            std::vector<double> u(f.size());
            const CoefficientUse use = solver.solve_and_wait(f.data(), walls.walls, u.data());
            EXPECT_EQ(use.iterations, 1);
            EXPECT_EQ(solver.contrast(), 1.0);
            EXPECT_LT(test::relative_difference(u, expected), 1e-12);
            EXPECT_NEAR(solver.solved().removed_mean, constant * box.solved().removed_mean, 1e-12);
        }
    }
}

/// A smooth coefficient with a contrast, or one that jumps.
std::vector<double> with_contrast(const Problem& problem, double contrast, bool jumps)
{
    return test::at_unknowns<double>(problem, [&](double x, double y, double z) {
        const double r = std::hypot(x - 0.6, y, z - 1.5);
        return jumps ? (r < 0.25 ? contrast : 1.0)
                     : std::pow(contrast, std::exp(-r * r / (2.0 * 0.2 * 0.2)));
    });
}

TEST(PoissonCoefficient, takes_few_iterations_by_its_root_and_is_scaled_by_its_mean_where_it_jumps)
{
    const Problem problem =
        test::box({24, 20, 22}, {test::periodic, test::dirichlet, test::neumann});
    const std::vector<double> f = test::random_values<double>(problem, 5);
    const auto solve = [&](double contrast, bool jumps, CoefficientScaling scaling) {
        const CoefficientSolver solver{problem, with_contrast(problem, contrast, jumps),
                                       on_cpu(1e-8, scaling)};
        std::vector<double> u(f.size());
        const CoefficientUse use = solver.solve_and_wait(f.data(), u.data());
        EXPECT_LE(use.residual, 1e-8);
        EXPECT_EQ(solver.scaling(),
                  scaling == CoefficientScaling::automatic
                      ? (jumps ? CoefficientScaling::mean : CoefficientScaling::root)
                      : scaling);
        return use.iterations;
    };
    for (const double contrast : {10.0, 100.0, 1000.0}) {
        const std::int64_t by_root = solve(contrast, false, CoefficientScaling::automatic);
        EXPECT_LT(by_root, 30);
        EXPECT_LT(2 * by_root, solve(contrast, false, CoefficientScaling::mean));
        EXPECT_LT(solve(contrast, true, CoefficientScaling::automatic), 100);
    }
}

TEST(PoissonCoefficient, has_the_same_bits_for_any_number_of_threads)
{
    const Problem problem =
        test::box({40, 36, 30}, {test::periodic, test::dirichlet, test::neumann});
    const std::vector<double> a = with_contrast(problem, 50.0, false);
    const std::vector<double> f = test::random_values<double>(problem, 5);
    std::vector<std::vector<double>> solutions;
    for (const int threads : {1, 2, 3}) {
        CoefficientOptions options = on_cpu();
        options.solver.threads = threads;
        solutions.emplace_back(f.size());
        static_cast<void>(CoefficientSolver{problem, a, options}.solve_and_wait(
            f.data(), solutions.back().data()));
    }
    EXPECT_EQ(solutions[0], solutions[1]);
    EXPECT_EQ(solutions[0], solutions[2]);
}

TEST(PoissonCoefficient, in_single_precision_comes_to_what_rounding_lets)
{
    for (const CoefficientScaling scaling : both_scalings) {
        Problem problem = test::box({24, 20, 22}, {test::periodic, test::dirichlet, test::neumann});
        const std::vector<double> a = with_contrast(problem, 30.0, false);
        const std::vector<double> f = test::random_values<double>(problem, 5);
        std::vector<double> expected(f.size());
        static_cast<void>(
            CoefficientSolver{problem, a, on_cpu()}.solve_and_wait(f.data(), expected.data()));
        problem.precision = Precision::fp32;
        const std::vector<float> narrow_a(a.begin(), a.end());
        const std::vector<float> narrow_f(f.begin(), f.end());
        std::vector<float> u(f.size());
        const CoefficientSolver solver{problem, narrow_a, on_cpu(1e-8, scaling)};
        const CoefficientUse use = solver.solve_and_wait(narrow_f.data(), u.data());
        EXPECT_LT(use.residual, 1e-4);
        EXPECT_LT(test::relative_difference(std::vector<double>(u.begin(), u.end()), expected),
                  1e-5);
    }
}

TEST(PoissonCoefficient, removes_the_mean_that_does_not_balance)
{
    const Problem problem = test::box({12, 10, 9}, {test::neumann, test::periodic, test::neumann});
    ASSERT_TRUE(has_null_space(problem));
    const std::vector<double> a = with_contrast(problem, 20.0, false);
    std::vector<double> f = test::random_values<double>(problem, 5);
    const double mean = norms_of(problem, std::span<const double>{f}).mean;
    for (const CoefficientScaling scaling : both_scalings) {
        const CoefficientSolver solver{problem, a, on_cpu(1e-11, scaling)};
        std::vector<double> u(f.size());
        EXPECT_LE(solver.solve_and_wait(f.data(), u.data()).residual, 1e-11);
        EXPECT_NEAR(solver.solved().removed_mean, mean, 1e-14);
        EXPECT_NEAR(norms_of(problem, std::span<const double>{u}).mean, 0.0, 1e-14);
    }
}

TEST(PoissonCoefficient, is_zero_for_a_right_hand_side_of_zeros)
{
    const Problem problem = test::box({8, 8, 8}, {test::periodic, test::dirichlet, test::neumann});
    const std::vector<double> f(static_cast<std::size_t>(points(problem)));
    std::vector<double> u(f.size(), 7.0);
    const CoefficientSolver solver{problem, with_contrast(problem, 20.0, false), on_cpu()};
    const CoefficientUse use = solver.solve_and_wait(f.data(), u.data());
    EXPECT_EQ(use.iterations, 0);
    EXPECT_EQ(use.residual, 0.0);
    EXPECT_EQ(u, f);
}

TEST(PoissonCoefficient, says_when_it_does_not_converge_and_when_it_is_stopped)
{
    const Problem problem =
        test::box({16, 16, 16}, {test::periodic, test::dirichlet, test::neumann});
    const std::vector<double> a = with_contrast(problem, 1000.0, false);
    const std::vector<double> f = test::random_values<double>(problem, 5);
    std::vector<double> u(f.size());
    CoefficientOptions options = on_cpu(1e-10, CoefficientScaling::mean);
    options.iterations = 7;
    try {
        static_cast<void>(
            CoefficientSolver{problem, a, options}.solve_and_wait(f.data(), u.data()));
        FAIL();
    } catch (const NotConverged& error) {
        EXPECT_THAT(error.what(), HasSubstr("after 7 iterations"));
        EXPECT_THAT(error.what(), HasSubstr("or try the scaling root"));
    }
    double last = -1.0;
    int calls = 0;
    const Watch watch = [&](double part) {
        EXPECT_GE(part, 0.0);
        EXPECT_LT(part, 1.0);
        last = part;
        return ++calls < 5;
    };
    options.iterations = 500;
    options.solver.watch = &watch;
    EXPECT_THROW(static_cast<void>(
                     CoefficientSolver{problem, a, options}.solve_and_wait(f.data(), u.data())),
                 Stopped);
    EXPECT_EQ(calls, 5);
    EXPECT_GE(last, 0.0);
}

/// What the constructor says of a coefficient or of options.
std::string refusal(const Problem& problem, const std::vector<double>& a,
                    const CoefficientOptions& options)
{
    try {
        const CoefficientSolver solver{problem, a, options};
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(PoissonCoefficient, refuses_what_it_cannot_solve)
{
    const Problem problem = test::box({8, 6, 7}, {test::periodic, test::dirichlet, test::neumann});
    const std::vector<double> good(static_cast<std::size_t>(points(problem)), 2.0);
    for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
        std::vector<double> a = good;
        a.at(8 * 6 + 3) = bad;
        EXPECT_THAT(
            refusal(problem, a, on_cpu()),
            HasSubstr("at x = 0.56875, y = -0.425, z = 1.23571 (each value must be finite"));
    }
    std::vector<double> short_one = good;
    short_one.pop_back();
    EXPECT_THAT(refusal(problem, short_one, on_cpu()),
                HasSubstr("has 335 values (the problem has 336"));
    Problem other = problem;
    other.lambda = 1.0;
    EXPECT_THAT(refusal(other, good, on_cpu()), HasSubstr("lambda above 0"));
    other = problem;
    other.op = Operator::fourth_order;
    EXPECT_THAT(refusal(other, good, on_cpu()), HasSubstr("not of second order"));
    other = problem;
    other.sides[1] = {Condition::dirichlet, Condition::open};
    EXPECT_THAT(refusal(other, good, on_cpu()), HasSubstr("an open end"));
    other = problem;
    other.precision = Precision::fp32;
    EXPECT_THAT(refusal(other, good, on_cpu()), HasSubstr("not in the problem's precision"));
    EXPECT_THAT(refusal(problem, good, on_cpu(0.0)), HasSubstr("between 0 and 1"));
    CoefficientOptions options = on_cpu();
    options.iterations = 0;
    EXPECT_THAT(refusal(problem, good, options), HasSubstr("may take 0 iterations"));
    options = on_cpu();
    options.solver.host_arrays = true;
    EXPECT_THAT(refusal(problem, good, options), HasSubstr("copied for each solve"));
    std::vector<double> f = good;
    const CoefficientSolver solver{problem, good, on_cpu()};
    EXPECT_THROW(static_cast<void>(solver.solve_and_wait(f.data(), f.data())),
                 std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
