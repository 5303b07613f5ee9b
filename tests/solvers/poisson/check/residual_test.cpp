// SPDX-License-Identifier: BSD-3-Clause
// The check of a solve accepts errors that rounding explains, and no others.
#include "solvers/poisson/check/residual.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/planes.hpp"
#include "tests/solvers/poisson/nearly_constant.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/thread_ranks.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_locations;
using test::all_operators;
using test::all_sides;
using test::box;

constexpr double eps = std::numeric_limits<double>::epsilon();

/// A field that is not a multiple of a mode and has a mean.
template <typename Real>
std::vector<Real> some_numbers(const Problem& problem)
{
    std::vector<Real> f(static_cast<std::size_t>(points(problem)));
    for (std::size_t n = 0; n < f.size(); ++n) {
        f[n] = static_cast<Real>(0.1 + std::sin(static_cast<double>(n * n % 101)));
    }
    return f;
}

/// The residual of a solve whose value 5 is then changed by `change`.
template <typename Real>
Residual after_change(const Problem& problem, Real change, std::vector<Real>& field)
{
    const HostSolver solver{problem};
    const auto f = some_numbers<Real>(problem);
    std::vector<Real> u(f.size());
    const double mean = solver.solve(std::span<const Real>{f}, std::span<Real>{u}).removed_mean;
    u[5] += change;
    field.resize(f.size());
    return residual_of(problem, solver, std::span<const Real>{f}, mean, std::span<const Real>{u},
                       std::span<Real>{field});
}

template <typename Real>
void expect_split(Problem problem, Real change)
{
    SCOPED_TRACE(describe(problem));
    problem.precision = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    std::vector<Real> field;
    const Residual good = after_change(problem, Real{0}, field);
    EXPECT_TRUE(good.at_rounding_level()) << good.backward_error;
    EXPECT_GT(good.backward_error, 0.0);
    EXPECT_FALSE(after_change(problem, change, field).at_rounding_level());
}

TEST(PoissonResidual, tells_a_solution_from_a_wrong_one_for_all_ends_and_operators)
{
    for (const Sides& sides : all_sides) {
        for (const Location location : all_locations) {
            for (const Operator op : all_operators) {
                Problem problem = box({9, 6, 8}, {sides, all_sides[1], all_sides[0]}, location);
                problem.op = op;
                expect_split(problem, 1e-11);
                expect_split(problem, 1e-3F);
            }
        }
    }
}

TEST(PoissonResidual, tells_a_solution_from_a_wrong_one_on_stretched_axes)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (const Location location : all_locations) {
            Problem problem = box({7, 8, 12}, {all_sides[2], all_sides[2], all_sides[2]}, location);
            problem = test::stretched(problem, axis);
            expect_split(problem, 1e-11);
            problem.lambda = -20.0;
            problem.op = Operator::spectral;
            expect_split(problem, 1e-11);
        }
    }
}

TEST(PoissonResidual, is_what_is_left_of_the_equation)
{
    const Problem problem = box({9, 6, 8}, {all_sides[1], all_sides[2], all_sides[0]});
    std::vector<double> before;
    std::vector<double> field;
    static_cast<void>(after_change(problem, 0.0, before));
    const Residual residual = after_change(problem, 0.25, field);
    const double h = problem.grid.axes[0].spacing();
    EXPECT_NEAR(field[4] - before[4], -0.25 / (h * h), 1e3 * eps / (h * h))
        << "the neighbour along x of the wrong value";
    EXPECT_DOUBLE_EQ(residual.norms.l2, norms_of(problem, field).l2);
    EXPECT_DOUBLE_EQ(residual.norms.max, norms_of(problem, field).max);
    const Norms f = norms_of(problem, some_numbers<double>(problem));
    EXPECT_DOUBLE_EQ(residual.relative_l2, residual.norms.l2 / f.l2);
    EXPECT_DOUBLE_EQ(residual.relative_max, residual.norms.max / f.max);
}

template <typename Real>
void expect_same_by_planes(const Problem& problem)
{
    SCOPED_TRACE(describe(problem));
    const auto f = some_numbers<Real>(problem);
    std::vector<Real> u(f.rbegin(), f.rend());
    std::vector<Real> field(f.size());
    const HostSolver solver{problem};
    const std::span<const Real> given{f};
    const std::span<const Real> solution{u};
    const Residual whole =
        residual_of(problem, solver, given, 0.25, solution, std::span<Real>{field});
    const Residual by_planes = residual_of(problem, given, 0.25, solution);
    EXPECT_EQ(by_planes.norms.l2, whole.norms.l2);
    EXPECT_EQ(by_planes.norms.max, whole.norms.max);
    EXPECT_EQ(by_planes.backward_error, whole.backward_error);

    const PlaneReader read = residual_planes(problem, given, 0.25, solution);
    const auto plane = static_cast<std::size_t>(points(problem) / unknowns(problem, 2).count);
    std::vector<double> two(2 * plane);
    read(3, two);
    for (std::size_t n = 0; n < two.size(); ++n) {
        ASSERT_EQ(two[n], static_cast<double>(field[3 * plane + n])) << n;
    }
}

TEST(PoissonResidual, is_the_same_plane_by_plane)
{
    for (const Operator op : {Operator::second_order, Operator::fourth_order}) {
        for (const Location location : all_locations) {
            Problem problem = box({9, 6, 8}, {all_sides[0], all_sides[1], all_sides[2]}, location);
            problem.op = op;
            expect_same_by_planes<double>(problem);
            problem.precision = Precision::fp32;
            expect_same_by_planes<float>(problem);
        }
    }
}

TEST(PoissonResidual, of_the_spectral_operator_has_no_planes)
{
    Problem problem = box({9, 6, 8}, {all_sides[0], all_sides[1], all_sides[2]});
    problem.op = Operator::spectral;
    const auto f = some_numbers<double>(problem);
    EXPECT_THROW(static_cast<void>(residual_of(problem, f, 0.0, f)), std::invalid_argument);
}

/// What plain pivots left of a solution: its equations hold as well as rounding lets them, for the
/// error is a constant of which narrow cells see nothing.
template <typename Real>
void expect_balance_to_fail(Problem problem, double error)
{
    problem.precision = precision_of<Real>;
    SCOPED_TRACE(describe(problem));
    const HostSolver solver{problem};
    const std::vector<Real> f(static_cast<std::size_t>(points(problem)), Real{1});
    std::vector<Real> u(f.size());
    solver.solve(std::span<const Real>{f}, std::span<Real>{u});
    const std::span<const Real> given{f};
    const Residual good = residual_of(problem, given, 0.0, std::span<const Real>{u});
    EXPECT_TRUE(good.at_rounding_level()) << good.balance_error;
    for (Real& value : u) {
        value *= static_cast<Real>(1.0 + error);
    }
    const Residual bad = residual_of(problem, given, 0.0, std::span<const Real>{u});
    EXPECT_LE(bad.backward_error, bad.rounding_level);
    EXPECT_FALSE(bad.at_rounding_level());
    EXPECT_GT(bad.balance_error, 0.25 * error);  // of f and of lambda u: two terms
    test::on_ranks(3, [&](const Communicator& ranks) {
        const ranks::Slice own = ranks::slices_of(unknowns(problem, 2).count, ranks.size())
                                     .at(static_cast<std::size_t>(ranks.rank()));
        const auto plane = static_cast<std::size_t>(points(problem) / unknowns(problem, 2).count);
        const auto planes = [&](const std::vector<Real>& all) {
            return std::span<const Real>{all}.subspan(static_cast<std::size_t>(own.first) * plane,
                                                      static_cast<std::size_t>(own.count) * plane);
        };
        const Residual many = residual_of(problem, planes(f), 0.0, planes(u), ranks);
        EXPECT_NEAR(many.balance_error, bad.balance_error, eps);
        EXPECT_NEAR(many.backward_error, bad.backward_error,
                    test::reordered_sum(512) * bad.backward_error);
    });
}

TEST(PoissonResidual, a_constant_error_along_a_stretched_axis_is_above_rounding_level)
{
    for (const Problem& problem : test::nearly_constant_problems(512, -1e-8)) {
        expect_balance_to_fail<double>(problem, 1e-6);
        expect_balance_to_fail<float>(problem, 1e-3);
    }
}

TEST(PoissonResidual, says_what_rounding_leaves_of_a_solution)
{
    Problem problem = box({64, 1, 1}, {all_sides[2], all_sides[0], all_sides[0]});
    problem.lambda = -1e-8;
    const HostSolver solver{problem};
    std::vector<double> f(64);
    for (std::size_t k = 0; k < f.size(); ++k) {
        f[k] = k < 32 ? 1.0 : -1.0;  // no mean, so that u is no larger than f
    }
    std::vector<double> u(f.size());
    solver.solve(std::span<const double>{f}, std::span<double>{u});
    const Residual odd =
        residual_of(problem, std::span<const double>{f}, 0.0, std::span<const double>{u});
    EXPECT_LE(digits_left(*odd.forward_error), 8);
    std::ranges::fill(f, 1.0);
    solver.solve(std::span<const double>{f}, std::span<double>{u});
    const Residual constant =
        residual_of(problem, std::span<const double>{f}, 0.0, std::span<const double>{u});
    EXPECT_GE(digits_left(*constant.forward_error), 15);
}

TEST(PoissonResidual, what_is_not_finite_is_not_at_rounding_level)
{
    const Problem problem = box({9, 6, 8}, {all_sides[1], all_sides[2], all_sides[0]});
    std::vector<double> field;
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(), 1e300}) {
        EXPECT_FALSE(after_change(problem, bad, field).at_rounding_level()) << bad;
    }
}

TEST(PoissonResidual, of_nothing_is_nothing)
{
    const Problem problem = box({4, 4, 4}, {all_sides[1], all_sides[1], all_sides[1]});
    const std::vector<double> zeros(64);
    std::vector<double> field(64);
    const Residual residual = residual_of(problem, HostSolver{problem}, zeros, 0.0, zeros, field);
    EXPECT_EQ(residual.backward_error, 0.0);
    EXPECT_EQ(residual.relative_l2, 0.0);
    EXPECT_TRUE(residual.at_rounding_level());
}

TEST(PoissonResidual, arrays_that_do_not_fit_are_refused)
{
    const Problem problem = box({4, 4, 4}, {all_sides[1], all_sides[1], all_sides[1]});
    const HostSolver solver{problem};
    const std::vector<double> right(64);
    const std::vector<double> wrong(63);
    std::vector<double> field(64);
    std::vector<double> short_field(63);
    const auto residual = [&](const auto& f, const auto& u, auto& out) {
        static_cast<void>(residual_of(problem, solver, f, 0.0, u, out));
    };
    EXPECT_THROW(residual(wrong, right, field), std::invalid_argument);
    EXPECT_THROW(residual(right, wrong, field), std::invalid_argument);
    EXPECT_THROW(residual(right, right, short_field), std::invalid_argument);
    const auto by_planes = [&](std::span<const double> f, std::span<const double> u) {
        static_cast<void>(residual_of(problem, f, 0.0, u));
    };
    EXPECT_THROW(by_planes(wrong, right), std::invalid_argument);
    EXPECT_THROW(by_planes(right, wrong), std::invalid_argument);
}

// The alternating field is the mode of the largest eigenvalue along even periodic axes.
TEST(OperatorNorm, is_reached_by_the_alternating_field)
{
    for (const Operator op : all_operators) {
        Problem problem = box({8, 6, 4}, {all_sides[0], all_sides[0], all_sides[0]});
        problem.op = op;
        problem.lambda = -3.0;
        std::vector<double> u;
        for (std::int64_t n = 0; n < points(problem); ++n) {
            u.push_back((n % 8 + n / 8 % 6 + n / 48) % 2 == 0 ? 1.0 : -1.0);
        }
        std::vector<double> out(u.size());
        HostSolver{problem}.apply(u, out);
        EXPECT_NEAR(norms_of(problem, out).l2 / operator_norm(problem), 1.0, 100.0 * eps);
    }
}

// Repeated applications of A leave the mode of its largest eigenvalue.
TEST(OperatorNorm, bounds_the_largest_eigenvalue_of_stretched_axes_closely)
{
    for (const Location location : all_locations) {
        for (const Sides& sides : {all_sides[1], all_sides[2], all_sides[3]}) {
            const Problem problem =
                test::stretched(box({1, 16, 1}, {all_sides[0], sides, all_sides[0]}, location), 1);
            SCOPED_TRACE(describe(problem));
            const HostSolver solver{problem};
            std::vector<double> u = some_numbers<double>(problem);
            std::vector<double> out(u.size());
            double growth = 0.0;
            for (int times = 0; times < 200; ++times) {
                solver.apply(u, out);
                growth = norms_of(problem, out).l2;  // of a u of norm 1
                for (std::size_t n = 0; n < u.size(); ++n) {
                    u[n] = out[n] / growth;
                }
            }
            EXPECT_LE(growth, operator_norm(problem));
            EXPECT_GE(growth, 0.5 * operator_norm(problem));
        }
    }
}

// |A| |u| of the largest f overflows a double, and the squares of the smallest f vanish.
TEST(PoissonResidual, right_hand_sides_of_any_size_are_solved_to_rounding)
{
    const Problem problem = box({8, 6, 5}, {all_sides[1], all_sides[2], all_sides[0]});
    const HostSolver solver{problem};
    for (const int exponent : {-900, 990}) {
        auto f = some_numbers<double>(problem);
        for (double& value : f) {
            value = std::ldexp(value, exponent);
        }
        std::vector<double> u(f.size());
        std::vector<double> field(f.size());
        const double mean =
            solver.solve(std::span<const double>{f}, std::span<double>{u}).removed_mean;
        const Residual left = residual_of(problem, solver, std::span<const double>{f}, mean,
                                          std::span<const double>{u}, std::span<double>{field});
        EXPECT_TRUE(std::isfinite(left.norms.l2)) << exponent;
        EXPECT_GT(left.norms.l2, 0.0) << exponent;
        EXPECT_TRUE(left.at_rounding_level()) << exponent << ": " << left.backward_error;
    }
}

/// The planes of a rank.
template <typename Real>
std::span<const Real> own_planes(const Problem& problem, const std::vector<Real>& values,
                                 const Communicator& ranks)
{
    const PlaneBlocks blocks = blocks_of(problem);
    const ranks::Slice own =
        ranks::slices_of(blocks.planes, ranks.size()).at(static_cast<std::size_t>(ranks.rank()));
    return std::span{values}.subspan(static_cast<std::size_t>(own.first * blocks.values),
                                     static_cast<std::size_t>(own.count * blocks.values));
}

/// Compares the residual that several ranks compute of their planes with that of one.
template <typename Real>
void expect_same_on_ranks(Problem problem, int size)
{
    SCOPED_TRACE(describe(problem) + ", ranks: " + std::to_string(size));
    problem.precision = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    const auto f = some_numbers<Real>(problem);
    std::vector<Real> u = f;
    std::ranges::reverse(u);
    const std::span<const Real> all_f{f};
    const Residual one = residual_of(problem, all_f, 0.25, std::span<const Real>{u});
    std::vector<double> field(f.size());
    residual_planes(problem, all_f, 0.25, std::span<const Real>{u})(0, field);
    const std::int64_t plane = blocks_of(problem).values;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const auto own_f = own_planes(problem, f, ranks);
        const auto own_u = own_planes(problem, u, ranks);
        const Residual many = residual_of(problem, own_f, 0.25, own_u, ranks);
        EXPECT_EQ(many.norms.max, one.norms.max);
        EXPECT_NEAR(many.norms.l2, one.norms.l2, 4.0 * eps * one.norms.l2);
        EXPECT_NEAR(many.norms.mean, one.norms.mean, 4.0 * eps * one.norms.max);
        EXPECT_NEAR(many.backward_error, one.backward_error, 8.0 * eps * one.backward_error);
        const auto begin = own_f.data() - f.data();
        std::vector<double> own(own_f.size());
        residual_planes(problem, own_f, 0.25, own_u, ranks)(begin / plane, own);
        EXPECT_TRUE(std::ranges::equal(own, std::span{field}.subspan(begin, own.size())));
    });
}

TEST(PoissonResidual, is_that_of_one_rank_on_several)
{
    for (const Sides& sides : all_sides) {
        for (const Location location : all_locations) {
            for (const Operator op : {Operator::second_order, Operator::fourth_order}) {
                Problem problem = box({6, 5, 9}, {all_sides[1], all_sides[2], sides}, location);
                problem.op = op;
                problem.lambda = -0.5;
                for (const int size : {2, 3, 4, 12}) {
                    expect_same_on_ranks<double>(problem, size);
                }
                expect_same_on_ranks<float>(problem, 3);
            }
        }
    }
    expect_same_on_ranks<double>(
        test::stretched(box({6, 5, 9}, {all_sides[1], all_sides[2], all_sides[3]}), 2), 4);
}

TEST(PoissonResidual, planes_that_are_not_those_of_the_rank_are_refused)
{
    const Problem problem = box({6, 5, 9}, {all_sides[0], all_sides[0], all_sides[0]});
    const auto f = some_numbers<double>(problem);
    const auto on_two = [&](const Communicator& ranks) {
        static_cast<void>(residual_of(problem, std::span<const double>{f}, 0.0,
                                      std::span<const double>{f}, ranks));
    };
    EXPECT_THROW(test::on_ranks(2, on_two), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::poisson
