// SPDX-License-Identifier: BSD-3-Clause
// Two and three axes with rows of their own: stretched, with Robin ends or a coefficient.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "solvers/poisson/check/manufactured.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::box;

const Sides held{Condition::robin, Condition::robin, {{{0.3, 1.0}, {2.0, 0.1}}}};
const Sides robin_neumann{Condition::robin, Condition::neumann, {{{1.0, 0.2}, {}}}};

/// Ends of the three axes, none of which is periodic.
const std::array<std::array<Sides, 3>, 6> all_ends{
    {{test::dirichlet, test::dirichlet, test::dirichlet},
     {test::neumann, test::neumann, test::neumann},
     {test::neumann, test::all_sides[3], test::all_sides[4]},
     {held, test::neumann, test::dirichlet},
     {test::neumann, robin_neumann, test::neumann},
     {held, robin_neumann, held}}};

Problem with_stretched(Problem problem, unsigned axes)
{
    for (int axis = 0; axis < 3; ++axis) {
        problem = (axes >> axis & 1U) != 0 ? test::stretched(problem, axis) : problem;
    }
    return problem;
}

template <typename Call>
void for_each_mix(const Call& call)
{
    for (const Location location : test::all_locations) {
        for (const auto& ends : all_ends) {
            for (unsigned axes = 0; axes < 8; ++axes) {
                call(with_stretched(box({9, 20, 13}, ends, location), axes));
            }
        }
    }
}

template <typename Real>
void expect_small_residual(Problem problem)
{
    problem.precision = precision_of<Real>;
    SCOPED_TRACE(describe(problem));
    const std::vector<Real> f = test::random_values<Real>(problem, 7);
    std::vector<Real> u(f.size());
    const HostSolver solver{problem};
    const double removed = solver.solve(std::span<const Real>{f}, std::span<Real>{u}).removed_mean;
    const Residual residual =
        residual_of(problem, std::span<const Real>{f}, removed, std::span<const Real>{u});
    EXPECT_TRUE(residual.at_rounding_level())
        << residual.backward_error << " " << residual.rounding_level << " "
        << residual.balance_error << " " << residual.balance_level;
    EXPECT_GT(residual.backward_error, 0.0);
    if (has_null_space(problem)) {
        const Norms of_f = norms_of(problem, std::span<const Real>{f});
        const Norms of_u = norms_of(problem, std::span<const Real>{u});
        const double epsilon = std::numeric_limits<Real>::epsilon();
        EXPECT_NEAR(removed, of_f.mean, 8.0 * epsilon);
        EXPECT_NEAR(of_u.mean, 0.0, 8.0 * epsilon * of_u.l2);
    } else {
        EXPECT_EQ(removed, 0.0);
    }
    std::vector<Real> applied(f.size());
    solver.apply(std::span<const Real>{u}, std::span<Real>{applied});
    std::vector<Real> again(f.size());
    solver.solve(std::span<const Real>{applied}, std::span<Real>{again});
    if (problem.lambda <= 0.0) {
        EXPECT_LT(test::relative_difference(again, u), test::solution_tolerance(problem));
    }
}

TEST(DenseAxes, leave_a_residual_of_rounding)
{
    for_each_mix([](Problem problem) {
        expect_small_residual<double>(problem);
        expect_small_residual<float>(problem);
        problem.lambda = -3.0;
        expect_small_residual<double>(problem);
        problem.lambda = 50.0;
        expect_small_residual<double>(problem);
    });
}

TEST(DenseAxes, go_with_fewer_axes_and_with_periodic_ones)
{
    const Sides& periodic = test::periodic;
    expect_small_residual<double>(
        with_stretched(box({17, 9, 1}, {test::dirichlet, test::neumann, periodic}), 3));
    expect_small_residual<double>(
        with_stretched(box({17, 1, 9}, {test::dirichlet, periodic, test::neumann}), 5));
    expect_small_residual<double>(
        with_stretched(box({12, 9, 14}, {test::dirichlet, periodic, test::neumann}), 5));
    expect_small_residual<double>(
        with_stretched(box({12, 9, 14}, {test::dirichlet, test::neumann, periodic}), 3));
    expect_small_residual<double>(
        with_stretched(box({12, 9, 14}, {periodic, test::neumann, test::neumann}), 6));
}

/// The axis with its own equal cells given as nodes: stretched by name, and so eliminated.
Problem with_nodes(Problem problem, int axis)
{
    Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<double> nodes;
    for (std::int64_t node = 0; node <= one.cells; ++node) {
        nodes.push_back(one.node(node));
    }
    nodes.back() = one.upper;
    one.nodes = nodes;
    return problem;
}

TEST(DenseAxes, give_what_elimination_gives)
{
    for (const Location location : test::all_locations) {
        for (const auto& ends : all_ends) {
            const Problem one = test::stretched(
                box({16, 11, 12}, {ends[0], ends[1], test::dirichlet}, location), 0);
            const Problem two = with_nodes(one, 2);
            ASSERT_EQ(has_dense_axes(two), true);
            const std::vector<double> f = test::random_values<double>(one, 3);
            std::vector<double> u(f.size());
            std::vector<double> v(f.size());
            HostSolver{one}.solve(f, u);
            HostSolver{two}.solve(f, v);
            EXPECT_LT(test::relative_difference(v, u), 1e-13) << describe(two);
        }
    }
}

TEST(DenseAxes, go_with_an_open_end)
{
    for (const Location location : test::all_locations) {
        for (const auto& ends : all_ends) {
            const Sides open{Condition::neumann, Condition::open};
            const Problem one = box({16, 11, 12}, {test::neumann, ends[1], open}, location);
            const Problem two = with_nodes(one, 0);
            ASSERT_EQ(has_dense_axes(two), true);
            const std::vector<double> f = test::random_values<double>(one, 3);
            std::vector<double> u(f.size());
            std::vector<double> v(f.size());
            HostSolver{has_own_rows(one, 1) ? with_nodes(one, 1) : one}.solve(f, u);
            HostSolver{two}.solve(f, v);
            EXPECT_LT(test::relative_difference(v, u), 1e-12) << describe(two);
        }
    }
}

/// u = X(x) cos(2 pi y) along a line or in a plane, with Robin ends of x: X'' - k^2 X = 1 along the
/// line has the solution A cosh(k x) + B sinh(k x) - 1 / k^2.
TEST(RobinEnds, have_the_solution_of_a_screened_line)
{
    const double k = 2.0;
    for (const Location location : test::all_locations) {
        std::array<double, 2> errors{};
        for (std::size_t n = 0; n < 2; ++n) {
            const std::int64_t cells = n == 0 ? 40 : 80;
            Problem problem = box({cells, 1, 1}, {held, test::periodic, test::periodic}, location);
            problem.grid.axes[0] = {.cells = cells, .lower = 0.0, .upper = 1.0};
            problem.lambda = -k * k;
            // a u - b u' = g at 0 and a u + b u' = h at 1.
            const auto& [lower, upper] = held.robin;
            const double g = 0.7;
            const double h = -1.1;
            const double m11 = lower.a;
            const double m12 = -lower.b * k;
            const double m21 = upper.a * std::cosh(k) + upper.b * k * std::sinh(k);
            const double m22 = upper.a * std::sinh(k) + upper.b * k * std::cosh(k);
            const double r1 = g + lower.a / (k * k);
            const double r2 = h + upper.a / (k * k);
            const double determinant = m11 * m22 - m12 * m21;
            const double a = (r1 * m22 - m12 * r2) / determinant;
            const double b = (m11 * r2 - r1 * m21) / determinant;
            std::vector<double> u(static_cast<std::size_t>(points(problem)), 1.0);
            Walls<double> walls;
            walls.x[0].constant = g;
            walls.x[1].constant = h;
            Solver{problem, {.backend = Backend::cpu}}.solve(u.data(), walls, u.data());
            for (std::size_t at = 0; at < u.size(); ++at) {
                const double x = position(problem, 0, static_cast<std::int64_t>(at));
                const double exact = a * std::cosh(k * x) + b * std::sinh(k * x) - 1.0 / (k * k);
                errors.at(n) = std::max(errors.at(n), std::abs(u[at] - exact));
            }
        }
        EXPECT_LT(errors[1], 1e-3);
        EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.1);
    }
}

TEST(RobinEnds, become_other_ends_as_a_factor_goes_to_0)
{
    for (const double small : {1e-6, 1e-9}) {
        Problem robin = box({12, 9, 10}, {test::periodic, test::neumann, test::neumann});
        robin.sides[2] = {Condition::robin, Condition::robin, {{{1.0, small}, {small, 1.0}}}};
        Problem other = robin;
        other.sides[2] = {Condition::dirichlet, Condition::neumann};
        const std::vector<double> f = test::random_values<double>(robin, 3);
        std::vector<double> u(f.size());
        std::vector<double> v(f.size());
        Walls<double> walls;
        walls.z[0].constant = 0.4;
        walls.z[1].constant = -0.8;
        Solver{robin, {.backend = Backend::cpu}}.solve(f.data(), walls, u.data());
        Solver{other, {.backend = Backend::cpu}}.solve(f.data(), walls, v.data());
        EXPECT_LT(test::relative_difference(u, v), 100.0 * small);
    }
}

/// rho at the places that AxisCoefficient has, of an axis.
Problem with_rho(Problem problem, int axis)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<double> values;
    for (std::int64_t half = 0; half <= 2 * one.cells; ++half) {
        const double below = one.node(half / 2);
        const double at = half % 2 == 0 ? below : 0.5 * (below + one.node(half / 2 + 1));
        values.push_back(std::exp(-1.5 * (at - one.lower)));
    }
    problem.rho = AxisCoefficient{.axis = axis, .values = values};
    return problem;
}

/// div(rho grad u) of u = X Y Z with the manufactured factors, with rho = exp(-1.5 x) along an axis:
/// rho (laplacian(u) - 1.5 du/dx).
double order_with_rho(const std::array<Sides, 3>& ends, Location location, unsigned axes, int axis)
{
    std::array<double, 2> errors{};
    for (std::size_t n = 0; n < 2; ++n) {
        const std::int64_t cells = n == 0 ? 16 : 32;
        const Problem plain = with_stretched(box({cells, cells, cells}, ends, location), axes);
        const Problem problem = with_rho(plain, axis);
        const Manufactured made{plain, AtWalls::general};
        const FaceValues faces = made.face_values();
        const std::vector<double> exact = made.solution();
        std::vector<double> f = made.right_hand_side();
        const std::array<std::int64_t, 3> shape{
            unknowns(problem, 0).count, unknowns(problem, 1).count, unknowns(problem, 2).count};
        const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
        std::vector<double> u(f.size());
        std::size_t at = 0;
        for (std::int64_t k = 0; k < shape[2]; ++k) {
            for (std::int64_t j = 0; j < shape[1]; ++j) {
                for (std::int64_t i = 0; i < shape[0]; ++i, ++at) {
                    const std::array<std::int64_t, 3> index{i, j, k};
                    const double x =
                        position(problem, axis, index.at(static_cast<std::size_t>(axis)));
                    const double s = (x - one.lower) / (one.upper - one.lower);
                    // The factor along the axis is exp(0.7 s + 0.1 (axis + 1)) sin(2.1 s + 0.5 +
                    // axis), see Manufactured.
                    const double phase = 2.1 * s + 0.5 + axis;
                    const double slope =
                        (0.7 + 2.1 * std::cos(phase) / std::sin(phase)) / (one.upper - one.lower);
                    const double rho = std::exp(-1.5 * (x - one.lower));
                    f[at] = rho * (f[at] - 1.5 * slope * exact[at]);
                }
            }
        }
        Walls<double> walls;
        for (std::size_t a = 0; a < 3; ++a) {
            auto& of_axis = a == 0 ? walls.x : a == 1 ? walls.y : walls.z;
            for (std::size_t end = 0; end < 2; ++end) {
                of_axis.at(end).values = faces.of.at(a).at(end).data();
            }
        }
        Solver{problem, {.backend = Backend::cpu}}.solve(f.data(), walls, u.data());
        for (at = 0; at < u.size(); ++at) {
            u[at] -= exact[at];
        }
        const Norms error = norms_of(problem, std::span<const double>{u});
        if (has_null_space(problem)) {
            for (double& value : u) {
                value -= error.mean;
            }
            errors.at(n) = norms_of(problem, std::span<const double>{u}).l2;
        } else {
            errors.at(n) = error.l2;
        }
    }
    return std::log2(errors[0] / errors[1]);
}

TEST(CoefficientOfAnAxis, has_the_second_order)
{
    for (const Location location : test::all_locations) {
        for (const auto& ends : all_ends) {
            for (const unsigned axes : {0U, 4U, 3U}) {
                EXPECT_NEAR(order_with_rho(ends, location, axes, 2), 2.0, 0.15)
                    << axes << " " << describe(box({1, 1, 1}, ends, location));
            }
            EXPECT_NEAR(order_with_rho(ends, location, 1U, 0), 2.0, 0.15);
        }
    }
}

TEST(CoefficientOfAnAxis, leaves_a_residual_of_rounding)
{
    for_each_mix([](const Problem& problem) {
        expect_small_residual<double>(with_rho(problem, 2));
        expect_small_residual<float>(with_rho(problem, 0));
    });
}

TEST(DenseAxes, have_the_second_order)
{
    for (const Location location : test::all_locations) {
        for (const auto& ends : all_ends) {
            for (const unsigned axes : {3U, 5U, 6U, 7U}) {
                for (const double lambda : {0.0, -2.0}) {
                    std::array<double, 2> errors{};
                    for (std::size_t n = 0; n < 2; ++n) {
                        const std::int64_t cells = n == 0 ? 16 : 32;
                        Problem problem =
                            with_stretched(box({cells, cells, cells}, ends, location), axes);
                        problem.lambda = lambda;
                        errors.at(n) = discretisation_error(problem, AtWalls::general);
                    }
                    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.15)
                        << axes << " " << describe(box({1, 1, 1}, ends, location));
                }
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
