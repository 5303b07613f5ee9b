#include "app/command/poisson_input.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/case/keys.hpp"
#include "app/command/vti_input.hpp"
#include "app/errors.hpp"
#include "app/fields/vti.hpp"
#include "app/words/spelling.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// Runs `sample` and turns its objection into one about the case's key.
template <typename Sample>
auto at_expression(std::string_view key, const FieldExpression& expression, const Sample& sample)
{
    try {
        return sample(Expression{expression.text});
    } catch (const poisson::NotFinite& objection) {
        throw InputError{expression.at, fmt::format("{}: {}", key, objection.what())};
    }
}

std::vector<double> as_doubles(Values values)
{
    if (auto* doubles = std::get_if<std::vector<double>>(&values)) {
        return std::move(*doubles);
    }
    const auto& floats = std::get<std::vector<float>>(values);
    return {floats.begin(), floats.end()};
}

void check_size(std::string_view key, const FieldFile& file, const Grid& found, const Grid& wanted)
{
    if (found.shape() == wanted.shape() && found.location == wanted.location) {
        return;
    }
    throw InputError{
        file.at, fmt::format("{}: '{}' has {}, but the case's grid has {}; make them equal", key,
                             file.path.filename().string(), size_text(found), size_text(wanted))};
}

/// Says so if the file lies elsewhere, for that may be a mistake and may be another unit of length.
void compare_extents(std::string_view key, const FieldFile& file, const Grid& found,
                     const PoissonCase& poisson)
{
    constexpr double as_good_as_equal = 1e-6;  // of the length: the file may be in single precision
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        const Axis& there = found.axes.at(axis);
        const Axis& here = poisson.problem.grid.axes.at(axis);
        const double least = as_good_as_equal * (here.upper - here.lower);
        if (std::abs(there.lower - here.lower) > least ||
            std::abs(there.upper - here.upper) > least) {
            spdlog::warn(
                "{}: '{}' has {} from {} to {}, the case's grid from {} to {}; its values "
                "are used as they are",
                key, file.path.filename().string(), casefile::axis_words.at(axis),
                shortest(there.lower), shortest(there.upper), shortest(here.lower),
                shortest(here.upper));
        }
    }
}

std::vector<double> values_of_file(std::string_view key, const FieldFile& file,
                                   const PoissonCase& poisson)
{
    const Grid& grid = poisson.problem.grid;
    const VtiHeader header =
        at_key(key, file.path, file.at, [&] { return read_vti_header(file.path); });
    check_size(key, file, header.grid, grid);
    compare_extents(key, file, header.grid, poisson);
    return as_doubles(at_key(key, file.path, file.at, [&] {
        return std::move(read_vti_arrays(file.path, std::span{&file.field, 1}).front());
    }));
}

std::vector<double> values_of(std::string_view key, const FieldSource& source,
                              const PoissonCase& poisson)
{
    if (const auto* file = std::get_if<FieldFile>(&source)) {
        return values_of_file(key, *file, poisson);
    }
    const Grid& grid = poisson.problem.grid;
    return at_expression(key, std::get<FieldExpression>(source), [&](const Expression& expression) {
        std::vector<double> values(static_cast<std::size_t>(grid.shape().values()));
        poisson::sample_grid(expression, grid, values);
        return values;
    });
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
    input.f = values_of("source", poisson.source, poisson);
    if (poisson.exact) {
        input.exact = values_of("exact", *poisson.exact, poisson);
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
