// SPDX-License-Identifier: BSD-3-Clause
// Poisson problems: their unknowns, and the refused ones.
#include "solvers/poisson/problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using test::dirichlet;
using test::neumann;
using test::periodic;
using ::testing::HasSubstr;

TEST(PoissonProblem, cells_are_all_unknown)
{
    for (const Sides& ends : all_sides) {
        const Unknowns all = unknowns(box({10, 4, 4}, {ends, periodic, periodic}), 0);
        EXPECT_EQ(all.first, 0);
        EXPECT_EQ(all.count, 10);
    }
}

TEST(PoissonProblem, nodes_on_dirichlet_walls_and_the_last_periodic_one_are_known)
{
    const auto along_x = [](const Sides& ends) {
        const Unknowns found =
            unknowns(box({10, 4, 4}, {ends, periodic, periodic}, Location::node), 0);
        return std::pair{found.first, found.count};
    };
    EXPECT_EQ(along_x(periodic), (std::pair{0L, 10L}));
    EXPECT_EQ(along_x(dirichlet), (std::pair{1L, 9L}));
    EXPECT_EQ(along_x(neumann), (std::pair{0L, 11L}));
    EXPECT_EQ(along_x(all_sides[3]), (std::pair{1L, 10L}));
    EXPECT_EQ(along_x(all_sides[4]), (std::pair{0L, 10L}));
}

TEST(PoissonProblem, unknowns_sit_where_the_grid_has_them)
{
    const Problem cells = box({10, 4, 4}, {dirichlet, periodic, periodic});
    EXPECT_DOUBLE_EQ(position(cells, 0, 0), 0.065);
    const Problem nodes = box({10, 4, 4}, {dirichlet, periodic, periodic}, Location::node);
    EXPECT_DOUBLE_EQ(position(nodes, 0, 0), 0.13);
    EXPECT_DOUBLE_EQ(position(nodes, 0, 8), 1.17);
}

TEST(PoissonProblem, constants_are_in_the_null_space_without_dirichlet_walls_and_lambda)
{
    EXPECT_TRUE(has_null_space(box({4, 4, 4}, {periodic, neumann, periodic})));
    EXPECT_FALSE(has_null_space(box({4, 4, 4}, {periodic, all_sides[3], periodic})));
    Problem helmholtz = box({4, 4, 4}, {periodic, neumann, periodic});
    helmholtz.lambda = -1.0;
    EXPECT_FALSE(has_null_space(helmholtz));
}

TEST(PoissonProblem, describes_itself_in_one_line)
{
    Problem problem = test::stretched(box({8, 6, 4}, {periodic, dirichlet, all_sides[4]}), 1);
    EXPECT_EQ(describe(problem),
              "poisson 8x6x4 cells, periodic x dirichlet (stretched) x neumann-dirichlet, "
              "second-order, double");
    problem.lambda = 1.0;
    problem.precision = Precision::fp32;
    problem.op = Operator::spectral;
    problem.grid.location = Location::node;
    EXPECT_EQ(describe(problem),
              "helmholtz 8x6x4 cells (values on nodes), periodic x dirichlet (stretched) x "
              "neumann-dirichlet, spectral, single");
    EXPECT_EQ(describe(box({8, 6, 1}, {neumann, dirichlet, periodic})),
              "poisson 8x6 cells, neumann x dirichlet, second-order, double");
    EXPECT_EQ(describe(box({8, 1, 1}, {periodic, periodic, periodic})),
              "poisson 8 cells, periodic, second-order, double");
}

/// A good problem after `spoil`, and a part of the sentence that refuses it.
struct BadProblem {
    const char* name;
    std::function<void(Problem&)> spoil;
    const char* sentence;
};

class BadPoissonProblem : public ::testing::TestWithParam<BadProblem> {};

TEST_P(BadPoissonProblem, is_refused_with_one_sentence)
{
    Problem problem = box({8, 6, 4}, {periodic, dirichlet, neumann});
    EXPECT_NO_THROW(validate(problem));
    GetParam().spoil(problem);
    try {
        validate(problem);
        FAIL() << "it was accepted";
    } catch (const std::invalid_argument& error) {
        EXPECT_THAT(error.what(), HasSubstr(GetParam().sentence));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadPoissonProblem,
    ::testing::Values(
        BadProblem{"no_cells", [](Problem& bad) { bad.grid.axes[0].cells = 0; },
                   "axis x has 0 cells"},
        BadProblem{
            "more_cells_than_addresses_reach",
            [](Problem& bad) { bad.grid.axes[1].cells = std::numeric_limits<std::int64_t>::max(); },
            "axis y has 9223372036854775807 cells"},
        BadProblem{"more_unknowns_than_addresses_reach",
                   [](Problem& bad) {
                       for (Axis& axis : bad.grid.axes) {
                           axis.cells = std::int64_t{1} << 21;
                       }
                   },
                   "the problem has 2^59 unknown values or more"},
        BadProblem{"bounds_that_do_not_increase",
                   [](Problem& bad) { bad.grid.axes[1].upper = bad.grid.axes[1].lower; },
                   "axis y goes from -0.5"},
        BadProblem{
            "bounds_that_are_not_finite",
            [](Problem& bad) { bad.grid.axes[2].upper = std::numeric_limits<double>::infinity(); },
            "axis z goes from 1"},
        BadProblem{"periodic_at_one_end",
                   [](Problem& bad) { bad.sides[1].upper = Condition::periodic; },
                   "axis y is periodic at one end only"},
        BadProblem{"robin_factors_of_two_signs",
                   [](Problem& bad) {
                       bad.sides[1] = {Condition::robin, Condition::neumann, {{{1.0, -1.0}, {}}}};
                   },
                   "axis y has a robin end with a = 1 and b = -1"},
        BadProblem{"a_robin_factor_of_0",
                   [](Problem& bad) {
                       bad.sides[1] = {Condition::neumann, Condition::robin, {{{}, {1.0, 0.0}}}};
                   },
                   "axis y has a robin end with a = 1 and b = 0"},
        BadProblem{"a_robin_end_and_another_operator",
                   [](Problem& bad) {
                       bad.sides[1] = {Condition::robin, Condition::neumann};
                       bad.op = Operator::spectral;
                   },
                   "axis y has a robin end, and the operator is not the second-order one"},
        BadProblem{"a_coefficient_of_another_length",
                   [](Problem& bad) {
                       bad.rho = {.axis = 1, .values = {1.0, 2.0}};
                   },
                   "axis y has a coefficient rho of 2 values where"},
        BadProblem{"a_coefficient_that_is_not_positive",
                   [](Problem& bad) {
                       const std::int64_t cells = bad.grid.axes[1].cells;
                       bad.rho = {.axis = 1,
                                  .values = std::vector<double>(
                                      static_cast<std::size_t>(2 * cells + 1), 0.0)};
                   },
                   "axis y has a coefficient rho that is 0 at value 0"},
        BadProblem{"a_dense_axis_that_is_too_long",
                   [](Problem& bad) {
                       bad.grid.axes[1].cells = 5000;
                       bad = test::stretched(test::stretched(bad, 1), 2);
                   },
                   "axis y has 5000 unknown values and eigenvectors of its own"},
        BadProblem{"a_stretched_periodic_axis", [](Problem& bad) { bad = test::stretched(bad, 0); },
                   "axis x is stretched and periodic"},
        BadProblem{"nodes_that_do_not_increase",
                   [](Problem& bad) {
                       bad = test::stretched(bad, 1);
                       bad.grid.axes[1].nodes[3] = bad.grid.axes[1].nodes[2];
                   },
                   "axis y has nodes 2 and 3 at"},
        BadProblem{"too_few_nodes",
                   [](Problem& bad) {
                       bad = test::stretched(bad, 1);
                       bad.grid.axes[1].nodes.pop_back();
                   },
                   "axis y has 6 cells, but 6 nodes"},
        BadProblem{"too_few_cells_for_the_operator",
                   [](Problem& bad) {
                       bad.grid.axes[2].cells = 2;
                       bad.op = Operator::fourth_order;
                   },
                   "axis z has 2 unknown values"},
        BadProblem{"no_node_between_two_walls",
                   [](Problem& bad) {
                       bad.grid.axes[1].cells = 1;
                       bad.grid.location = Location::node;
                   },
                   "axis y has 0 unknown values"},
        BadProblem{"cells_whose_squares_underflow",
                   [](Problem& bad) {
                       bad.grid.axes[0].lower = 0.0;
                       bad.grid.axes[0].upper = 1e-160;
                   },
                   "axis x has cells of a length of 1.25e-161"},
        BadProblem{"cells_whose_squares_overflow",
                   [](Problem& bad) { bad.grid.axes[2].upper = 1e200; },
                   "axis z has cells of a length of 2.5e+199"},
        BadProblem{"lambda_that_is_not_finite",
                   [](Problem& bad) { bad.lambda = std::numeric_limits<double>::quiet_NaN(); },
                   "lambda is not finite"}),
    [](const auto& info) { return std::string{info.param.name}; });

}  // namespace
}  // namespace tobiuo::poisson
