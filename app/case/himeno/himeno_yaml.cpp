// Writes the keys of `solver: himeno`.

#include <cstddef>
#include <string>
#include <variant>

#include "app/case/himeno/himeno_keys.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo::casefile {
namespace {

std::string grid_yaml(const HimenoCase& himeno)
{
    if (!himeno.grid) {
        return {};
    }
    const Grid& grid = *himeno.grid;
    std::string yaml = "grid:\n";
    if (himeno.preset) {
        yaml += "  preset: " + *himeno.preset + "\n";
    } else {
        yaml += "  cells: [" + std::to_string(grid.axes[0].cells) + ", " +
                std::to_string(grid.axes[1].cells) + ", " + std::to_string(grid.axes[2].cells) +
                "]\n";
        yaml += "  location: " + location_words.at(static_cast<std::size_t>(grid.location)) + "\n";
    }
    yaml += "  extent:\n";
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        yaml += yaml_interval(axis, grid.axes.at(axis));
    }
    return yaml;
}

std::string coefficients_yaml(const HimenoCase& himeno, const std::filesystem::path& file)
{
    if (const auto* random = std::get_if<RandomCoefficients>(&himeno.coefficients)) {
        return "coefficients:\n  random: { seed: " + std::to_string(random->seed) + " }\n";
    }
    if (const auto* given = std::get_if<CoefficientFile>(&himeno.coefficients)) {
        return "coefficients:\n  file: " + yaml_scalar(relative_to_case(given->path, file)) + "\n";
    }
    return "coefficients: official\n";
}

std::string run_yaml(const himeno::StopRule& stop)
{
    if (const auto* fixed = std::get_if<himeno::FixedSweeps>(&stop)) {
        return "run:\n  sweeps: " + std::to_string(fixed->sweeps) + "\n";
    }
    if (const auto* tolerance = std::get_if<himeno::Tolerance>(&stop)) {
        return "run:\n  tolerance: " + yaml_number(tolerance->gosa) +
               "\n  max_sweeps: " + std::to_string(tolerance->max_sweeps) +
               "\n  check_every: " + std::to_string(tolerance->check_every) + "\n";
    }
    return "run:\n  target_seconds: " + yaml_number(std::get<himeno::TargetSeconds>(stop).seconds) +
           "\n";
}

std::string kernel_word(const HimenoCase& himeno, const std::string& key)
{
    const auto given = himeno.kernel_parameters.find(key);
    const bool is_given = given != himeno.kernel_parameters.end();
    const std::string word = key == "name" ? himeno.kernel : is_given ? given->second : "auto";
    return word == "auto" ? word : yaml_scalar(word);
}

}  // namespace

std::string himeno_problem_yaml(const HimenoCase& himeno, const std::filesystem::path& file)
{
    return grid_yaml(himeno) + coefficients_yaml(himeno, file) + "method:\n" +
           bound_lines(table_at("himeno", "method"), himeno);
}

std::string himeno_yaml(const HimenoCase& himeno, const std::filesystem::path& file)
{
    std::string yaml = himeno_problem_yaml(himeno, file);
    yaml += run_yaml(himeno.stop) + "kernel:\n";
    for (const std::string& name : table_at("himeno", "kernel").names()) {
        yaml += "  " + name + ": " + kernel_word(himeno, name) + "\n";
    }
    return yaml + checkpoint_yaml(himeno.checkpoint);
}

}  // namespace tobiuo::casefile
