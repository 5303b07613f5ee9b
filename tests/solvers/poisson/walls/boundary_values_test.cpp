// SPDX-License-Identifier: BSD-3-Clause
// Boundary values moved to the right-hand side.
#include "solvers/poisson/walls/boundary_values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "solvers/poisson/axis/finite_difference.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using test::dirichlet;
using test::periodic;
using ::testing::HasSubstr;

std::vector<double> solve(const Problem& problem, const FaceValues& values, double source)
{
    std::vector<double> u(static_cast<std::size_t>(points(problem)), source);
    const BoundaryLift lift{problem, values};
    lift.subtract_from(std::span<double>{u});
    HostSolver{problem}.solve(u, u);
    lift.add_to(std::span<double>{u});
    return u;
}

/// u along x of a one-dimensional problem whose ends are `ends`, held at those values.
void expect_line(const Problem& problem, const std::array<double, 2>& values, double source,
                 const std::function<double(double)>& exact)
{
    FaceValues faces;
    faces.of[0] = {{{values[0]}, {values[1]}}};
    const std::vector<double> u = solve(problem, faces, source);
    for (std::size_t at = 0; at < u.size(); ++at) {
        const double x = position(problem, 0, static_cast<std::int64_t>(at));
        ASSERT_NEAR(u[at], exact(x), test::residual_tolerance(problem, 1.0, 1.0))
            << describe(problem) << " at x = " << x;
    }
}

TEST(BoundaryLift, straight_lines_are_exact_for_every_operator)
{
    for (const Location location : test::all_locations) {
        for (const Operator op : test::all_operators) {
            // u = 2 + 3 x on [0, 1.3]; outward derivatives are -3 and 3.
            const auto line = [](double x) { return 2.0 + 3.0 * x; };
            Problem problem = box({20, 1, 1}, {dirichlet, periodic, periodic}, location);
            problem.op = op;
            expect_line(problem, {2.0, 5.9}, 0.0, line);
            problem.sides[0] = all_sides[3];
            expect_line(problem, {2.0, 3.0}, 0.0, line);
            problem.sides[0] = all_sides[4];
            expect_line(problem, {-3.0, 5.9}, 0.0, line);
            expect_line(test::stretched(problem, 0), {-3.0, 5.9}, 0.0, line);
        }
    }
}

TEST(BoundaryLift, parabolas_are_exact_for_fourth_order_walls)
{
    // u = x^2 has the constant source 2; second_order on cells misses it by h^2 / 4 at a wall.
    for (const Location location : test::all_locations) {
        Problem problem = box({12, 1, 1}, {dirichlet, periodic, periodic}, location);
        problem.op = Operator::fourth_order;
        const auto parabola = [](double x) { return x * x; };
        expect_line(problem, {0.0, 1.69}, 2.0, parabola);
        problem.sides[0] = all_sides[3];
        expect_line(problem, {0.0, 2.6}, 2.0, parabola);
    }
}

TEST(BoundaryLift, fluxes_that_balance_the_source_leave_no_mean)
{
    for (const Operator op : test::all_operators) {
        Problem problem = box({12, 8, 1}, {all_sides[2], periodic, periodic});
        problem.op = op;
        FaceValues faces;
        faces.of[0] = {{{0.4}, {0.9}}};  // the flux out through both faces: 1.3 = the source
        const BoundaryLift lift{problem, faces};
        std::vector<double> f(static_cast<std::size_t>(points(problem)), 1.0);
        lift.subtract_from(std::span<double>{f});
        EXPECT_NEAR(HostSolver{problem}.solve(f, f).removed_mean, 0.0, 1e-13);
        std::vector<double> half(f.size(), 0.5);
        lift.subtract_from(std::span<double>{half});
        EXPECT_NEAR(HostSolver{problem}.solve(half, half).removed_mean, -0.5, 1e-13);
    }
}

TEST(BoundaryLift, works_in_single_precision)
{
    Problem problem = box({20, 1, 1}, {dirichlet, periodic, periodic});
    problem.precision = Precision::fp32;
    FaceValues faces;
    faces.of[0] = {{{1.0}, {2.0}}};
    const BoundaryLift lift{problem, faces};
    std::vector<float> u(20, 0.0F);
    lift.subtract_from(std::span<float>{u});
    HostSolver{problem}.solve(u, u);
    lift.add_to(std::span<float>{u});
    EXPECT_NEAR(u[0], 1.025F, test::residual_tolerance(problem, 1.0, 1.0));
}

/// Values on all walls that change along them.
FaceValues uneven_values(const Problem& problem)
{
    FaceValues faces;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t end = 0; end < 2 && problem.sides[axis].lower != Condition::periodic;
             ++end) {
            std::vector<double>& values = faces.of.at(axis).at(end);
            values.resize(static_cast<std::size_t>(
                points(problem) / unknowns(problem, static_cast<int>(axis)).count));
            for (std::size_t at = 0; at < values.size(); ++at) {
                values[at] = 0.3 + static_cast<double>((at * at + axis + 2 * end) % 7);
            }
        }
    }
    return faces;
}

/// Blocks of `least`, one more, two more, ... planes give the bits that the whole array has.
void expect_same_by_planes(const Problem& problem, const FaceValues& faces, std::int64_t least)
{
    SCOPED_TRACE(describe(problem));
    std::vector<double> whole(static_cast<std::size_t>(points(problem)));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        whole[at] = 0.1 * static_cast<double>(at * at % 101);
    }
    std::vector<double> parts = whole;
    const BoundaryLift lift{problem, faces};
    lift.subtract_from(std::span<double>{whole});
    const auto subtract = lift.subtract_by_planes();
    const std::int64_t planes = unknowns(problem, 2).count;
    const auto plane = static_cast<std::int64_t>(parts.size()) / planes;
    for (std::int64_t first = 0, count = least; first < planes; first += count++) {
        count = planes - first - count < least ? planes - first : count;  // none is left too few
        subtract(first, std::span{parts}.subspan(static_cast<std::size_t>(first * plane),
                                                 static_cast<std::size_t>(count * plane)));
    }
    EXPECT_EQ(parts, whole);
}

TEST(BoundaryLift, zeros_change_nothing_but_what_the_fourth_order_needs)
{
    const Problem problem = box({8, 8, 8}, {dirichlet, periodic, all_sides[2]});
    std::vector<double> f(512, 1.0);
    const BoundaryLift lift{problem, {}};
    lift.subtract_from(std::span<double>{f});
    lift.add_to(std::span<double>{f});
    EXPECT_EQ(f, std::vector<double>(512, 1.0));
    EXPECT_TRUE(lift.leaves_f());
    EXPECT_FALSE((BoundaryLift{problem, uneven_values(problem)}.leaves_f()));

    Problem fourth = problem;
    fourth.op = Operator::fourth_order;
    EXPECT_FALSE((BoundaryLift{fourth, {}}.leaves_f()));
    BoundaryLift{fourth, {}}.subtract_from(std::span<double>{f});
    for (std::size_t at = 0; at < f.size(); ++at) {
        const std::size_t x = at % 8;
        EXPECT_EQ(f[at] != 1.0, x < 2 || x > 5) << "two rows at each Dirichlet wall, x = " << x;
    }
}

TEST(BoundaryLift, is_the_same_plane_by_plane)
{
    for (const Sides& sides : all_sides) {
        for (const Location location : test::all_locations) {
            for (const Operator op : test::all_operators) {
                for (const Sides& others : {sides, all_sides[3]}) {
                    Problem problem = box({7, 6, 14}, {others, all_sides[1], sides}, location);
                    problem.op = op;
                    problem.lambda = -1.5;
                    const std::int64_t least = op == Operator::fourth_order ? 3 : 1;
                    expect_same_by_planes(problem, uneven_values(problem), least);
                    expect_same_by_planes(problem, {}, least);
                }
            }
        }
    }
}

TEST(BoundaryLift, a_wall_of_fourth_order_needs_three_planes)
{
    Problem problem = box({4, 4, 8}, {periodic, periodic, dirichlet});
    problem.op = Operator::fourth_order;
    const BoundaryLift lift{problem, {}};
    std::vector<double> f(2 * 16);
    const auto subtract = lift.subtract_by_planes();
    EXPECT_NO_THROW(subtract(3, f));
    EXPECT_THROW(subtract(0, f), std::invalid_argument);
    EXPECT_THROW(subtract(6, f), std::invalid_argument);
}

// What is solved for the values of a spectral problem, and what is added to u, is that of the
// planes that a rank has.
TEST(BoundaryLift, solves_for_the_planes_of_a_rank)
{
    Problem problem = box({7, 6, 9}, {all_sides[1], all_sides[2], all_sides[3]});
    problem.op = Operator::spectral;
    const FaceValues faces = uneven_values(problem);
    const auto share_of = [&](const ranks::Slice& own) {
        const auto solve = [](const Problem& other, std::span<double> f) {
            EXPECT_EQ(other.op, Operator::fourth_order);
            std::ranges::for_each(f, [](double& value) { value *= 2.0; });
            return 0.75;
        };
        const BoundaryLift lift{problem, faces, own, solve};
        std::vector<double> one(42, 1.0);
        lift.subtract_by_planes()(0, one);
        EXPECT_EQ(one, std::vector<double>(42, 1.75));
        std::vector<double> u(static_cast<std::size_t>(own.count) * 42);
        lift.add_to(std::span<double>{u});
        u.push_back(0.0);
        EXPECT_THROW(lift.add_to(std::span<double>{u}), std::invalid_argument);
        u.pop_back();
        return u;
    };
    const std::vector<double> whole = share_of({.first = 0, .count = 9});
    EXPECT_NE(whole, std::vector<double>(whole.size()));
    std::vector<double> parts;
    for (const ranks::Slice& own : ranks::slices_of(9, 11)) {
        const std::vector<double> part = share_of(own);
        parts.insert(parts.end(), part.begin(), part.end());
    }
    EXPECT_EQ(parts, whole);
}

void expect_refused(const Problem& problem, const FaceValues& faces, const char* sentence)
{
    try {
        const BoundaryLift lift{problem, faces};
        FAIL() << "it was accepted";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), HasSubstr(sentence));
    }
}

TEST(BoundaryLift, refuses_values_that_do_not_fit)
{
    const Problem problem = box({8, 6, 4}, {dirichlet, periodic, dirichlet});
    FaceValues faces;
    faces.of[0][1] = std::vector<double>(23);
    expect_refused(problem, faces, "the upper face across x has 23 values where 0, 1 or 24 fit");
    faces.of[0][1] = {std::numeric_limits<double>::infinity()};
    expect_refused(problem, faces, "the upper face across x has a value that is not finite");
    faces.of[0][1] = {};
    faces.of[1][0] = {1.0};
    expect_refused(problem, faces, "the lower face across y is periodic and has values");
    const BoundaryLift lift{problem, {}};
    std::vector<double> f(191);
    EXPECT_THROW(lift.subtract_from(std::span<double>{f}), std::invalid_argument);
    EXPECT_THROW(lift.add_to(std::span<double>{f}), std::invalid_argument);
}

TEST(BoundaryLift, values_of_the_spectral_operator_need_what_the_fourth_order_one_does)
{
    FaceValues faces;
    faces.of[0] = {{{1.0}, {2.0}}};
    for (const std::int64_t cells : {1, 2}) {
        Problem problem = box({cells, 8, 1}, {dirichlet, periodic, periodic});
        problem.op = Operator::spectral;
        EXPECT_NO_THROW((BoundaryLift{problem, {}}));
        expect_refused(problem, faces, "give it more cells");
    }
}

TEST(DifferenceWeights, are_the_textbook_ones)
{
    const std::array positions{-1.0, 0.0, 1.0};
    EXPECT_THAT(difference_weights(positions, 0.0, 2),
                ::testing::Pointwise(::testing::DoubleNear(1e-15), {1.0, -2.0, 1.0}));
    EXPECT_THAT(difference_weights(positions, 0.0, 1),
                ::testing::Pointwise(::testing::DoubleNear(1e-15), {-0.5, 0.0, 0.5}));
    EXPECT_THAT(difference_weights(positions, 0.5, 0),
                ::testing::Pointwise(::testing::DoubleNear(1e-15), {-0.125, 0.75, 0.375}));
}

TEST(DifferenceWeights, are_exact_for_polynomials_on_uneven_points)
{
    const std::array positions{0.1, 0.5, 0.6, 1.4};
    const std::vector<double> weights = difference_weights(positions, 0.3, 2);
    double sum = 0.0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double x = positions.at(i);
        sum += weights[i] * (x * x * x - 2.0 * x * x);
    }
    EXPECT_NEAR(sum, 6.0 * 0.3 - 4.0, 1e-12);
}

}  // namespace
}  // namespace tobiuo::poisson
