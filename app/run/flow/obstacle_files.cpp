#include "app/run/flow/obstacle_files.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/output/field/vti.hpp"
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
            refuse(shape, fmt::format("has {} arrays of numbers (an obstacle is one of them): name "
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

/// The cell of an axis in which a position lies; -1 beyond its ends.
std::int64_t cell_at(const Axis& axis, double position)
{
    if (!(position >= axis.lower && position <= axis.upper)) {
        return -1;
    }
    std::int64_t below = 0;
    std::int64_t above = axis.cells;
    while (above - below > 1) {
        const std::int64_t middle = (below + above) / 2;
        (axis.node(middle) <= position ? below : above) = middle;
    }
    return below;
}

/// Where the values of a file lie along an axis.
std::vector<double> places_of(const Axis& axis, Location location, std::int64_t count)
{
    std::vector<double> places;
    for (std::int64_t n = 0; n < count; ++n) {
        places.push_back(location == Location::cell ? axis.centre(n) : axis.node(n));
    }
    return places;
}

/// A place between two values: the first of them, and the part of the second.
struct PlaceBetween {
    std::size_t first = 0;
    double part = 0.0;

    /// What is linear between the values that value(n) has.
    template <typename Value>
    [[nodiscard]] double interpolated(const Value& value) const
    {
        return part == 0.0 ? value(first) : value(first) + part * (value(first + 1) - value(first));
    }
};

PlaceBetween place_between(std::span<const double> places, double position)
{
    if (places.size() == 1 || position <= places.front()) {
        return {};
    }
    if (position >= places.back()) {
        return {.first = places.size() - 2, .part = 1.0};
    }
    const auto behind = std::ranges::upper_bound(places, position);
    const auto first = static_cast<std::size_t>(behind - places.begin()) - 1;
    return {.first = first,
            .part = (position - places[first]) / (places[first + 1] - places[first])};
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
    return
        [axes = read.header.grid.axes, solid = shared, dimensions](double x, double y, double z) {
            const auto cell = [&](int axis, double position) {
                const Axis& along = axes.at(static_cast<std::size_t>(axis));
                const bool is_flat = axis >= dimensions && along.cells == 1;
                return is_flat ? 0 : cell_at(along, position);
            };
            const std::array cells{cell(0, x), cell(1, y), cell(2, z)};
            return std::ranges::min(cells) >= 0 &&
                   (*solid)[static_cast<std::size_t>(
                       (cells[2] * axes[1].cells + cells[1]) * axes[0].cells + cells[0])];
        };
}

InsideFunction inside_of_height(const ShapeFile& shape, int upwards)
{
    if (upwards < 1) {
        refuse(shape, "is a height, and the case has one axis: give it another one");
    }
    ShapeValues read = read_shape(shape);
    const auto up = static_cast<std::size_t>(upwards);
    for (std::size_t axis = up; axis < 3; ++axis) {
        if (read.header.counts.at(axis) != 1) {
            refuse(shape, fmt::format("has {} values along {} (a height is one for each place of "
                                      "the ground): give a file that is flat along it",
                                      read.header.counts.at(axis), casefile::axis_words.at(axis)));
        }
    }
    struct Ground {
        std::array<std::vector<double>, 2> places;
        std::vector<double> heights;
    };
    auto ground = std::make_shared<Ground>();
    for (std::size_t axis = 0; axis < 2; ++axis) {
        ground->places.at(axis) = places_of(read.header.grid.axes.at(axis),
                                            read.header.grid.location, read.header.counts.at(axis));
    }
    ground->heights = std::move(read.values);
    return [up, ground = std::shared_ptr<const Ground>{std::move(ground)}](double x, double y,
                                                                           double z) {
        const PlaceBetween along_x = place_between(ground->places[0], x);
        const PlaceBetween along_y = place_between(ground->places[1], up == 1 ? 0.0 : y);
        const std::size_t columns = ground->places[0].size();
        const double height = along_y.interpolated([&](std::size_t row) {
            return along_x.interpolated(
                [&](std::size_t column) { return ground->heights[row * columns + column]; });
        });
        return (up == 1 ? y : z) < height;
    };
}

std::int64_t shape_file_bytes(const ShapeFile& shape)
{
    const auto [x, y, z] = header_of(shape).counts;
    return x * y * z * static_cast<std::int64_t>(2 * sizeof(double));
}

}  // namespace tobiuo
