// Writes the keys of `solver: poisson`.

#include <cstddef>
#include <string>
#include <variant>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/poisson/poisson_keys.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"

namespace tobiuo::casefile {
namespace {

std::string end_yaml(poisson::Condition condition, const FieldExpression& value)
{
    return "{ " + condition_words.at(static_cast<std::size_t>(condition)) + ": " +
           yaml_scalar(value.text) + " }";
}

std::string boundary_yaml(const PoissonCase& poisson)
{
    std::string yaml = "boundary:\n";
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        const auto [lower, upper] = poisson.problem.sides.at(axis);
        const auto& values = poisson.boundary.at(axis);
        yaml += "  " + std::string{axis_words.at(axis)} + ": ";
        yaml += lower == poisson::Condition::periodic
                    ? condition_words.front() + "\n"
                    : "{ lower: " + end_yaml(lower, values[0]) +
                          ", upper: " + end_yaml(upper, values[1]) + " }\n";
    }
    return yaml;
}

std::string field_yaml(const FieldSource& field, const std::filesystem::path& file)
{
    if (const auto* expression = std::get_if<FieldExpression>(&field)) {
        return yaml_scalar(expression->text) + "\n";
    }
    const auto& given = std::get<FieldFile>(field);
    const std::string component =
        given.component ? ", component: " + yaml_scalar(std::to_string(*given.component)) : "";
    return "{ file: " + yaml_scalar(relative_to_case(given.path, file)) +
           ", field: " + yaml_scalar(given.field) + component + " }\n";
}

}  // namespace

std::string poisson_yaml(const PoissonCase& poisson, const std::filesystem::path& file)
{
    const Grid& grid = poisson.problem.grid;
    std::string yaml =
        box_grid_yaml(
            {.grid = grid, .dimensions = poisson.dimensions, .stretching = poisson.stretching}) +
        "  location: " + location_words.at(static_cast<std::size_t>(grid.location)) + "\n" +
        boundary_yaml(poisson);
    yaml += "source: " + field_yaml(poisson.source, file);
    if (poisson.exact) {
        yaml += "exact: " + field_yaml(*poisson.exact, file);
    }
    yaml += "method:\n" + bound_lines(table_at("poisson", "method"), poisson.problem);
    if (poisson.device_memory) {
        yaml += "device_memory: " + yaml_scalar(poisson.device_memory->text) + "\n";
    }
    return yaml + "run:\n" + bound_lines(table_at("poisson", "run"), poisson);
}

}  // namespace tobiuo::casefile
