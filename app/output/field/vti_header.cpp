// SPDX-License-Identifier: BSD-3-Clause
// Checks a .vti or .vtr by its first and last bytes, its tags, its axes, its size and the sizes of
// its arrays.
#include "app/output/field/vti_header.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/vti_document.hpp"
#include "app/printable.hpp"

namespace tobiuo::vti {
namespace {

constexpr std::string_view axis_names = "xyz";

void check_axis(std::size_t axis, const Axis& read, double spacing)
{
    if (!std::isfinite(read.lower) || !std::isfinite(read.upper) || !(spacing > 0)) {
        throw std::runtime_error{std::string{"the origin or spacing along "} + axis_names[axis] +
                                 " is not usable: the origin must be finite, the spacing positive"};
    }
}

/// Throws for a rotated grid, which the solvers do not support.
void check_direction(const XmlElement& grid)
{
    constexpr std::array<double, 9> identity{1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (numbers<double, 9>(grid, "Direction").value_or(identity) != identity) {
        throw std::runtime_error{
            "the grid is rotated (Direction is not the identity): write it along x, y, z"};
    }
}

/// Removes the nodes of an axis if they are those of equal cells.
void simplify(Axis& axis)
{
    Axis equal = axis;
    equal.nodes.clear();
    const double most = as_good_as_equal * (axis.upper - axis.lower);
    for (std::int64_t n = 0; n <= axis.cells; ++n) {
        if (std::abs(axis.node(n) - equal.node(n)) > most) {
            return;
        }
    }
    axis = equal;
}

/// The axis with the nodes `nodes`, of which there is at least one.
Axis axis_of(std::size_t axis, std::vector<double> nodes)
{
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (!std::isfinite(nodes[n]) || (n > 0 && nodes[n] <= nodes[n - 1])) {
            throw std::runtime_error{std::string{"coordinate "} + std::to_string(n) + " along " +
                                     axis_names[axis] +
                                     " is not usable: coordinates must be finite and increase"};
        }
    }
    if (nodes.size() == 1) {
        return {.cells = 1, .lower = nodes[0], .upper = nodes[0] + 1.0};
    }
    Axis read{.cells = std::ssize(nodes) - 1, .lower = nodes.front(), .upper = nodes.back()};
    read.nodes = std::move(nodes);
    simplify(read);
    return read;
}

/// An upper bound of the values per byte of VTK's compressors (LZMA packs zeros about 7000 to 1).
constexpr double most_values_per_byte = 1e4;

constexpr std::string_view rectilinear_type = "RectilinearGrid";
constexpr std::array<std::string_view, 4> known_types{"ImageData", rectilinear_type, "PImageData",
                                                      "PRectilinearGrid"};

void check_file(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        throw std::runtime_error{
            "no such file: give the path of a .vti, .vtr, .pvti or .pvtr file"};
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw std::runtime_error{
            "not a regular file: give the path of a .vti, .vtr, .pvti or .pvtr file"};
    }
    if (!std::ifstream{path}) {
        throw std::runtime_error{"cannot be opened: check its permissions"};
    }
    if (std::filesystem::file_size(path, error) == 0) {
        throw std::runtime_error{"the file is empty: write it again"};
    }
}

/// The coordinates of a rectilinear grid, which are arrays.
Nodes nodes_of(const std::filesystem::path& path, const Document& document, const XmlElement& piece,
               const std::array<std::int64_t, 3>& cells)
{
    const Storage storage = document.storage();
    const std::vector<ArrayInfo> arrays = document.coordinates(piece);
    if (arrays.size() != cells.size()) {
        report_damaged_header("it has coordinates of " + std::to_string(arrays.size()) + " axes");
    }
    Nodes nodes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const ArrayInfo& array = arrays[axis];
        if (const auto objection = array.objection(); !objection.empty()) {
            throw std::runtime_error{"among the coordinates, " + objection};
        }
        const std::int64_t count = cells[axis] + 1;
        if (array.is_double()) {
            nodes[axis] = read_values<double>(path, storage, array, count);
        } else {
            const auto singles = read_values<float>(path, storage, array, count);
            nodes[axis].assign(singles.begin(), singles.end());
        }
    }
    return nodes;
}

bool has_all(std::span<const ArrayInfo> arrays, Location location,
             const std::vector<std::string>& names)
{
    return !names.empty() && std::ranges::all_of(names, [&](const std::string& name) {
        return std::ranges::any_of(arrays, [&](const ArrayInfo& array) {
            return array.name == name && array.location == location;
        });
    });
}

}  // namespace

Extent extent_of(const XmlElement& element, const char* name)
{
    const auto extent = numbers<int, 6>(element, name);
    if (!extent) {
        report_damaged_header(std::string{"it has no "} + name);
    }
    constexpr int most = 1 << 30;  // the next number, and the difference of two, are still an int
    if (std::ranges::any_of(*extent, [](int end) { return end < -most || end >= most; })) {
        report_damaged_header(std::string{"its "} + name + " has an end beyond 2^30 points");
    }
    return *extent;
}

std::array<std::int64_t, 3> cells_of(const Extent& extent)
{
    std::array<std::int64_t, 3> cells{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cells[axis] = std::int64_t{extent[2 * axis + 1]} - extent[2 * axis];
        if (cells[axis] < 0) {
            throw std::runtime_error{std::string{"the grid has no points along "} +
                                     axis_names[axis] + ": write at least one"};
        }
    }
    return cells;
}

std::array<Axis, 3> equal_axes(const XmlElement& grid, const Extent& extent)
{
    const auto cells = cells_of(extent);
    const auto origin = numbers<double, 3>(grid, "Origin").value_or(std::array{0.0, 0.0, 0.0});
    const auto spacing = numbers<double, 3>(grid, "Spacing").value_or(std::array{1.0, 1.0, 1.0});
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double lower = origin[axis] + static_cast<double>(extent[2 * axis]) * spacing[axis];
        const std::int64_t count = std::max<std::int64_t>(cells[axis], 1);
        axes[axis] = {.cells = count,
                      .lower = lower,
                      .upper = lower + static_cast<double>(count) * spacing[axis]};
        check_axis(axis, axes[axis], spacing[axis]);
    }
    check_direction(grid);
    return axes;
}

std::array<Axis, 3> unequal_axes(Nodes nodes)
{
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        axes[axis] = axis_of(axis, std::move(nodes[axis]));
    }
    return axes;
}

/// A header may claim any grid; this check keeps the products of sizes in 64 bits, and check_sizes
/// compares what an array needs with what it has.
void check_plausible(const std::filesystem::path& path, const Extent& extent)
{
    const auto cells = cells_of(extent);
    const double values =
        std::accumulate(cells.begin(), cells.end(), 1.0, [](double product, std::int64_t count) {
            return product * (static_cast<double>(count) + 1.0);
        });
    std::error_code error;
    const auto bytes = static_cast<double>(std::filesystem::file_size(path, error));
    if (error || values > bytes * most_values_per_byte) {
        throw std::runtime_error{
            "the file is too short for the grid that its header announces: "
            "copy or write it again"};
    }
}

bool is_field(const ArrayInfo& array, Location location)
{
    return array.location == location && array.objection(array.components).empty();
}

Location location_of(std::span<const ArrayInfo> arrays, const VtiWanted& wanted)
{
    const bool in_cells = has_all(arrays, Location::cell, wanted.names);
    const bool in_nodes = has_all(arrays, Location::node, wanted.names);
    if (in_cells != in_nodes) {
        return in_cells ? Location::cell : Location::node;
    }
    const auto has_field = [&](Location location) {
        return std::ranges::any_of(arrays, [&](const ArrayInfo& array) {
            return is_field(array, location) && !array.name.starts_with("vtk");
        });
    };
    if (wanted.preferred && (in_cells || has_field(*wanted.preferred))) {
        return *wanted.preferred;
    }
    if (has_field(Location::cell)) {
        return Location::cell;
    }
    const bool only_cells = !arrays.empty() && std::ranges::all_of(arrays, [](const auto& array) {
        return array.location == Location::cell;
    });
    return only_cells ? Location::cell : Location::node;
}

std::array<std::int64_t, 3> counts_of(const Extent& extent, Location location)
{
    auto counts = cells_of(extent);
    for (std::int64_t& count : counts) {
        const bool flat = count == 0;
        count += flat || location == Location::node ? 1 : 0;
    }
    return counts;
}

Document read_document(const std::filesystem::path& path)
{
    check_file(path);
    Document document{path};
    const std::string type = document.type();
    if (std::ranges::find(known_types, type) == known_types.end()) {
        throw std::runtime_error{"a VTK file of type " + printable(type) +
                                 ", where a grid along x, y, z is needed: write it as ImageData "
                                 "(.vti) or RectilinearGrid (.vtr)"};
    }
    return document;
}

Header read_header(const std::filesystem::path& path, const Document& document,
                   const XmlElement& piece, Location location)
{
    Header header{.grid = {},
                  .extent = extent_of(piece, "Extent"),
                  .storage = document.storage(),
                  .arrays = document.arrays(piece),
                  .time = document.time()};
    check_plausible(path, header.extent);
    if (document.type() == rectilinear_type) {
        header.nodes = nodes_of(path, document, piece, cells_of(header.extent));
        header.grid.axes = unequal_axes(header.nodes);
    } else {
        header.grid.axes = equal_axes(document.grid(), header.extent);
    }
    header.grid.location = location;
    header.counts = counts_of(header.extent, location);
    for (const ArrayInfo& array : header.arrays) {
        if (is_field(array, location)) {
            check_sizes(path, header.storage, array, header.values() * array.components);
        }
    }
    return header;
}

}  // namespace tobiuo::vti
