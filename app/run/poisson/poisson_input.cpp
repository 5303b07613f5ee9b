// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_input.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/machine/time_split.hpp"
#include "app/run/input_errors.hpp"
#include "app/run/poisson/poisson_observer.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// Rounds values as those of unknowns are rounded.
std::vector<double> rounded(std::vector<double> values, Precision precision)
{
    if (precision == Precision::fp32) {
        std::ranges::for_each(values, [](double& value) { value = static_cast<float>(value); });
    }
    return values;
}

void read_end(const PoissonCase& poisson, int axis, int end, PoissonInput& input)
{
    const auto a = static_cast<std::size_t>(axis);
    const auto e = static_cast<std::size_t>(end);
    const std::string key =
        fmt::format("boundary.{}.{}", casefile::axis_words.at(a), end == 0 ? "lower" : "upper");
    const FieldExpression& given = poisson.boundary.at(a).at(e);
    at_expression(key, given.at, [&] {
        const Expression value{given.text};
        input.faces.of.at(a).at(e) = poisson::sample_face(value, poisson.problem, axis, end);
        if (has_wall_nodes(poisson.problem, axis, end)) {
            input.walls.at(a).at(e) = rounded(sample_wall(value, poisson.problem.grid, axis, end),
                                              poisson.problem.precision);
        }
    });
}

void read_walls(const PoissonCase& poisson, PoissonInput& input)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            if (poisson::is_wall(poisson::condition_of(poisson.problem, axis, end))) {
                read_end(poisson, axis, end, input);
            }
        }
    }
}

bool may_differ_from_zero(const FieldExpression& value)
{
    const Expression expression{value.text};
    return std::ranges::any_of(
               casefile::axis_words,
               [&](std::string_view variable) { return expression.depends_on(variable); }) ||
           expression.at(0.0) != 0.0;
}

}  // namespace

PoissonInput read_input(const PoissonCase& poisson, const Place& place)
{
    const PoissonRanks ranks{place.world};
    const TimedPart fill{TimePart::fill};
    PoissonInput input;
    ranks.together([&] {
        input.source = CaseField{"source", poisson.source, poisson};
        if (poisson.exact) {
            input.exact = CaseField{"exact", *poisson.exact, poisson};
        }
        if (poisson.coefficient) {
            input.coefficient = CaseField{"coefficient", *poisson.coefficient, poisson};
        }
    });
    if (input.exact && !is_evaluated_on_device(*input.exact, poisson, place)) {
        const poisson::Problem& problem = poisson.problem;
        input.exact->read_and_check(ranks, grid_planes(problem, ranks.own(problem)),
                                    [](auto&&...) {});
    }
    ranks.together([&] { read_walls(poisson, input); });
    return input;
}

bool has_boundary_values(const PoissonCase& poisson)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (poisson.problem.sides.at(axis).lower != poisson::Condition::periodic &&
            std::ranges::any_of(poisson.boundary.at(axis), may_differ_from_zero)) {
            return true;
        }
    }
    return false;
}

}  // namespace tobiuo
