// SPDX-License-Identifier: BSD-3-Clause
// Expressions on the points of a problem: values, their order, and values that are not finite.
#include "solvers/poisson/sample.hpp"
#include "tests/support/on_threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tobiuo::poisson {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Sides periodic{Condition::periodic, Condition::periodic};
constexpr Sides dirichlet{Condition::dirichlet, Condition::dirichlet};
constexpr Sides neumann{Condition::neumann, Condition::neumann};

/// 4 x 2 x 3 cells, z stretched; all coordinates are exact in binary.
Problem sample_problem(Location location)
{
    return {.grid = {.axes = {{{.cells = 4, .lower = 0, .upper = 1},
                               {.cells = 2, .lower = -1, .upper = 1},
                               {.cells = 3, .lower = 0, .upper = 8, .nodes = {0, 1, 4, 8}}}},
                     .location = location},
            .sides = {periodic, dirichlet, neumann}};
}

/// Points enough for six threads, with coordinates that are exact in binary.
Problem large_problem(Location location)
{
    Problem problem = sample_problem(location);
    problem.grid.axes[0].cells = 32;
    problem.grid.axes[1].cells = 16;
    problem.grid.axes[2] = {.cells = 64, .lower = 0, .upper = 8};
    return problem;
}

using test::OnThreads;

template <typename Act>
std::string sentence_of(Act&& act)
{
    try {
        act();
    } catch (const NotFinite& error) {
        return error.what();
    }
    return "all values are finite";
}

TEST(Sample, has_the_value_of_every_unknown_at_its_place)
{
    const Expression expression{"x + 100*y + 10000*z"};
    for (const Location location : {Location::cell, Location::node}) {
        for (const int threads : {0, 1, 2, 5}) {
            const Problem problem =
                threads == 0 ? sample_problem(location) : large_problem(location);
            const OnThreads scope{std::max(1, threads)};
            std::vector<double> values(static_cast<std::size_t>(points(problem)), -1.0);
            sample(expression, problem, values);
            std::size_t at = 0;
            for (std::int64_t k = 0; k < unknowns(problem, 2).count; ++k) {
                for (std::int64_t j = 0; j < unknowns(problem, 1).count; ++j) {
                    for (std::int64_t i = 0; i < unknowns(problem, 0).count; ++i) {
                        ASSERT_EQ(values[at++], position(problem, 0, i) +
                                                    100 * position(problem, 1, j) +
                                                    10000 * position(problem, 2, k));
                    }
                }
            }
        }
    }
}

TEST(Sample, of_a_grid_has_the_known_nodes_too)
{
    const Grid grid = sample_problem(Location::node).grid;
    std::vector<double> values(5 * 3 * 4);
    sample_grid(Expression{"x + 100*y + 10000*z"}, grid, values);
    EXPECT_EQ(values.front(), -100.0);
    EXPECT_EQ(values[4], 1.0 - 100.0);
    EXPECT_EQ(values[5], 0.0);
    EXPECT_EQ(values[15], 10000.0 - 100.0);
    EXPECT_EQ(values.back(), 1.0 + 100.0 + 80000.0);
}

TEST(Sample, at_many_times_has_the_bits_of_each_time_alone)
{
    const Problem problem = large_problem(Location::node);
    const Expression expression{"sin(x + 3*t)*y + exp(-z*t)", {"x", "y", "z", "t"}};
    for (const int threads : {1, 3}) {
        const OnThreads scope{threads};
        GridSampler sampler{expression, problem.grid};
        std::vector<double> values(static_cast<std::size_t>(sampler.count()));
        std::vector<double> alone(values.size());
        for (const double time : {0.0, 0.3, 0.1}) {
            sampler.sample(values, time);
            sample_grid(expression, problem.grid, alone, time);
            EXPECT_EQ(values, alone) << time;
        }
        values.pop_back();
        EXPECT_THROW(sampler.sample(values, 0.0), std::invalid_argument);
    }
}

TEST(Sample, of_planes_are_those_of_the_grid)
{
    const Grid grid = sample_problem(Location::node).grid;
    const Expression expression{"x + 100*y + 10000*z"};
    std::vector<double> values(5 * 3 * 4);
    sample_grid(expression, grid, values);
    std::vector<double> planes(5 * 3 * 2);
    sample_planes(expression, grid, 1, planes);
    EXPECT_TRUE(std::ranges::equal(planes, std::span{values}.subspan(15, 30)));
    EXPECT_EQ(sentence_of([&] { sample_planes(Expression{"1/(z-4)"}, grid, 1, planes); }),
              "'1/(z-4)' is infinite at x = 0, y = -1, z = 4: give an expression that is finite "
              "at every point");
    planes.pop_back();
    EXPECT_THROW(sample_planes(expression, grid, 1, planes), std::invalid_argument);
}

TEST(Sample, the_first_point_that_is_not_finite_is_reported_whatever_the_threads)
{
    const Problem problem = large_problem(Location::node);
    std::vector<double> values(static_cast<std::size_t>(points(problem)));
    for (const int threads : {1, 2, 3, 7}) {
        const OnThreads scope{threads};
        // Not finite at z = 4 from x = 0.5 on, and everywhere at z = 8.
        EXPECT_EQ(
            sentence_of([&] {
                sample(Expression{"z < 4 ? 1 : z < 8 && x < 0.5 ? 2 : -1/0"}, problem, values);
            }),
            "'z < 4 ? 1 : z < 8 && x < 0.5 ? 2 : -1/0' is infinite at x = 0.5, y = -0.875, z = 4: "
            "give an expression that is finite at every point");
    }
}

TEST(Sample, a_value_that_is_no_number_is_called_so)
{
    const Grid grid = grid_of_cells({3, 1, 1}, Location::cell);
    std::vector<double> values(3);
    EXPECT_EQ(sentence_of([&] { sample_grid(Expression{"sqrt(0.5-x)"}, grid, values); }),
              "'sqrt(0.5-x)' is not a number at x = 0.833333, y = 0.166667, z = 0.166667: give an "
              "expression that is finite at every point");
}

TEST(Sample, room_that_does_not_fit_is_a_defect_of_the_caller)
{
    const Problem problem = sample_problem(Location::node);
    std::vector<double> values(static_cast<std::size_t>(points(problem)) + 1);
    EXPECT_THROW(sample(Expression{"1"}, problem, values), std::invalid_argument);
    EXPECT_THROW(sample_grid(Expression{"1"}, problem.grid, values), std::invalid_argument);
}

TEST(SampleFace, a_face_that_is_zero_or_periodic_is_empty)
{
    const Problem problem = sample_problem(Location::cell);
    EXPECT_THAT(sample_face(Expression{"0"}, problem, 1, 0), IsEmpty());
    EXPECT_THAT(sample_face(Expression{"0*x"}, problem, 1, 1), IsEmpty());
    EXPECT_THAT(sample_face(Expression{"y+1"}, problem, 1, 0), IsEmpty());
    EXPECT_THAT(sample_face(Expression{"1"}, problem, 0, 0), IsEmpty());
}

TEST(SampleFace, a_face_along_which_nothing_changes_is_one_number)
{
    const Problem problem = sample_problem(Location::cell);
    EXPECT_THAT(sample_face(Expression{"2"}, problem, 1, 0), ElementsAre(2.0));
    EXPECT_THAT(sample_face(Expression{"3*y"}, problem, 1, 0), ElementsAre(-3.0));
    EXPECT_THAT(sample_face(Expression{"3*y"}, problem, 1, 1), ElementsAre(3.0));
    EXPECT_THAT(sample_face(Expression{"z"}, problem, 2, 1), ElementsAre(8.0));
}

TEST(SampleFace, other_faces_have_a_value_for_each_unknown_of_their_axes)
{
    const Problem cells = sample_problem(Location::cell);
    EXPECT_THAT(sample_face(Expression{"x + 10*z + 1000*y"}, cells, 1, 1),
                ElementsAre(1005.125, 1005.375, 1005.625, 1005.875, 1025.125, 1025.375, 1025.625,
                            1025.875, 1060.125, 1060.375, 1060.625, 1060.875));
    // On nodes x is periodic and y known at both ends: 4 x 1 unknowns.
    const Problem nodes = sample_problem(Location::node);
    EXPECT_THAT(sample_face(Expression{"x + 10*y + z"}, nodes, 2, 0),
                ElementsAre(0.0, 0.25, 0.5, 0.75));
    EXPECT_EQ(sample_face(Expression{"y + 1"}, nodes, 2, 0), std::vector<double>(4, 1.0));
}

TEST(SampleFace, a_value_that_is_not_finite_is_reported_at_its_place_on_the_face)
{
    const Problem problem = sample_problem(Location::cell);
    EXPECT_EQ(sentence_of([&] {
                  static_cast<void>(sample_face(Expression{"1/(x-0.625)"}, problem, 1, 1));
              }),
              "'1/(x-0.625)' is infinite at x = 0.625, y = 1, z = 0.5: give an expression that is "
              "finite at every point");
    EXPECT_THAT(sentence_of([&] {
                    static_cast<void>(sample_face(Expression{"1/y-1/y+ln(0*y)"}, problem, 1, 0));
                }),
                ::testing::HasSubstr("is infinite at x = 0.125, y = -1, z = 0.5"));
}

}  // namespace
}  // namespace tobiuo::poisson
