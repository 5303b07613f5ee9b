// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/body_files.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/picture/plane.hpp"
#include "app/run/bodies/height_table.hpp"
#include "app/run/input_errors.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

[[noreturn]] void refuse(const ShapeFile& shape, const std::string& reason)
{
    throw InputError{shape.file.at, fmt::format("{}: '{}' {}", shape.key,
                                                shape.file.path.filename().string(), reason)};
}

VtiHeader header_of(const ShapeFile& shape)
{
    VtiWanted wanted;
    if (!shape.array.empty()) {
        wanted.names = {shape.array};
    }
    return at_key(shape.key, shape.file.path, shape.file.at,
                  [&] { return read_vti_header(shape.file.path, wanted); });
}

/// The values of the array, [z][y][x].
struct ShapeValues {
    VtiHeader header;
    std::vector<double> values;
};

ShapeValues read_shape(const ShapeFile& shape)
{
    ShapeValues read{.header = header_of(shape), .values = {}};
    std::string array = shape.array;
    if (array.empty()) {
        if (read.header.arrays.size() != 1) {
            refuse(shape, fmt::format("has {} arrays of numbers (a body is one of them): name "
                                      "it by the key 'field'",
                                      read.header.arrays.size()));
        }
        array = read.header.arrays.front();
    }
    const std::vector<Values> found = at_key(shape.key, shape.file.path, shape.file.at, [&] {
        return read_vti_arrays(shape.file.path, std::array{array}, read.header.grid.location);
    });
    std::visit([&](const auto& values) { read.values.assign(values.begin(), values.end()); },
               found.front());
    return read;
}

/// The heights over so many axes, of a file of fields or a table.
ShapeValues read_ground(const ShapeFile& shape, int axes)
{
    if (!is_height_table(shape.file.path)) {
        return read_shape(shape);
    }
    if (!shape.array.empty()) {
        refuse(shape, "is a table (which has no arrays): remove the key 'field'");
    }
    HeightTable table = at_key(shape.key, shape.file.path, shape.file.at,
                               [&] { return read_height_table(shape.file.path, axes); });
    return {.header = {.grid = std::move(table.grid), .counts = table.counts, .arrays = {}},
            .values = std::move(table.heights)};
}

/// The cell of an axis of a grid of nodes in which a position lies; -1 beyond its ends.
std::int64_t cell_at(const Grid& nodes, int axis, double position)
{
    const Axis& along = nodes.axes.at(static_cast<std::size_t>(axis));
    if (!(position >= along.lower && position <= along.upper)) {
        return -1;
    }
    return std::min(between_values(nodes, axis, position).low, along.cells - 1);
}

}  // namespace

InsideFunction inside_of_voxels(const ShapeFile& shape, int dimensions)
{
    const ShapeValues read = read_shape(shape);
    if (read.header.grid.location != Location::cell) {
        refuse(shape,
               "has its values on nodes (point data), and voxels are cells: write them as cell "
               "data");
    }
    std::vector<bool> solid;
    solid.reserve(read.values.size());
    std::ranges::transform(read.values, std::back_inserter(solid),
                           [](double value) { return value != 0.0; });
    const auto shared = std::make_shared<const std::vector<bool>>(std::move(solid));
    Grid nodes = read.header.grid;
    nodes.location = Location::node;
    return [nodes, solid = shared, dimensions](double x, double y, double z) {
        const auto cell = [&](int axis, double position) {
            const bool is_flat =
                axis >= dimensions && nodes.axes.at(static_cast<std::size_t>(axis)).cells == 1;
            return is_flat ? 0 : cell_at(nodes, axis, position);
        };
        const std::array cells{cell(0, x), cell(1, y), cell(2, z)};
        return std::ranges::min(cells) >= 0 &&
               (*solid)[static_cast<std::size_t>(
                   (cells[2] * nodes.axes[1].cells + cells[1]) * nodes.axes[0].cells + cells[0])];
    };
}

InsideFunction inside_of_height(const ShapeFile& shape, int upwards)
{
    if (upwards < 1) {
        refuse(shape, "is a height, and the case has one axis: give it another one");
    }
    ShapeValues read = read_ground(shape, upwards);
    const auto up = static_cast<std::size_t>(upwards);
    for (std::size_t axis = up; axis < 3; ++axis) {
        if (read.header.counts.at(axis) != 1) {
            refuse(shape, fmt::format("has {} values along {} (a height is one for each place of "
                                      "the ground): give a file that is flat along it",
                                      read.header.counts.at(axis), casefile::axis_words.at(axis)));
        }
    }
    const auto ground = std::make_shared<const ShapeValues>(std::move(read));
    return [up, ground](double x, double y, double z) {
        const auto& counts = ground->header.counts;
        const auto along = [&](std::size_t axis, double position) {
            return counts.at(axis) == 1
                       ? Between{}
                       : between_values(ground->header.grid, static_cast<int>(axis), position);
        };
        const Between column = along(0, x);
        const Between row = along(1, y);
        const auto value = [&](std::int64_t j, std::int64_t i) {
            return ground->values[static_cast<std::size_t>(j * counts[0] + i)];
        };
        const auto in_row = [&](std::int64_t j) {
            return std::lerp(value(j, column.low), value(j, column.next), column.fraction);
        };
        const double height = std::lerp(in_row(row.low), in_row(row.next), row.fraction);
        return (up == 1 ? y : z) < height;
    };
}

std::int64_t shape_file_bytes(const ShapeFile& shape)
{
    if (is_height_table(shape.file.path)) {
        return at_key(shape.key, shape.file.path, shape.file.at,
                      [&] { return height_table_bytes(shape.file.path); });
    }
    const auto [x, y, z] = header_of(shape).counts;
    return x * y * z * static_cast<std::int64_t>(2 * sizeof(double));
}

}  // namespace tobiuo
