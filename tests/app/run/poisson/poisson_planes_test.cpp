// SPDX-License-Identifier: BSD-3-Clause
// Fields of a case that come plane by plane: the whole grid, its unknowns, and repeated nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/poisson/poisson_field.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "app/run/poisson/poisson_solve.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/sample.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"
#include "solvers/poisson/walls/wall_planes.hpp"

namespace tobiuo {
namespace {

using poisson::Condition;
using poisson::PlaneReader;
using ::testing::HasSubstr;

constexpr poisson::Sides periodic{};
constexpr poisson::Sides walls{Condition::dirichlet, Condition::neumann};

poisson::Problem nodes(const std::array<std::int64_t, 3>& cells,
                       const std::array<poisson::Sides, 3>& sides)
{
    poisson::Problem problem{.grid = grid_of_cells(cells, Location::node), .sides = sides};
    for (Axis& axis : problem.grid.axes) {
        axis.upper = 1.0;
    }
    return problem;
}

PoissonCase case_of(const poisson::Problem& problem, const std::string& source)
{
    PoissonCase poisson;
    poisson.problem = problem;
    poisson.source = FieldExpression{.text = source, .at = {}};
    return poisson;
}

std::vector<double> all_of(const PlaneReader& read, const poisson::PlaneBlocks& blocks)
{
    std::vector<double> values(static_cast<std::size_t>(blocks.planes * blocks.values));
    read(0, values);
    return values;
}

/// Each plane by itself has the values that it has among all.
void expect_same_one_by_one(const PlaneReader& read, const poisson::PlaneBlocks& blocks)
{
    const std::vector<double> all = all_of(read, blocks);
    std::vector<double> plane(static_cast<std::size_t>(blocks.values));
    for (std::int64_t z = 0; z < blocks.planes; ++z) {
        read(z, plane);
        EXPECT_TRUE(std::ranges::equal(
            plane,
            std::span{all}.subspan(static_cast<std::size_t>(z) * plane.size(), plane.size())))
            << "plane " << z;
    }
}

// The unknowns of a field with its own values on the walls are the whole field again.
TEST(PoissonPlanes, of_unknowns_and_walls_make_up_the_grid)
{
    const Expression field{"1 + y + 2*z + x*(1-x) + y*z + 3*z*(1-z)"};
    for (int axis = 0; axis < 3; ++axis) {
        std::array<poisson::Sides, 3> sides{walls, walls, walls};
        sides.at(static_cast<std::size_t>(axis)) = {Condition::dirichlet, Condition::dirichlet};
        if (axis > 0) {
            sides[0] = periodic;
        }
        const poisson::Problem problem = nodes({4, 3, 5}, sides);
        const PlaneReader given = [&](std::int64_t first, std::span<double> planes) {
            poisson::sample_planes(field, problem.grid, first, planes);
        };
        WallNodes wall_nodes;
        for (int across = 0; across < 3; ++across) {
            for (int end = 0; end < 2; ++end) {
                if (has_wall_nodes(problem, across, end)) {
                    wall_nodes.at(static_cast<std::size_t>(across))
                        .at(static_cast<std::size_t>(end)) =
                        sample_wall(field, problem.grid, across, end);
                }
            }
        }
        const PlaneReader unknowns = unknown_planes(problem, given);
        const PlaneReader whole = whole_planes(problem, unknowns, wall_nodes);
        EXPECT_EQ(all_of(whole, poisson::blocks_of(problem.grid)),
                  all_of(given, poisson::blocks_of(problem.grid)));
        expect_same_one_by_one(whole, poisson::blocks_of(problem.grid));
        expect_same_one_by_one(unknowns, poisson::blocks_of(problem));
    }
}

TEST(PoissonPlanes, at_the_end_of_a_periodic_axis_repeat_the_first_ones)
{
    const poisson::Problem problem = nodes({4, 3, 5}, {periodic, periodic, periodic});
    const PlaneReader numbers = [](std::int64_t first, std::span<double> planes) {
        for (std::size_t at = 0; at < planes.size(); ++at) {
            planes[at] = static_cast<double>(first * 12) + static_cast<double>(at);
        }
    };
    const WallNodes none;
    const PlaneReader whole = whole_planes(problem, numbers, none);
    const std::vector<double> all = all_of(whole, poisson::blocks_of(problem.grid));
    EXPECT_EQ(all[4], 0.0);
    EXPECT_EQ(all[3 * 5 + 2], 2.0);
    EXPECT_EQ(all[5 * 20 + 7], all[7]);
    EXPECT_EQ(all[20 + 5], 12.0 + 4.0);
    expect_same_one_by_one(whole, poisson::blocks_of(problem.grid));
}

TEST(PeriodicEnds, find_the_first_difference_axis_by_axis)
{
    const poisson::Problem problem = nodes({4, 3, 5}, {periodic, walls, periodic});
    std::vector<double> field(5 * 4 * 6, 1.0);
    const auto found = [&](double most) {
        PeriodicEnds ends{problem, {.first = 0, .count = problem.grid.values(2)}};
        ends.add(0, std::span<const double>{field}.first(2 * 20));
        ends.add(2, std::span<const double>{field}.subspan(2 * 20));
        EXPECT_EQ(ends.largest(), *std::ranges::max_element(field));
        return ends.first_unrepeated(most);
    };
    EXPECT_FALSE(found(0.0));
    field[5 * 20 + 2 * 5 + 3] = 1.5;  // the last plane, y = 2, x = 3
    ASSERT_TRUE(found(0.4));
    EXPECT_EQ(found(0.4)->axis, 2U);
    EXPECT_EQ(found(0.4)->index, (std::array<std::int64_t, 3>{3, 2, 0}));
    EXPECT_EQ(found(0.4)->last, 1.5);
    EXPECT_FALSE(found(0.5));
    field[3 * 20 + 5] = 2.0;  // z = 3, y = 1, x = 0
    EXPECT_EQ(found(0.4)->axis, 0U);
    EXPECT_EQ(found(0.4)->index, (std::array<std::int64_t, 3>{0, 1, 3}));
    EXPECT_EQ(found(0.4)->first, 2.0);
}

/// Some blocks of planes.
constexpr std::array<std::int64_t, 3> long_box{8, 6, 60'000};

std::string sentence_of(const std::string& source)
{
    const PoissonCase poisson = case_of(nodes(long_box, {periodic, walls, periodic}), source);
    EXPECT_GT(poisson::blocks_of(poisson.problem.grid).count(), 2);
    try {
        CaseField{"source", poisson.source, poisson}.read_and_check(
            {}, {.first = 0, .count = poisson.problem.grid.values(2)}, [](auto&&...) {});
    } catch (const InputError& error) {
        return error.what();
    }
    return "sound";
}

TEST(CaseField, is_checked_across_its_blocks)
{
    EXPECT_EQ(sentence_of("sin(2*pi*x)*cos(2*pi*z) + y"), "sound");
    EXPECT_THAT(sentence_of("sqrt(0.75 - z)"),
                HasSubstr("source: 'sqrt(0.75 - z)' is not a number at x = 0, y = 0, z = 0.75001"));
    EXPECT_THAT(sentence_of("y*z"),
                HasSubstr("source: it is 0 at x = 0, y = 0.16666666666666666, z = 0, but "
                          "0.16666666666666666 at x = 0, y = 0.16666666666666666, z = 1 (z is "
                          "periodic, so both are one node): make them equal, or give z walls"));
}

/// The solution of a right-hand side that is a whole array in double before it is rounded.
template <typename Real>
std::vector<Real> solved_whole(const poisson::Problem& problem, const std::string& source,
                               const poisson::FaceValues& faces)
{
    std::vector<double> f(static_cast<std::size_t>(poisson::points(problem)));
    poisson::sample(Expression{source}, problem, f);
    poisson::BoundaryLift{problem, faces}.subtract_from(std::span<double>{f});
    std::vector<Real> u(f.begin(), f.end());
    static_cast<void>(poisson::HostSolver{problem}.solve(u, u));
    return u;
}

std::vector<ranks::Slice> slices_of(const poisson::Problem& problem, int size)
{
    return ranks::slices_of(poisson::unknowns(problem, 2).count, size);
}

TEST(PoissonRanksPlanes, of_the_grid_are_covered_in_order)
{
    const std::array<poisson::Sides, 4> ends{periodic,
                                             walls,
                                             {Condition::dirichlet, Condition::dirichlet},
                                             {Condition::neumann, Condition::neumann}};
    for (const poisson::Sides& z : ends) {
        for (const Location location : {Location::cell, Location::node}) {
            poisson::Problem problem = nodes({4, 4, 5}, {periodic, periodic, z});
            problem.grid.location = location;
            for (const int size : {1, 2, 3, 7}) {
                std::int64_t covered = 0;
                for (const ranks::Slice& own : slices_of(problem, size)) {
                    const ranks::Slice planes = grid_planes(problem, own);
                    EXPECT_EQ(planes.first, covered);
                    EXPECT_EQ(planes.count > 0, own.count > 0);
                    covered = planes.end();
                }
                EXPECT_EQ(covered, problem.grid.values(2));
            }
        }
    }
}

// Each rank corrects the planes that it reads for its own ones as all planes at once are.
TEST(PoissonRanksPlanes, of_the_source_suffice_for_the_right_hand_side)
{
    for (const auto op : {poisson::Operator::second_order, poisson::Operator::fourth_order}) {
        poisson::Problem problem = nodes({5, 6, 9}, {walls, periodic, walls});
        problem.op = op;
        poisson::FaceValues faces;
        faces.of[0] = {{{0.7}, {-1.3}}};
        faces.of[2] = {{{0.4}, {2.5}}};
        const poisson::BoundaryLift lift{problem, faces};
        std::vector<double> given(static_cast<std::size_t>(poisson::points(problem)));
        poisson::sample(Expression{"sin(7*x)*exp(y) + cos(40*z)"}, problem, given);
        std::vector<double> whole = given;
        lift.subtract_from(std::span<double>{whole});
        const auto plane = static_cast<std::size_t>(poisson::blocks_of(problem).values);
        for (const int size : {1, 2, 4, 9}) {
            for (const ranks::Slice& own : slices_of(problem, size)) {
                const ranks::Slice planes = source_planes(problem, own);
                const auto begin = given.begin() + planes.first * static_cast<std::int64_t>(plane);
                std::vector<double> f(begin,
                                      begin + planes.count * static_cast<std::int64_t>(plane));
                lift.subtract_by_planes()(planes.first, f);
                const auto count = static_cast<std::size_t>(own.count) * plane;
                EXPECT_TRUE(std::ranges::equal(
                    std::span{f}.subspan(static_cast<std::size_t>(own.first - planes.first) * plane,
                                         count),
                    std::span{whole}.subspan(static_cast<std::size_t>(own.first) * plane, count)))
                    << size << " ranks, planes from " << own.first;
            }
        }
    }
}

template <typename Real>
void expect_same_bits(poisson::Problem problem)
{
    problem.precision = sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    poisson::FaceValues faces;
    for (auto& ends : faces.of) {
        ends = {{{0.7}, {-1.3}}};
    }
    const std::string source = "sin(7*x)*exp(y) + cos(40*z)";
    const PoissonCase poisson = case_of(problem, source);
    PoissonSolve<Real> solve{poisson, CaseField{"source", poisson.source, poisson}, faces};
    static_cast<void>(solve.time_and_wait());
    solve.fetch_and_wait();
    EXPECT_TRUE(std::ranges::equal(solve.solution(), solved_whole<Real>(problem, source, faces)));
}

TEST(PoissonSolve, has_the_bits_of_a_right_hand_side_that_is_filled_at_once)
{
    for (const auto op : {poisson::Operator::second_order, poisson::Operator::fourth_order}) {
        poisson::Problem problem = nodes(long_box, {walls, walls, walls});
        problem.op = op;
        expect_same_bits<float>(problem);
        expect_same_bits<double>(problem);
    }
}

}  // namespace
}  // namespace tobiuo
