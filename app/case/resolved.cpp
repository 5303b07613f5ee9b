// Writes a case with every default filled in, as YAML that reads back to the same case.

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "app/case/case.hpp"
#include "app/case/keys.hpp"
#include "app/case/paths.hpp"
#include "app/words/spelling.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {
namespace {

using namespace casefile;

/// A double-quoted YAML scalar: safe for every text.
std::string scalar(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char byte : text) {
        const auto value = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\') {
            out += '\\';
        }
        if (value < 0x20U || value == 0x7FU) {
            out += {'\\', 'x', digits[value / 16U], digits[value % 16U]};
        } else {
            out += byte;
        }
    }
    return out + '"';
}

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
    constexpr std::array<const char*, 3> names{"x", "y", "z"};
    for (std::size_t axis = 0; axis < names.size(); ++axis) {
        yaml += std::string{"    "} + names.at(axis) + ": [" + shortest(grid.axes.at(axis).lower) +
                ", " + shortest(grid.axes.at(axis).upper) + "]\n";
    }
    return yaml;
}

std::string coefficients_yaml(const HimenoCase& himeno, const std::filesystem::path& file)
{
    if (const auto* random = std::get_if<RandomCoefficients>(&himeno.coefficients)) {
        return "coefficients:\n  random: { seed: " + std::to_string(random->seed) + " }\n";
    }
    if (const auto* given = std::get_if<CoefficientFile>(&himeno.coefficients)) {
        return "coefficients:\n  file: " + scalar(relative_to_case(given->path, file)) + "\n";
    }
    return "coefficients: official\n";
}

std::string run_yaml(const himeno::StopRule& stop)
{
    if (const auto* fixed = std::get_if<himeno::FixedSweeps>(&stop)) {
        return "run:\n  sweeps: " + std::to_string(fixed->sweeps) + "\n";
    }
    if (const auto* tolerance = std::get_if<himeno::Tolerance>(&stop)) {
        return "run:\n  tolerance: " + shortest(tolerance->gosa) +
               "\n  max_sweeps: " + std::to_string(tolerance->max_sweeps) +
               "\n  check_every: " + std::to_string(tolerance->check_every) + "\n";
    }
    return "run:\n  target_seconds: " + shortest(std::get<himeno::TargetSeconds>(stop).seconds) +
           "\n";
}

std::string kernel_word(const HimenoCase& himeno, const std::string& key)
{
    const auto given = himeno.kernel_parameters.find(key);
    const bool is_given = given != himeno.kernel_parameters.end();
    const std::string word = key == "name" ? himeno.kernel : is_given ? given->second : "auto";
    return word == "auto" ? word : scalar(word);
}

std::string himeno_yaml(const HimenoCase& himeno, const std::filesystem::path& file)
{
    std::string yaml = "solver: himeno\n" + grid_yaml(himeno) + coefficients_yaml(himeno, file);
    yaml +=
        "method:\n  precision: " + precision_words.at(static_cast<std::size_t>(himeno.precision)) +
        "\n  omega: " + shortest(himeno.omega) + "\n";
    yaml += run_yaml(himeno.stop) + "kernel:\n";
    for (const std::string& name : table_at("kernel").names()) {
        yaml += "  " + name + ": " + kernel_word(himeno, name) + "\n";
    }
    return yaml;
}

std::string output_yaml(const OutputSection& output, const std::filesystem::path& file)
{
    return "output:\n  directory: " + scalar(relative_to_case(output.directory, file)) +
           "\n  fields: [" + list_of(output.fields) + "]\n  format: " + output.format +
           "\n  picture: " + (output.picture ? "true" : "false") +
           "\n  history_rows: " + std::to_string(output.history_rows) + "\n";
}

}  // namespace

std::string resolved_yaml(const Case& the_case)
{
    const std::string original = the_case.file.filename().string();
    std::string yaml = "# " + scalar(original) +
                       " with every default filled in. Paths are relative to the folder of that "
                       "file.\n";
    yaml += "name: " + scalar(the_case.name) + "\n";
    yaml += std::visit([&](const auto& solver) { return himeno_yaml(solver, the_case.file); },
                       the_case.solver);
    yaml += "backend: " + backend_words.at(static_cast<std::size_t>(the_case.backend)) + "\n";
    yaml += "device: " + std::to_string(the_case.device) + "\n";
    return yaml + output_yaml(the_case.output, the_case.file);
}

}  // namespace tobiuo
