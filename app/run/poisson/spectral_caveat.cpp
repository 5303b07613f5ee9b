// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/spectral_caveat.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

using poisson::Condition;

double largest(const std::vector<double>& values)
{
    double most = 0.0;
    for (const double value : values) {
        most = std::max(most, std::abs(value));
    }
    return most;
}

/// The largest absolute value of f on the nodes of one end, or, with `slope`, of its derivative
/// along the axis there times the length of the axis.
double at_wall(const Expression& f, const Grid& grid, std::size_t axis, int end, bool slope)
{
    // The layer has two thin cells; its nodes are on the wall and on two planes beside it.
    constexpr double thin = 1e-4;  // of a cell: f hardly curves in it, and no digits are lost
    Grid layer{.axes = grid.axes, .location = Location::node};
    Axis& across = layer.axes.at(axis);
    const double length = across.upper - across.lower;
    const double depth = thin * across.spacing();
    const double wall = end == 0 ? across.lower : across.upper;
    across = {.cells = 2,
              .lower = end == 0 ? wall : wall - depth,
              .upper = end == 0 ? wall + depth : wall};
    std::vector<double> values(static_cast<std::size_t>(shape_of(layer).values()));
    poisson::sample_grid(f, layer, values);

    std::size_t block = 1;  // values of one node of the axis
    for (std::size_t before = 0; before < axis; ++before) {
        block *= static_cast<std::size_t>(layer.values(static_cast<int>(before)));
    }
    double most = 0.0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (at / block % 3 != 0) {
            continue;
        }
        const double lower = values[at];
        const double middle = values[at + block];
        const double upper = values[at + 2 * block];
        const double there = end == 0 ? lower : upper;
        const double beyond = end == 0 ? upper : lower;
        const double by_depth = -3.0 * there + 4.0 * middle - beyond;  // of second order
        most = std::max(most, std::abs(slope ? by_depth / depth * length : there));
    }
    return most;
}

/// The same box with so few points that sampling costs nothing.
Grid sparse(Grid grid)
{
    constexpr std::int64_t enough = 32;
    for (Axis& axis : grid.axes) {
        axis.cells = std::min(axis.cells, enough);
    }
    return grid;
}

/// The reason in words, "f is not zero on the Dirichlet wall at the lower end of x", or nothing.
std::string broken_symmetry(const PoissonCase& poisson, const Expression& f)
{
    const Grid grid = sparse(poisson.problem.grid);
    std::vector<double> values(static_cast<std::size_t>(shape_of(grid).values()));
    poisson::sample_grid(f, grid, values);
    const double scale = largest(values);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const poisson::Sides& sides = poisson.problem.sides.at(axis);
        if (sides.lower == Condition::periodic) {
            continue;
        }
        for (int end = 0; end < 2; ++end) {
            const bool slope = (end == 0 ? sides.lower : sides.upper) == Condition::neumann;
            const double rounding = slope ? 1e-4 : 1e-9;  // a difference over 1e-4 of a cell
            if (at_wall(f, grid, axis, end, slope) > rounding * scale) {
                return fmt::format(
                    "f {} at the {} end of {}, so that its {} continuation beyond that {} wall "
                    "has a {}",
                    slope ? "has a slope" : "is not zero", end == 0 ? "lower" : "upper",
                    casefile::axis_words.at(axis), slope ? "even" : "odd",
                    slope ? "Neumann" : "Dirichlet", slope ? "kink" : "jump");
            }
        }
    }
    return {};
}

bool has_walls(const poisson::Problem& problem)
{
    return std::ranges::any_of(problem.sides, [](const poisson::Sides& sides) {
        return sides.lower != Condition::periodic;
    });
}

constexpr std::string_view cure =
    "method.operator fourth-order is of order 4 between any walls: use it";

}  // namespace

std::optional<std::string> spectral_caveat(const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    if (problem.op != poisson::Operator::spectral || poisson::stretched_axis(problem) ||
        !has_walls(problem)) {
        return std::nullopt;
    }
    if (const auto* source = std::get_if<FieldExpression>(&poisson.source)) {
        try {
            const std::string why = broken_symmetry(poisson, Expression{source->text});
            if (!why.empty()) {
                return fmt::format("spectral is of order 2 here ({}); {}", why, cure);
            }
        } catch (const poisson::NotFinite&) {  // reading the input reports it
            return std::nullopt;
        }
    } else if (!has_boundary_values(poisson)) {
        return fmt::format(
            "spectral is of order 2 here unless the source in the file is zero on Dirichlet walls "
            "and without slope on Neumann walls; else {}",
            cure);
    }
    if (has_boundary_values(poisson)) {
        return fmt::format(
            "spectral is of order 4 at the most here (boundary values are not zero, and their "
            "share is solved by the fourth-order operator); {}",
            cure);
    }
    return std::nullopt;
}

}  // namespace tobiuo
