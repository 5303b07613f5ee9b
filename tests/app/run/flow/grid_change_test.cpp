// SPDX-License-Identifier: BSD-3-Clause
// Values on other cells of the same box.
#include "app/run/flow/grid_change.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace tobiuo {
namespace {

Axis equal_cells(std::int64_t cells)
{
    return {.cells = cells, .lower = -1.0, .upper = 1.0};
}

Axis stretched(std::int64_t cells)
{
    Axis axis = equal_cells(cells);
    for (std::int64_t n = 0; n <= cells; ++n) {
        const double s = 2.0 * static_cast<double>(n) / static_cast<double>(cells) - 1.0;
        axis.nodes.push_back(std::sin(0.5 * std::numbers::pi * s));
    }
    return axis;
}

double width(const Axis& axis, std::size_t cell)
{
    const auto at = static_cast<std::int64_t>(cell);
    return axis.node(at + 1) - axis.node(at);
}

std::vector<double> made(const Shares& shares, const std::vector<double>& values)
{
    const Shares same(1, {{.of = 0, .weight = 1.0}});
    return on_other_cells(values, {values.size(), 1, 1}, {shares, same, same});
}

TEST(GridChange, keeps_sums_and_what_is_linear)
{
    for (const bool periodic : {false, true}) {
        for (const Axis& from : {equal_cells(7), stretched(12), equal_cells(2)}) {
            for (const Axis& to : {equal_cells(5), stretched(9), equal_cells(24), equal_cells(1)}) {
                std::vector<double> wild;
                std::vector<double> linear;
                double sum = 0.0;
                for (std::size_t cell = 0; cell < static_cast<std::size_t>(from.cells); ++cell) {
                    const auto at = static_cast<std::int64_t>(cell);
                    wild.push_back(std::sin(9.0 * static_cast<double>(cell)));
                    linear.push_back(0.5 + 3.0 * from.centre(at));
                    sum += wild.back() * width(from, cell);
                }
                const Shares shares = shares_of_cells(from, to, periodic);
                const std::vector<double> found = made(shares, wild);
                double kept = 0.0;
                for (std::size_t cell = 0; cell < found.size(); ++cell) {
                    kept += found[cell] * width(to, cell);
                }
                EXPECT_NEAR(kept, sum, 1e-14);
                const std::vector<double> line = made(shares, linear);
                for (std::size_t cell = 0; cell < line.size() && !periodic; ++cell) {
                    EXPECT_NEAR(line[cell], 0.5 + 3.0 * to.centre(static_cast<std::int64_t>(cell)),
                                1e-14);
                }
            }
        }
    }
}

TEST(GridChange, values_at_nodes_are_linear_between_them)
{
    const Axis from = stretched(6);
    const Axis to = equal_cells(11);
    std::vector<double> values;
    for (std::int64_t node = 0; node <= from.cells; ++node) {
        values.push_back(2.0 - from.node(node));
    }
    const std::vector<double> found = made(shares_of_nodes(from, to), values);
    ASSERT_EQ(found.size(), 11U);
    for (std::size_t cell = 0; cell < found.size(); ++cell) {
        EXPECT_NEAR(found[cell], 2.0 - to.node(static_cast<std::int64_t>(cell) + 1), 1e-14);
    }
}

TEST(GridChange, equal_cells_keep_all_bits)
{
    const std::vector<double> values{0.1, 0.7, -0.3};
    EXPECT_EQ(made(shares_of_cells(equal_cells(3), equal_cells(3), true), values), values);
    const std::vector<double> with_lower{9.0, 0.1, 0.7, -0.3};
    EXPECT_EQ(made(shares_of_nodes(equal_cells(3), equal_cells(3)), with_lower), values);
}

TEST(GridChange, goes_along_all_axes)
{
    const Shares twice{{{.of = 0, .weight = 1.0}}, {{.of = 0, .weight = 2.0}}};
    const Shares sum{{{.of = 0, .weight = 1.0}, {.of = 1, .weight = 1.0}}};
    const Shares swapped{{{.of = 1, .weight = 1.0}}, {{.of = 0, .weight = 1.0}}};
    // [z][y][x] of 1 x 2 x 2 values.
    EXPECT_EQ(on_other_cells({1.0, 10.0, 100.0, 1000.0}, {1, 2, 2}, {twice, sum, swapped}),
              (std::vector<double>{1100.0, 2200.0, 11.0, 22.0}));
}

}  // namespace
}  // namespace tobiuo
