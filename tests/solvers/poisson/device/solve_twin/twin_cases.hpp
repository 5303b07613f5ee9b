// SPDX-License-Identifier: BSD-3-Clause
// Problems whose solves on the GPU run on the host: every kind of transform, even and odd sides,
// lengths with large prime factors, merged passes, fewer axes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/program/dense_products.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

struct TwinCase {
    poisson::Problem problem;
    fft::Merging merging = fft::Merging::never;
    poisson::LastAxis last_axis = poisson::LastAxis::recurrences;
    fft::DeviceLimits limits = {};

    [[nodiscard]] poisson::SolveSchedule schedule() const
    {
        return poisson::make_solve_schedule(problem, limits, {.merging = merging}, last_axis,
                                            poisson::given_modes(dense()));
    }
    [[nodiscard]] std::vector<poisson::DenseAxis> dense() const
    {
        return poisson::dense_axes(problem, false);
    }
};

/// The `sides` of x, y and z are indices in all_sides.
[[nodiscard]] inline TwinCase twin_case(const std::array<std::int64_t, 3>& cells,
                                        const std::array<std::size_t, 3>& sides,
                                        Location location = Location::cell,
                                        Precision precision = Precision::fp64, double lambda = 0.0)
{
    TwinCase made{.problem =
                      box(cells,
                          {all_sides.at(sides[0]), all_sides.at(sides[1]), all_sides.at(sides[2])},
                          location)};
    made.problem.precision = precision;
    made.problem.lambda = lambda;
    return made;
}

[[nodiscard]] inline TwinCase merged(TwinCase one)
{
    one.merging = fft::Merging::always;
    return one;
}

/// Bluestein's convolution along the last axis, too.
[[nodiscard]] inline TwinCase transformed(TwinCase one)
{
    one.last_axis = poisson::LastAxis::transforms;
    return one;
}

/// Few lines that make several waves of blocks.
[[nodiscard]] inline TwinCase on_one_multiprocessor(TwinCase one)
{
    one.limits.multiprocessors = 1;
    return one;
}

[[nodiscard]] inline TwinCase stretched(TwinCase one, int axis)
{
    one.problem = stretched(one.problem, axis);
    return one;
}

/// With these ends, of which one is open, of an axis.
[[nodiscard]] inline TwinCase opened(TwinCase one, std::size_t axis, const poisson::Sides& sides)
{
    one.problem.sides.at(axis) = sides;
    return one;
}

[[nodiscard]] inline std::vector<TwinCase> open_cases()
{
    using enum poisson::Condition;
    constexpr Location node = Location::node;
    constexpr Precision fp32 = Precision::fp32;
    return {
        opened(twin_case({16, 8, 12}, {0, 0, 0}), 2, {open, open}),
        opened(twin_case({15, 8, 11}, {2, 1, 0}, Location::cell, fp32), 2, {open, neumann}),
        opened(twin_case({16, 7, 12}, {0, 2, 0}), 2, {dirichlet, open}),
        opened(twin_case({16, 8, 12}, {0, 2, 0}, node), 2, {open, neumann}),
        opened(twin_case({12, 8, 11}, {0, 0, 0}, node), 2, {open, dirichlet}),
        opened(twin_case({12, 8, 11}, {0, 0, 0}, node, Precision::fp64, -3.0), 2, {open, open}),
        opened(twin_case({16, 12, 10}, {0, 0, 2}), 1, {open, open}),
        opened(twin_case({16, 12, 10}, {0, 0, 2}, Location::cell, fp32), 1, {open, dirichlet}),
        opened(twin_case({16, 12, 10}, {0, 0, 2}, node), 1, {neumann, open}),
        opened(twin_case({12, 8, 10}, {0, 0, 2}), 0, {open, open}),
        opened(twin_case({12, 8, 10}, {0, 2, 0}, node), 0, {open, neumann}),
        opened(twin_case({24, 16, 1}, {0, 0, 0}), 1, {neumann, open}),
        opened(twin_case({24, 1, 1}, {0, 0, 0}), 0, {open, open}),
        opened(twin_case({24, 1, 1}, {0, 0, 0}, Location::cell, fp32), 0, {dirichlet, open}),
        stretched(opened(twin_case({16, 8, 12}, {0, 0, 0}), 2, {open, open}), 2),
        stretched(opened(twin_case({16, 9, 11}, {0, 2, 0}, node), 2, {dirichlet, open}), 2),
        stretched(opened(twin_case({11, 8, 12}, {0, 2, 0}), 0, {neumann, open}), 0),
        transformed(stretched(opened(twin_case({12, 8, 11}, {0, 0, 0}), 2, {open, open}), 2)),
    };
}

[[nodiscard]] inline std::vector<TwinCase> walled_cases()
{
    constexpr Location node = Location::node;
    constexpr Precision fp32 = Precision::fp32;
    return {
        transformed(twin_case({16, 8, 12}, {0, 0, 0})),
        transformed(merged(twin_case({16, 7, 5}, {0, 0, 0}, Location::cell, fp32))),
        transformed(twin_case({9, 8, 12}, {0, 0, 0})),
        transformed(merged(twin_case({16, 8, 12}, {2, 2, 2}))),
        transformed(twin_case({16, 9, 12}, {3, 4, 1})),
        transformed(merged(twin_case({15, 9, 7}, {4, 3, 1}))),
        twin_case({16, 8, 12}, {0, 2, 1}, Location::cell, Precision::fp64, 5.0),
        transformed(twin_case({16, 9, 12}, {2, 0, 0}, Location::cell, fp32)),
        transformed(twin_case({12, 8, 10}, {1, 1, 1}, node)),
        transformed(twin_case({12, 8, 10}, {2, 2, 2}, node, fp32)),
        transformed(merged(twin_case({12, 9, 10}, {4, 1, 3}, node))),
        transformed(twin_case({13, 9, 11}, {3, 0, 4}, node)),
        transformed(twin_case({12, 9, 11}, {0, 3, 2}, node)),
        transformed(twin_case({2, 1, 6}, {1, 2, 2}, node)),
        transformed(twin_case({2, 4, 1}, {0, 1, 3})),
        transformed(twin_case({4, 1, 3}, {0, 2, 4})),
        transformed(merged(twin_case({33, 16, 25}, {1, 2, 0}, node, fp32))),
        transformed(twin_case({54, 8, 5}, {1, 1, 2}, node, fp32)),
        transformed(twin_case({44, 15, 9}, {2, 2, 1}, node)),
        transformed(merged(twin_case({45, 10, 8}, {1, 2, 1}))),
        transformed(twin_case({16, 1, 10}, {2, 0, 3})),
        transformed(twin_case({1, 16, 9}, {0, 0, 2})),
        transformed(twin_case({34, 17, 19}, {0, 0, 0})),
        transformed(merged(twin_case({17, 46, 38}, {2, 3, 4}, Location::cell, fp32))),
        transformed(twin_case({38, 17, 34}, {1, 2, 1}, node)),
        transformed(merged(twin_case({19, 34, 17}, {4, 2, 3}, node))),
        transformed(twin_case({34, 1, 1}, {4, 0, 0}, node, fp32)),
        transformed(twin_case({20, 1, 1}, {3, 0, 0}, node)),
        twin_case({16, 8, 12}, {0, 0, 0}),
        merged(twin_case({16, 7, 45}, {0, 0, 0}, Location::cell, fp32)),
        merged(twin_case({8, 6, 41}, {2, 2, 2})),
        twin_case({15, 5, 37}, {4, 3, 1}, Location::cell, fp32),
        twin_case({9, 4, 17}, {0, 2, 3}),
        twin_case({8, 4, 19}, {2, 2, 4}),
        twin_case({12, 8, 10}, {1, 1, 1}, node),
        merged(twin_case({12, 6, 39}, {2, 2, 2}, node, fp32)),
        twin_case({13, 6, 38}, {2, 0, 3}, node),
        twin_case({12, 6, 38}, {0, 3, 4}, node),
        twin_case({9, 6, 40}, {2, 2, 1}, node),
        twin_case({16, 8, 12}, {2, 2, 2}, Location::cell, Precision::fp64, -5.0),
        twin_case({16, 1, 10}, {2, 0, 0}),
        twin_case({4, 4, 2}, {0, 2, 0}),
        twin_case({4, 4, 1}, {0, 2, 1}),
        twin_case({20, 1, 1}, {3, 0, 0}, node),
        on_one_multiprocessor(twin_case({36, 12, 30}, {2, 2, 2}, node)),
        on_one_multiprocessor(twin_case({32, 18, 25}, {2, 2, 2}, node, fp32)),
        merged(stretched(twin_case({16, 8, 12}, {0, 2, 2}), 2)),
        stretched(twin_case({12, 9, 11}, {1, 4, 0}, node), 1),
        stretched(twin_case({15, 8, 11}, {2, 3, 0}, Location::cell, fp32), 0),
        stretched(twin_case({18, 1, 1}, {4, 0, 0}), 0),
        stretched(twin_case({8, 6, 100}, {0, 2, 2}, Location::cell, fp32), 2),
        stretched(twin_case({7, 70, 6}, {2, 3, 1}, node, fp32), 1),
        stretched(twin_case({12, 150, 1}, {2, 2, 0}, Location::cell, fp32), 1),
    };
}

/// Two and three axes with rows of their own.
[[nodiscard]] inline std::vector<TwinCase> dense_cases()
{
    using enum poisson::Condition;
    constexpr Location node = Location::node;
    constexpr Precision fp32 = Precision::fp32;
    const poisson::Sides held{robin, robin, {{{0.3, 1.0}, {2.0, 0.1}}}};
    return {
        stretched(stretched(twin_case({16, 8, 12}, {1, 0, 2}), 0), 2),
        stretched(stretched(twin_case({15, 9, 11}, {2, 2, 2}, Location::cell, fp32), 0), 2),
        stretched(stretched(twin_case({16, 8, 12}, {0, 2, 1}), 1), 2),
        stretched(stretched(twin_case({15, 7, 12}, {2, 4, 2}, node), 1), 2),
        stretched(stretched(twin_case({12, 9, 10}, {2, 2, 0}), 0), 1),
        stretched(stretched(twin_case({11, 9, 10}, {3, 1, 2}, node, fp32), 0), 1),
        stretched(stretched(stretched(twin_case({12, 9, 11}, {2, 2, 2}), 0), 1), 2),
        stretched(stretched(stretched(twin_case({13, 8, 11}, {1, 2, 3}, node, fp32), 0), 1), 2),
        stretched(stretched(twin_case({14, 11, 1}, {2, 2, 0}), 0), 1),
        stretched(stretched(twin_case({1, 14, 11}, {0, 1, 2}, node), 1), 2),
        stretched(stretched(twin_case({14, 1, 11}, {2, 0, 2}, Location::cell, fp32), 0), 2),
        opened(twin_case({16, 8, 12}, {0, 2, 2}), 2, held),
        opened(stretched(twin_case({15, 8, 12}, {0, 2, 2}, node), 1), 0, held),
        opened(opened(twin_case({12, 9, 10}, {2, 2, 0}), 1, held), 0, held),
        opened(stretched(twin_case({12, 9, 10}, {2, 2, 0}), 0), 2, {open, open}),
        opened(stretched(twin_case({12, 9, 10}, {2, 2, 2}, node), 2), 1, {neumann, open}),
        opened(stretched(twin_case({12, 9, 10}, {2, 2, 2}), 1), 0, {neumann, open}),
    };
}

/// Problems in single precision with lambda near an eigenvalue, of lines of all kinds.
[[nodiscard]] inline std::vector<TwinCase> near_singular_cases()
{
    std::vector<TwinCase> cases;
    const auto add = [&](std::size_t x, std::size_t y, Location location) {
        TwinCase one = twin_case({24, 20, 1}, {x, y, 0}, location, Precision::fp32, 1.0);
        poisson::Problem& problem = one.problem;
        problem.op = poisson::Operator::spectral;
        problem.lambda = 3000.0;
        problem.lambda = 0.02 - poisson::conditioning_of(problem)->eigenvalue;
        cases.push_back(one);
    };
    add(0, 1, Location::cell);
    add(2, 3, Location::cell);
    add(1, 0, Location::node);
    add(0, 2, Location::node);
    add(3, 1, Location::node);
    return cases;
}

/// All of them.
[[nodiscard]] inline std::vector<TwinCase> twin_cases()
{
    std::vector<TwinCase> cases = walled_cases();
    for (const TwinCase& one : open_cases()) {
        cases.push_back(one);
    }
    for (const TwinCase& one : dense_cases()) {
        cases.push_back(one);
    }
    return cases;
}

/// Lines of one dimension of all kinds of lengths, most of which need a convolution, on cells and on
/// nodes.
[[nodiscard]] inline std::vector<TwinCase> long_line_cases()
{
    std::vector<TwinCase> cases;
    const auto add = [&](std::int64_t cells, std::size_t sides, Precision precision) {
        cases.push_back(
            transformed(twin_case({cells, 1, 1}, {sides, 0, 0}, Location::cell, precision)));
    };
    for (std::size_t sides = 0; sides < all_sides.size(); ++sides) {
        add(4001, sides, sides == 2 || sides == 3 ? Precision::fp64 : Precision::fp32);
    }
    add(365, 0, Precision::fp64);
    add(365, 2, Precision::fp32);
    add(1021, 1, Precision::fp32);
    add(1021, 2, Precision::fp64);
    add(4096, 0, Precision::fp32);
    add(4096, 2, Precision::fp64);
    add(10007, 0, Precision::fp32);
    // Nodes between equal walls, whose periods have twice the points.
    const auto add_nodes = [&](std::int64_t cells, std::size_t sides, Precision precision,
                               poisson::Operator op, double lambda) {
        cases.push_back(transformed(
            twin_case({cells, 1, 1}, {sides, 0, 0}, Location::node, precision, lambda)));
        cases.back().problem.op = op;
    };
    using poisson::Operator;
    add_nodes(4096, 1, Precision::fp64, Operator::fourth_order, 0.0);
    add_nodes(4096, 2, Precision::fp32, Operator::spectral, 0.0);
    add_nodes(2001, 1, Precision::fp32, Operator::spectral, -2.0);
    add_nodes(1021, 2, Precision::fp64, Operator::fourth_order, 0.0);
    add_nodes(2000, 2, Precision::fp64, Operator::second_order, -1e-3);
    return cases;
}

}  // namespace tobiuo::test
