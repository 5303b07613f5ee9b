// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/himeno/himeno_input.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/input_errors.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/coefficients.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view key = "coefficients";

/// All arrays of a sweep, where the case's grid has them if the file has them twice.
VtiWanted wanted_of(const HimenoCase& himeno)
{
    VtiWanted wanted{.names = {stencil::array_names.begin(), stencil::array_names.end()}};
    if (himeno.grid) {
        wanted.preferred = himeno.grid->location;
    }
    return wanted;
}

Grid grid_of_file(const HimenoCase& himeno, const CoefficientFile& file)
{
    const VtiHeader header = at_key(key, file.path, file.at,
                                    [&] { return read_vti_header(file.path, wanted_of(himeno)); });
    std::string missing;
    for (const std::string_view name : stencil::array_names) {
        if (std::ranges::find(header.arrays, name) == header.arrays.end()) {
            missing += (missing.empty() ? "" : ", ") + std::string{name};
        }
    }
    if (!missing.empty()) {
        throw InputError{file.at, fmt::format("coefficients: '{}' lacks {} (it needs a0..a3, "
                                              "b0..b2, c0..c2, wrk1, bnd and p)",
                                              file.path.filename().string(), missing)};
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (header.counts.at(static_cast<std::size_t>(axis)) < 3) {
            throw InputError{file.at, fmt::format("coefficients: '{}' has {}; a sweep needs at "
                                                  "least 3 on each axis",
                                                  file.path.filename().string(),
                                                  size_text(header.counts, header.grid.location))};
        }
        if (header.grid.axes.at(static_cast<std::size_t>(axis)).stretched()) {
            throw InputError{file.at,
                             fmt::format("coefficients: '{}' has unequal cells along {} (a sweep "
                                         "knows equal ones): write the arrays on an equal grid",
                                         file.path.filename().string(),
                                         casefile::axis_words.at(static_cast<std::size_t>(axis)))};
        }
    }
    if (himeno.grid && shape_of(*himeno.grid) != shape_of(header.grid)) {
        throw InputError{file.at, fmt::format("coefficients: '{}' has {}, but the case's grid has "
                                              "{}; make them equal or leave `grid` out",
                                              file.path.filename().string(), size_text(header.grid),
                                              size_text(*himeno.grid))};
    }
    return himeno.grid.value_or(header.grid);
}

template <typename Real>
himeno::Arrays collected(std::vector<Values>& values)
{
    std::array<std::vector<Real>, stencil::array_names.size()> arrays;
    for (std::size_t m = 0; m < arrays.size(); ++m) {
        arrays[m] = std::move(std::get<std::vector<Real>>(values[m]));
    }
    return arrays;
}

himeno::Arrays arrays_of_file(const HimenoCase& himeno, const CoefficientFile& file)
{
    std::vector<Values> values = at_key(key, file.path, file.at, [&] {
        const VtiWanted wanted = wanted_of(himeno);
        return read_vti_arrays(file.path, wanted.names, wanted.preferred);
    });
    return std::holds_alternative<std::vector<float>>(values.front()) ? collected<float>(values)
                                                                      : collected<double>(values);
}

}  // namespace

Grid resolve_grid(const HimenoCase& himeno)
{
    if (const auto* file = std::get_if<CoefficientFile>(&himeno.coefficients)) {
        return grid_of_file(himeno, *file);
    }
    return himeno.grid.value();
}

std::unique_ptr<stencil::ArraySource> make_source(const HimenoCase& himeno,
                                                  const stencil::Shape& shape)
{
    if (const auto* random = std::get_if<RandomCoefficients>(&himeno.coefficients)) {
        return himeno::random_source(shape, random->seed);
    }
    if (const auto* file = std::get_if<CoefficientFile>(&himeno.coefficients)) {
        return himeno::memory_source(shape, arrays_of_file(himeno, *file));
    }
    return himeno::official_source(shape);
}

std::int64_t earlier_sweeps(const HimenoCase& himeno)
{
    const auto* file = std::get_if<CoefficientFile>(&himeno.coefficients);
    if (file == nullptr) {
        return 0;
    }
    const double time =
        at_key(key, file->path, file->at, [&] { return read_vti_time(file->path); }).value_or(0.0);
    constexpr double most = 1e15;  // far from overflow; doubles are still exact
    const bool counts = time >= 0.0 && time <= most && time == std::floor(time);
    return counts ? static_cast<std::int64_t>(time) : 0;
}

std::int64_t source_bytes(const HimenoCase& himeno, const stencil::Shape& shape)
{
    if (!std::holds_alternative<CoefficientFile>(himeno.coefficients)) {
        return 0;
    }
    constexpr std::int64_t arrays = stencil::array_names.size();
    return arrays * shape.values() * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace tobiuo
