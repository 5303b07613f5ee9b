#include "app/run/flow/output/flow_points.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/run/poisson/poisson_expression.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// The positions along an axis, as a grid has them on its nodes.
Axis nodes_at(std::vector<double> positions)
{
    Axis axis{.cells = static_cast<std::int64_t>(positions.size()) - 1,
              .lower = positions.front(),
              .upper = positions.back()};
    axis.nodes = std::move(positions);
    return axis;
}

}  // namespace

Grid points_of(const flow::Problem& problem, int component, int across, double place)
{
    Grid grid{.axes = {}, .location = Location::node};
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> positions;
        const auto at = static_cast<std::size_t>(axis);
        for (std::int64_t cell = 0; cell < problem.grid.axes.at(at).cells; ++cell) {
            positions.push_back(flow::velocity_position(problem, component, axis, cell));
        }
        grid.axes.at(at) = nodes_at(axis == across ? std::vector{place} : std::move(positions));
    }
    return grid;
}

Expression expression_of(const FieldExpression& given)
{
    return Expression{given.text, casefile::space_and_time};
}

std::vector<double> sampled(const FieldExpression& given, const std::string& key, const Grid& grid,
                            double time)
{
    std::vector<double> values(
        static_cast<std::size_t>(grid.values(0) * grid.values(1) * grid.values(2)));
    at_expression(key, given.at,
                  [&] { poisson::sample_grid(expression_of(given), grid, values, time); });
    return values;
}

Dependence dependence_of(const Expression& expression)
{
    return {.on_space = std::ranges::any_of(
                casefile::axis_words,
                [&](std::string_view variable) { return expression.depends_on(variable); }),
            .on_time = expression.depends_on("t")};
}

}  // namespace tobiuo
