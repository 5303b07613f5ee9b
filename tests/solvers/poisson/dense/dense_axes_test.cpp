// Two and three axes with rows of their own: stretched, with Robin ends or a coefficient.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
