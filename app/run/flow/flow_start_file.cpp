// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_start_file.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/input/npy_file.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/grid_change.hpp"
#include "app/run/input_errors.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

constexpr std::string_view key = "initial.file";

/// A value between two of the file: (1 - part) * first + part * second.
struct BetweenCentres {
    std::size_t first{};
    std::size_t second{};
    double part{};
};

/// Where `position` lies between the centres of the cells of an axis.
BetweenCentres between_centres(const Axis& axis, bool periodic, double position)
{
    const std::int64_t last = axis.cells - 1;
    if (last == 0) {
        return {};
    }
    std::int64_t below = 0;
    std::int64_t above = last;
    if (periodic && (position < axis.centre(0) || position > axis.centre(last))) {
        const double period = axis.upper - axis.lower;
        const double gap = axis.centre(0) + period - axis.centre(last);
        const double behind = position - axis.centre(last);
        return {.first = static_cast<std::size_t>(last),
                .second = 0,
                .part = (behind < 0.0 ? behind + period : behind) / gap};
    }
    while (above - below > 1) {
        const std::int64_t middle = (below + above) / 2;
        (axis.centre(middle) <= position ? below : above) = middle;
    }
    return {.first = static_cast<std::size_t>(below),
            .second = static_cast<std::size_t>(above),
            .part = (position - axis.centre(below)) / (axis.centre(above) - axis.centre(below))};
}

bool is_periodic(const flow::Problem& problem, std::size_t axis)
{
    return problem.faces.at(axis).lower.kind == flow::FaceKind::periodic;
}

[[noreturn]] void refuse(const FieldFile& file, const std::string& reason)
{
    throw InputError{file.at,
                     fmt::format("{}: '{}' {}", key, file.path.filename().string(), reason)};
}

void check_box(const FieldFile& file, const Grid& found, const flow::Problem& problem)
{
    if (found.location != Location::cell) {
        refuse(file,
               "has its values on nodes (point data), and a flow starts from velocities at "
               "centres of cells: write them as cell data");
    }
    const std::string objection = box_objection(found, problem);
    if (!objection.empty()) {
        refuse(file, objection);
    }
}

/// Where the points of one component lie along one axis.
std::vector<BetweenCentres> places(const Axis& there, const flow::Problem& problem, int component,
                                   int axis)
{
    std::vector<BetweenCentres> places;
    const auto at = static_cast<std::size_t>(axis);
    for (std::int64_t cell = 0; cell < problem.grid.axes.at(at).cells; ++cell) {
        places.push_back(between_centres(there, is_periodic(problem, at),
                                         flow::velocity_position(problem, component, axis, cell)));
    }
    return places;
}

/// Component `which` of `components` that each cell of a grid has, at the points of velocity
/// `component`.
std::vector<double> interpolated(std::span<const double> all, const Grid& there,
                                 std::size_t components, std::size_t which,
                                 const flow::Problem& problem, int component)
{
    const auto& axes = there.axes;
    const std::vector<BetweenCentres> xs = places(axes[0], problem, component, 0);
    const std::vector<BetweenCentres> ys = places(axes[1], problem, component, 1);
    const std::vector<BetweenCentres> zs = places(axes[2], problem, component, 2);
    const auto nx = static_cast<std::size_t>(axes[0].cells);
    const auto ny = static_cast<std::size_t>(axes[1].cells);
    std::vector<double> values;
    values.reserve(xs.size() * ys.size() * zs.size());
    const auto value = [&](std::size_t z, std::size_t y, std::size_t x) {
        return all[((z * ny + y) * nx + x) * components + which];
    };
    for (const BetweenCentres& z : zs) {
        for (const BetweenCentres& y : ys) {
            for (const BetweenCentres& x : xs) {
                const auto along_x = [&](std::size_t k, std::size_t j) {
                    return std::lerp(value(k, j, x.first), value(k, j, x.second), x.part);
                };
                const auto along_y = [&](std::size_t k) {
                    return std::lerp(along_x(k, y.first), along_x(k, y.second), y.part);
                };
                values.push_back(std::lerp(along_y(z.first), along_y(z.second), z.part));
            }
        }
    }
    return values;
}

}  // namespace

std::array<std::vector<double>, 3> velocity_of_file(const FieldFile& file,
                                                    const flow::Problem& problem)
{
    const VtiVectors found = at_key(key, file.path, file.at, [&] {
        return read_vti_vectors(file.path, file.field, Location::cell);
    });
    check_box(file, found.header.grid, problem);
    const auto component = [&](std::size_t c) {
        return interpolated(found.values, found.header.grid, 3, c, problem, static_cast<int>(c));
    };
    return {component(0), component(1), component(2)};
}

std::vector<double> scalar_of_file(const FieldFile& file, const flow::Problem& problem)
{
    VtiVectors found;
    at_key("initial.scalar", file.path, file.at, [&] {
        VtiArray array{file.path, file.field, {}, Location::cell};
        found.header = array.header();
        const auto [x, y, z] = found.header.counts;
        found.values.resize(static_cast<std::size_t>(x * y * z));
        array.read(0, found.values);
    });
    check_box(file, found.header.grid, problem);
    return interpolated(found.values, found.header.grid, 1, 0, problem, no_component);
}

namespace {

/// The values of a component on all faces across its axis without those on the lowest ones. On a
/// periodic axis these are the last ones again.
std::vector<double> without_lowest_faces(std::span<const double> all,
                                         const std::array<std::int64_t, 3>& cells, std::size_t axis,
                                         bool is_periodic, const auto& refuse)
{
    std::size_t inner = 1;  // values of one face and one line across it
    for (std::size_t faster = 0; faster < axis; ++faster) {
        inner *= static_cast<std::size_t>(cells.at(faster));
    }
    const std::size_t line = inner * static_cast<std::size_t>(cells.at(axis) + 1);
    double largest = 0.0;
    double difference = 0.0;
    std::vector<double> values;
    for (std::size_t begin = 0; begin < all.size(); begin += line) {
        const std::span<const double> lines = all.subspan(begin, line);
        values.insert(values.end(), lines.begin() + static_cast<std::ptrdiff_t>(inner),
                      lines.end());
        for (std::size_t n = 0; n < inner; ++n) {
            largest = std::max(largest, std::abs(lines[n]));
            difference = std::max(difference, std::abs(lines[n] - lines[line - inner + n]));
        }
    }
    constexpr double rounding = 1e-6;  // of floats
    if (is_periodic && difference > rounding * largest) {
        refuse(
            fmt::format("differs by {} on the first and the last faces across {}, and the axis "
                        "is periodic (both are the same): make them equal",
                        shortest(difference), casefile::axis_words.at(axis)));
    }
    return values;
}

}  // namespace

std::vector<double> values_of_array(const FieldFile& file, const std::string& key,
                                    const flow::Problem& problem, int dimensions, int component)
{
    const auto refuse = [&](const std::string& reason) {
        throw InputError{file.at,
                         fmt::format("{}: '{}' {}", key, file.path.filename().string(), reason)};
    };
    std::array<std::int64_t, 3> cells{};
    for (std::size_t axis = 0; axis < cells.size(); ++axis) {
        cells.at(axis) = problem.grid.axes.at(axis).cells;
    }
    // Its shape with a cell more along an axis, or none.
    const auto shape_with = [&](int longer) {
        std::vector<std::int64_t> shape;
        for (int axis = dimensions - 1; axis >= 0; --axis) {
            shape.push_back(cells.at(static_cast<std::size_t>(axis)) + (axis == longer ? 1 : 0));
        }
        return shape;
    };
    try {
        const NpyFile array{file.path};
        if (array.shape() == shape_with(no_component)) {
            Grid grid = problem.grid;
            grid.location = Location::cell;
            return interpolated(array.values(), grid, 1, 0, problem, component);
        }
        if (component < dimensions && array.shape() == shape_with(component)) {
            const auto axis = static_cast<std::size_t>(component);
            return without_lowest_faces(array.values(), cells, axis, is_periodic(problem, axis),
                                        refuse);
        }
        const auto own = std::string{
            casefile::axis_words.at(static_cast<std::size_t>(std::min(component, dimensions - 1)))};
        refuse(fmt::format(
            "has the shape {}, and the case needs {}, values at the centres of cells with x as the "
            "last axis{}: write such an array",
            shape_text(array.shape()), shape_text(shape_with(no_component)),
            component < dimensions ? fmt::format(", or {}, those on all faces across {}",
                                                 shape_text(shape_with(component)), own)
                                   : ""));
    } catch (const Unreadable& reason) {
        refuse(fmt::format("is not read: {}", reason.what()));
    }
    return {};
}

std::int64_t velocity_file_bytes(const FieldFile& file)
{
    const VtiHeader header = at_key(key, file.path, file.at, [&] {
        return read_vti_header(file.path, {.names = {file.field}, .preferred = Location::cell});
    });
    const auto [x, y, z] = header.counts;
    constexpr auto bytes_of_vector = static_cast<std::int64_t>(3 * sizeof(double));
    return x * y * z * bytes_of_vector;
}

}  // namespace tobiuo
