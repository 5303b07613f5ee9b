// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/input_files.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>
#include <filesystem>
#include <system_error>
#include <variant>

#include "app/machine/version.hpp"

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const HimenoCase& himeno)
{
    const auto* file = std::get_if<CoefficientFile>(&himeno.coefficients);
    return file == nullptr ? std::vector<fs::path>{} : std::vector{file->path};
}

/// Adds the files of a body's shape.
void add_shape(const BodyShape& body, std::vector<fs::path>& files)
{
    for (const std::optional<NamedFile>& shape : {body.voxels, body.height, body.stl}) {
        if (shape) {
            files.push_back(shape->path);
        }
    }
}

void add_field(const FieldSource& field, std::vector<fs::path>& files)
{
    if (const auto* file = std::get_if<FieldFile>(&field)) {
        files.push_back(file->path);
    }
}

std::vector<fs::path> files_of(const PoissonCase& poisson)
{
    std::vector<fs::path> files;
    const auto add = [&](const FieldSource& field) { add_field(field, files); };
    add(poisson.source);
    if (poisson.exact) {
        add(*poisson.exact);
    }
    if (poisson.coefficient) {
        add(*poisson.coefficient);
    }
    for (const BodySection& body : poisson.bodies) {
        add_shape(body, files);
    }
    return files;
}

std::vector<fs::path> files_of(const FlowCase& flow)
{
    std::vector<fs::path> files;
    const auto add = [&](const FieldSource& field) { add_field(field, files); };
    std::error_code unknown;  // the folder of a run changes while that goes on
    if (flow.initial_file && !fs::is_directory(flow.initial_file->path, unknown)) {
        files.push_back(flow.initial_file->path);
    }
    for (const FieldSource& given : flow.initial) {
        add(given);
    }
    for (int number = 0; number < scalar_count(flow); ++number) {
        add(scalar_of_number(flow, number).initial);
    }
    const auto add_table = [&](const std::optional<TableSection>& table) {
        if (table) {
            files.push_back(table->file.path);
        }
    };
    for (std::size_t axis = 0; axis < flow.faces.size(); ++axis) {
        for (std::size_t end = 0; end < 2; ++end) {
            add_table(flow.faces.at(axis).at(end).table);
            if (flow.faces.at(axis).at(end).planes) {
                files.push_back(flow.faces.at(axis).at(end).planes->file.path);
            }
            for (int number = 0; number < scalar_count(flow); ++number) {
                add_table(scalar_of_number(flow, number).faces.at(axis).at(end).table);
            }
        }
    }
    for (const ObstacleSection& obstacle : flow.obstacles) {
        add_shape(obstacle, files);
    }
    if (flow.statistics && flow.statistics->reference) {
        files.push_back(*flow.statistics->reference);
    }
    return files;
}

}  // namespace

std::vector<fs::path> input_files(const Case& the_case)
{
    return std::visit([](const auto& solver) { return files_of(solver); }, the_case.solver);
}

std::string file_mark(const std::filesystem::path& file)
{
    std::error_code unknown;
    const auto size = std::filesystem::file_size(file, unknown);
    const auto changed = std::filesystem::last_write_time(file, unknown);
    return fmt::format("  {} bytes, changed at {}\n", size, changed.time_since_epoch().count());
}

std::string without_wall_time(std::string resolved)
{
    const std::size_t begin = resolved.find("\n  wall_time: ");
    if (begin != std::string::npos) {
        resolved.erase(begin, resolved.find('\n', begin + 1) - begin);
    }
    return resolved;
}

std::string whole_case_of(const Case& the_case)
{
    const std::string yaml = without_wall_time(resolved_yaml(the_case));
    std::string text = yaml.substr(yaml.find('\n') + 1);  // its first line names the file
    for (const std::filesystem::path& file : input_files(the_case)) {
        text += fmt::format("file {}:\n", file.string()) + file_mark(file);
    }
    return text + fmt::format("tobiuo: {}\n", version().revision);
}

}  // namespace tobiuo
