// SPDX-License-Identifier: BSD-3-Clause
// Parts of the fluid between obstacles, against a flood fill and by counting.
#include "app/run/flow/fluid_parts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace tobiuo {
namespace {

using flow::FaceKind;

flow::Problem box_of(std::array<std::int64_t, 3> cells, std::array<bool, 3> periodic)
{
    flow::Problem problem;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        problem.grid.axes.at(axis) = {.cells = cells.at(axis),
                                      .upper = static_cast<double>(cells.at(axis))};
        if (!periodic.at(axis)) {
            problem.faces.at(axis) = {.lower = {.kind = FaceKind::no_slip},
                                      .upper = {.kind = FaceKind::no_slip}};
        }
    }
    return problem;
}

/// The sizes of the parts, each found cell by cell.
std::multiset<std::int64_t> filled(const flow::Problem& problem, std::vector<bool> solid)
{
    const auto& axes = problem.grid.axes;
    const std::array<std::int64_t, 3> cells{axes[0].cells, axes[1].cells, axes[2].cells};
    const std::array<std::int64_t, 3> stride{1, cells[0], cells[0] * cells[1]};
    std::multiset<std::int64_t> sizes;
    for (std::size_t first = 0; first < solid.size(); ++first) {
        std::vector<std::int64_t> open;
        const auto enter = [&](std::int64_t cell) {
            if (!solid[static_cast<std::size_t>(cell)]) {
                solid[static_cast<std::size_t>(cell)] = true;
                open.push_back(cell);
            }
        };
        enter(static_cast<std::int64_t>(first));
        std::int64_t count = 0;
        while (!open.empty()) {
            const std::int64_t cell = open.back();
            open.pop_back();
            ++count;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::int64_t n = cells.at(axis);
                const std::int64_t at = cell / stride.at(axis) % n;
                for (const std::int64_t to : {at - 1, at + 1}) {
                    const bool is_beyond = to < 0 || to >= n;
                    if (!is_beyond || problem.faces.at(axis).lower.kind == FaceKind::periodic) {
                        enter(cell + ((to + n) % n - at) * stride.at(axis));
                    }
                }
            }
        }
        if (count > 0) {
            sizes.insert(count);
        }
    }
    return sizes;
}

TEST(FluidParts, are_those_of_a_flood_fill)
{
    std::mt19937 random{7};
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const auto cells = [&] { return static_cast<std::int64_t>(1 + random() % 9); };
        const std::array<std::int64_t, 3> all{cells(), cells(), cells()};
        const flow::Problem problem =
            box_of(all, {random() % 2 == 0, random() % 2 == 0, random() % 2 == 0});
        std::vector<bool> solid(static_cast<std::size_t>(all[0] * all[1] * all[2]));
        const std::size_t share = 3 + random() % 5;
        for (std::size_t n = 0; n < solid.size(); ++n) {
            solid[n] = random() % 10 < share;
        }
        const FluidParts parts{problem, solid};
        std::multiset<std::int64_t> sizes;
        for (const FluidPart& part : parts.all()) {
            sizes.insert(part.cells);
        }
        EXPECT_EQ(sizes, filled(problem, solid));
    }
}

TEST(FluidParts, know_their_extent_and_what_flows_into_them)
{
    flow::Problem problem = box_of({5, 4, 1}, {false, false, true});
    problem.faces[0].lower = {.kind = FaceKind::inflow, .velocity = {2.0, 0.0, 0.0}};
    problem.faces[0].upper = {.kind = FaceKind::outflow};
    std::vector<bool> solid(20);
    for (std::size_t j = 0; j < 4; ++j) {
        solid[j * 5 + 3] = true;  // a wall with the fluid on both sides of it
    }
    const FluidParts parts{problem, solid};
    const std::vector<FluidPart> found = parts.with_inflows(problem, problem.faces);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].cells, 12);
    EXPECT_EQ(found[0].last, (std::array<std::int64_t, 3>{2, 3, 0}));
    EXPECT_TRUE(found[0].has_inflow);
    EXPECT_FALSE(found[0].has_outflow);
    EXPECT_DOUBLE_EQ(found[0].entering, 8.0);
    EXPECT_EQ(found[1].first, (std::array<std::int64_t, 3>{4, 0, 0}));
    EXPECT_TRUE(found[1].has_outflow);
    EXPECT_FALSE(found[1].crosses_period);
    EXPECT_EQ(found[1].moved, 0.0);
}

TEST(NarrowestGap, is_between_bodies_and_walls_and_round_periods)
{
    const auto gap_of = [](const flow::Problem& problem, const std::vector<std::size_t>& cells) {
        std::vector<bool> solid(static_cast<std::size_t>(flow::points(problem)));
        for (const std::size_t cell : cells) {
            solid[cell] = true;
        }
        return narrowest_gap(problem, solid);
    };
    const flow::Problem walls = box_of({12, 1, 1}, {false, true, true});
    ASSERT_TRUE(gap_of(walls, {4, 9}).has_value());
    EXPECT_EQ(gap_of(walls, {4, 9})->cells, 2);  // from 9 to the wall
    EXPECT_EQ(gap_of(walls, {4, 9})->first[0], 10);
    EXPECT_EQ(gap_of(walls, {2, 5, 6})->lines, 2);  // two of two
    const flow::Problem period = box_of({12, 1, 1}, {true, true, true});
    EXPECT_EQ(gap_of(period, {4, 9})->cells, 4);
    EXPECT_EQ(gap_of(period, {1, 11})->cells, 1);
    EXPECT_EQ(gap_of(period, {1, 11})->first[0], 0);
    EXPECT_EQ(gap_of(period, {3})->cells, 11);
    flow::Problem through = walls;
    through.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    EXPECT_FALSE(gap_of(through, {4}).has_value());  // those are no walls
    const flow::Problem box = box_of({3, 4, 5}, {true, false, false});
    const auto along_z = gap_of(box, {1 * 12 + 3 + 1, 3 * 12 + 3 + 1});
    EXPECT_EQ(along_z->cells, 1);
    const flow::Problem tall = box_of({9, 9, 9}, {false, false, false});
    const auto z = gap_of(tall, {3 * 81 + 4 * 9 + 4, 6 * 81 + 4 * 9 + 4});
    EXPECT_EQ(z->cells, 2);
    EXPECT_EQ(z->axis, 2);
    EXPECT_EQ(z->lines, 2);
}

}  // namespace
}  // namespace tobiuo
