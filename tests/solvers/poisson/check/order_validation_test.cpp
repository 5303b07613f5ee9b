// SPDX-License-Identifier: BSD-3-Clause
// Manufactured solutions: the error falls with the order that theory says.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "solvers/poisson/check/manufactured.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;

Problem plane(std::int64_t cells, const Sides& x, const Sides& y, Location location, Operator op)
{
    Problem problem = test::box({cells, cells, 1}, {x, y, all_sides[0]}, location);
    problem.op = op;
    return problem;
}

/// The grids must be fine enough: if terms of neighbouring orders cancel, the order shows late.
void expect_order(double coarse, double fine, double theory, const Problem& problem)
{
    const double order = std::log2(coarse / fine);
    EXPECT_NEAR(order, theory, 0.1) << describe(problem) << ": errors " << coarse << ", " << fine;
}

void expect_order_for_all_walls(Operator op, std::int64_t cells, double theory)
{
    for (const Location location : test::all_locations) {
        for (const Sides& x : all_sides) {
            for (const Sides& y : all_sides) {
                const Problem fine = plane(2 * cells, x, y, location, op);
                const double coarse_error =
                    discretisation_error(plane(cells, x, y, location, op), AtWalls::general);
                expect_order(coarse_error, discretisation_error(fine, AtWalls::general), theory,
                             fine);
            }
        }
    }
}

TEST(PoissonOrderValidation, second_order_for_all_walls)
{
    expect_order_for_all_walls(Operator::second_order, 48, 2.0);
}

TEST(PoissonOrderValidation, fourth_order_for_all_walls)
{
    expect_order_for_all_walls(Operator::fourth_order, 320, 4.0);
}

TEST(PoissonOrderValidation, orders_hold_in_three_dimensions_with_lambda)
{
    for (const Location location : test::all_locations) {
        for (const Operator op : {Operator::second_order, Operator::fourth_order}) {
            const auto problem = [&](std::int64_t cells) {
                Problem one = test::box({cells, cells, cells},
                                        {all_sides[0], all_sides[3], all_sides[4]}, location);
                one.op = op;
                one.lambda = -3.0;
                return one;
            };
            expect_order(discretisation_error(problem(48), AtWalls::general),
                         discretisation_error(problem(96), AtWalls::general),
                         op == Operator::second_order ? 2.0 : 4.0, problem(96));
        }
    }
}

TEST(PoissonOrderValidation, second_order_along_a_stretched_axis)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : {all_sides[1], all_sides[2], all_sides[3], all_sides[4]}) {
            for (const Sides& other : {all_sides[0], all_sides[1]}) {
                const auto problem = [&](std::int64_t cells) {
                    return test::stretched(
                        plane(cells, other, ends, location, Operator::second_order), 1);
                };
                expect_order(discretisation_error(problem(64), AtWalls::general),
                             discretisation_error(problem(128), AtWalls::general), 2.0,
                             problem(128));
            }
        }
    }
}

TEST(PoissonOrderValidation, spectral_decay_for_smooth_continuations)
{
    for (const Location location : test::all_locations) {
        for (const Sides& x : all_sides) {
            for (const Sides& y : all_sides) {
                // 32 modes resolve these functions to rounding; 8 do not.
                EXPECT_GT(discretisation_error(plane(8, x, y, location, Operator::spectral),
                                               AtWalls::symmetric),
                          1e-9);
                const Problem fine = plane(32, x, y, location, Operator::spectral);
                EXPECT_LT(discretisation_error(fine, AtWalls::symmetric), 1e-13) << describe(fine);
            }
        }
    }
}

TEST(PoissonOrderValidation, spectral_falls_to_second_order_where_walls_break_the_symmetry)
{
    for (const Location location : test::all_locations) {
        for (const Sides& ends : {all_sides[1], all_sides[2], all_sides[3], all_sides[4]}) {
            const auto problem = [&](std::int64_t cells) {
                return plane(cells, ends, ends, location, Operator::spectral);
            };
            const double order = std::log2(discretisation_error(problem(64), AtWalls::general) /
                                           discretisation_error(problem(128), AtWalls::general));
            EXPECT_GT(order, 1.9) << describe(problem(128));
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
