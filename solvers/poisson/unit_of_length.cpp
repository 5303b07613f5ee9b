// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/unit_of_length.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "solvers/problem_words.hpp"

namespace tobiuo::poisson {
namespace {

/// The binary exponents of lengths between which nothing is scaled, and by which the shortest and
/// the longest length may differ. Eigenvalues are squares, which are multiplied by as many points
/// as the lines of a transform have: 2^90 times 2^30 is below the 2^127 of single precision.
struct Range {
    int comfortable;
    int widest;
};

Range range_of(Precision precision)
{
    constexpr Range single{.comfortable = 31, .widest = 90};
    constexpr Range twice{.comfortable = 400, .widest = 980};
    return precision == Precision::fp32 ? single : twice;
}

/// A length, and its name in a sentence.
struct Length {
    double value;
    std::string name;
};

struct Lengths {
    Length shortest{.value = std::numeric_limits<double>::infinity(), .name = {}};
    Length longest{.value = 0.0, .name = {}};

    void add_short(double value, const std::string& name)
    {
        if (value < shortest.value) {
            shortest = {.value = value, .name = name};
        }
    }
    void add_long(double value, const std::string& name)
    {
        if (value > longest.value) {
            longest = {.value = value, .name = name};
        }
    }
    /// The binary exponents by which both differ.
    [[nodiscard]] int width() const
    {
        return std::ilogb(longest.value) - std::ilogb(shortest.value);
    }
};

double shortest_cell(const Axis& axis)
{
    double least = axis.spacing();
    for (std::size_t at = 1; at < axis.nodes.size(); ++at) {
        least = std::min(least, axis.nodes[at] - axis.nodes[at - 1]);
    }
    return least;
}

/// A small lambda matters only where nothing else determines the constant part of u.
bool constant_needs_lambda(const Problem& problem)
{
    Problem without = problem;
    without.lambda = 0.0;
    return has_null_space(without);
}

Lengths lengths_of(const Problem& problem)
{
    Lengths lengths;
    for (int axis = 0; axis < 3; ++axis) {
        if (!is_absent(problem, axis)) {
            const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
            lengths.add_short(shortest_cell(one), "the shortest cell of axis " + axis_name(axis));
            lengths.add_long(one.upper - one.lower, "axis " + axis_name(axis));
        }
    }
    if (problem.lambda != 0.0) {
        const double length = 1.0 / std::sqrt(std::abs(problem.lambda));
        const std::string name = "the length |lambda|^(-1/2)";
        lengths.add_short(length, name);
        if (constant_needs_lambda(problem)) {
            lengths.add_long(length, name);
        }
    }
    if (lengths.longest.value == 0.0) {  // a single value, without lambda
        return {.shortest = {.value = 1.0, .name = {}}, .longest = {.value = 1.0, .name = {}}};
    }
    return lengths;
}

}  // namespace

double UnitOfLength::length() const
{
    return std::ldexp(1.0, exponent);
}

double UnitOfLength::squared() const
{
    return std::ldexp(1.0, 2 * exponent);
}

UnitOfLength unit_of_length(const Problem& problem)
{
    const Lengths lengths = lengths_of(problem);
    const int least = std::ilogb(lengths.shortest.value);
    const int most = std::ilogb(lengths.longest.value);
    const int comfortable = range_of(problem.precision).comfortable;
    if (least >= -comfortable && most <= comfortable) {
        return {};
    }
    return {.exponent = (least + most) / 2};
}

Problem in_unit(Problem problem, UnitOfLength unit)
{
    if (unit.is_one()) {
        return problem;
    }
    for (int axis = 0; axis < 3; ++axis) {
        Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
        if (is_absent(problem, axis)) {  // whose length may be any
            one = {.cells = 1, .lower = 0.0, .upper = 1.0};
            continue;
        }
        one.lower = std::ldexp(one.lower, -unit.exponent);
        one.upper = std::ldexp(one.upper, -unit.exponent);
        for (double& node : one.nodes) {
            node = std::ldexp(node, -unit.exponent);
        }
        for (Robin& robin : problem.sides.at(static_cast<std::size_t>(axis)).robin) {
            robin.b = std::ldexp(robin.b, -unit.exponent);
        }
    }
    problem.lambda = std::ldexp(problem.lambda, 2 * unit.exponent);
    return problem;
}

std::optional<std::string> lengths_unsupported_reason(const Problem& problem)
{
    const Lengths lengths = lengths_of(problem);
    if (lengths.width() <= range_of(problem.precision).widest) {
        return std::nullopt;
    }
    const bool single = problem.precision == Precision::fp32;
    return lengths.longest.name + " is " +
           six_digits(lengths.longest.value / lengths.shortest.value) + " times as long as " +
           lengths.shortest.name + " (the squares of both are not in the range of " +
           (single ? "single" : "double") + " precision): " +
           (single ? "use double precision, or bring them closer together"
                   : "bring them closer together");
}

}  // namespace tobiuo::poisson
