// SPDX-License-Identifier: BSD-3-Clause
// Problems along a stretched axis whose solution is a constant that only a small lambda holds: a
// diagonal element that is rounded moves it by all its digits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

/// The map of equal cells in 0 ... 1 to unequal ones.
using Crowding = std::function<double(double)>;

[[nodiscard]] inline std::vector<Crowding> crowdings()
{
    return {[](double s) { return s * s; }, [](double s) { return s * s * s; },
            [](double s) { return 1.0 - (1.0 - s) * (1.0 - s); },
            [](double s) { return 0.5 + 0.5 * std::tanh(4.0 * (2.0 * s - 1.0)) / std::tanh(4.0); }};
}

[[nodiscard]] inline poisson::Problem crowded(poisson::Problem problem, std::size_t axis,
                                              const Crowding& crowding)
{
    Axis& one = problem.grid.axes.at(axis);
    one.lower = 0.0;
    one.upper = 1.0;
    one.nodes.clear();
    for (std::int64_t i = 0; i <= one.cells; ++i) {
        one.nodes.push_back(crowding(static_cast<double>(i) / static_cast<double>(one.cells)));
    }
    one.nodes.front() = one.lower;
    one.nodes.back() = one.upper;
    return problem;
}

/// Closed boxes of one to three axes, with `rows` cells along the crowded one, one of which is as
/// long as 1e5 along another axis.
[[nodiscard]] inline std::vector<poisson::Problem> nearly_constant_problems(std::int64_t rows,
                                                                            double lambda)
{
    std::vector<poisson::Problem> all;
    for (const Crowding& crowding : crowdings()) {
        for (const Location location : all_locations) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                std::array<std::int64_t, 3> cells{6, 5, 4};
                cells.at(axis) = rows;
                poisson::Problem problem = box(cells, {neumann, neumann, neumann}, location);
                problem.grid.axes.at((axis + 1) % 3).upper = 1e5;
                problem.lambda = lambda;
                all.push_back(crowded(problem, axis, crowding));
            }
        }
        poisson::Problem line = box({rows, 1, 1}, {neumann, periodic, periodic});
        line.lambda = lambda;
        all.push_back(crowded(line, 0, crowding));
    }
    return all;
}

/// The largest relative difference of u from the solution for f = 1.
template <typename T>
[[nodiscard]] double error_of_constant(const poisson::Problem& problem, const std::vector<T>& u)
{
    double largest = 0.0;
    for (const T value : u) {
        largest = std::max(largest, std::abs(static_cast<double>(value) * problem.lambda - 1.0));
    }
    return largest;
}

}  // namespace tobiuo::test
