#include "app/run/poisson/poisson_input.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/run/poisson/poisson_field_file.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// Runs `sample` and turns its error into one about the case's key.
template <typename Sample>
auto at_expression(std::string_view key, const FieldExpression& expression, const Sample& sample)
{
    try {
        return sample(Expression{expression.text});
    } catch (const poisson::NotFinite& error) {
        throw InputError{expression.at, fmt::format("{}: {}", key, error.what())};
    }
}

/// Checks that the values at both ends of a periodic axis agree except for rounding: on nodes the
/// last one repeats the first, and only one of them is used. Expressions lose more digits to
/// cancellation, and may consist of rounding errors on the nodes, as sin(8 pi x) does on eight
/// cells.
void check_repeated(std::string_view key, const Position& at, const poisson::Problem& problem,
                    const FieldValues& field, bool from_file)
{
    const double rounding =
        field.from_singles ? 100.0 * std::numeric_limits<float>::epsilon() : 1e-10;
    double largest = 0.0;
    for (const double value : field.values) {
        largest = std::max(largest, std::abs(value));
    }
    constexpr double cancelled = 1e-12;
    const double most = std::max(rounding * largest, from_file ? 0.0 : cancelled);
    const auto found = first_unrepeated(problem, field.values, most);
    if (!found) {
        return;
    }
    const auto place = [&](std::int64_t index_on_axis) {
        std::string text;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (axis == found->axis || !poisson::is_absent(problem, static_cast<int>(axis))) {
                const std::int64_t index =
                    axis == found->axis ? index_on_axis : found->index.at(axis);
                text += fmt::format("{}{} = {}", text.empty() ? "" : ", ",
                                    casefile::axis_words.at(axis),
                                    shortest(problem.grid.position(static_cast<int>(axis), index)));
            }
        }
        return text;
    };
    const std::string_view name = casefile::axis_words.at(found->axis);
    throw InputError{
        at, fmt::format("{}: it is {} at {}, but {} at {} ({} is periodic, so both are one node): "
                        "make them equal, or give {} walls",
                        key, shortest(found->first), place(0), shortest(found->last),
                        place(problem.grid.axes.at(found->axis).cells), name, name)};
}

FieldValues values_of(std::string_view key, const FieldSource& source, const PoissonCase& poisson)
{
    if (const auto* file = std::get_if<FieldFile>(&source)) {
        return read_field_file(key, *file, poisson);
    }
    const Grid& grid = poisson.problem.grid;
    return at_expression(key, std::get<FieldExpression>(source), [&](const Expression& expression) {
        FieldValues field;
        field.values.resize(static_cast<std::size_t>(shape_of(grid).values()));
        poisson::sample_grid(expression, grid, field.values);
        return field;
    });
}

std::vector<double> checked_values_of(std::string_view key, const FieldSource& source,
                                      const PoissonCase& poisson)
{
    FieldValues field = values_of(key, source, poisson);
    const Position& at =
        std::visit([](const auto& one) -> const Position& { return one.at; }, source);
    check_repeated(key, at, poisson.problem, field, std::holds_alternative<FieldFile>(source));
    return std::move(field.values);
}

void read_end(const PoissonCase& poisson, int axis, int end, PoissonInput& input)
{
    const auto a = static_cast<std::size_t>(axis);
    const auto e = static_cast<std::size_t>(end);
    const std::string key =
        fmt::format("boundary.{}.{}", casefile::axis_words.at(a), end == 0 ? "lower" : "upper");
    at_expression(key, poisson.boundary.at(a).at(e), [&](const Expression& value) {
        input.faces.of.at(a).at(e) = poisson::sample_face(value, poisson.problem, axis, end);
        if (has_wall_nodes(poisson.problem, axis, end)) {
            input.walls.at(a).at(e) = sample_wall(value, poisson.problem.grid, axis, end);
        }
    });
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

PoissonInput read_input(const PoissonCase& poisson)
{
    PoissonInput input;
    input.f = checked_values_of("source", poisson.source, poisson);
    if (poisson.exact) {
        input.exact = checked_values_of("exact", *poisson.exact, poisson);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (poisson.problem.sides.at(static_cast<std::size_t>(axis)).lower ==
            poisson::Condition::periodic) {
            continue;
        }
        for (int end = 0; end < 2; ++end) {
            read_end(poisson, axis, end, input);
        }
    }
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
