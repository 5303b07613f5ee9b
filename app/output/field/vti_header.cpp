// Checks a .vti or .vtr by its first and last bytes, its tags, its size and the sizes of its
// arrays.
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
#include "app/output/field/vtk_file.hpp"

namespace tobiuo::vti {
namespace {

/// An upper bound of the values per byte of VTK's compressors (LZMA packs zeros about 7000 to 1).
constexpr double most_values_per_byte = 1e4;

constexpr std::string_view axis_names = "xyz";
constexpr std::string_view image_type = "ImageData";
constexpr std::string_view rectilinear_type = "RectilinearGrid";

void check_file(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        throw std::runtime_error{"no such file: give the path of a .vti or .vtr file"};
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw std::runtime_error{"not a regular file: give the path of a .vti or .vtr file"};
    }
    if (!std::ifstream{path}) {
        throw std::runtime_error{"cannot be opened: check its permissions"};
    }
    if (std::filesystem::file_size(path, error) == 0) {
        throw std::runtime_error{"the file is empty: write it again"};
    }
    const std::string type = vtk_file_type(path);
    if (type.empty()) {
        throw std::runtime_error{"not a VTK XML file: write it as a .vti, for example by ParaView"};
    }
    if (type != image_type && type != rectilinear_type) {
        throw std::runtime_error{"a VTK file of type " + type +
                                 ", where a grid along x, y, z is needed: write it as ImageData "
                                 "(.vti) or RectilinearGrid (.vtr)"};
    }
    if (!vtk_file_is_whole(path)) {
        throw std::runtime_error{
            "the file is cut short (it does not end with </VTKFile>): copy or write it again"};
    }
}

void check_axis(std::size_t axis, const Axis& read, double spacing)
{
    if (!std::isfinite(read.lower) || !std::isfinite(read.upper) || !(spacing > 0)) {
        throw std::runtime_error{std::string{"the origin or spacing along "} + axis_names[axis] +
                                 " is not usable: the origin must be finite, the spacing positive"};
    }
}

/// The extent, which the only piece must cover.
std::array<int, 6> extent_of(const Document& document)
{
    const auto whole = numbers<int, 6>(document.grid(), "WholeExtent");
    if (!whole) {
        report_damaged_header("it has no WholeExtent");
    }
    return *whole;
}

void check_piece(const Document& document)
{
    if (numbers<int, 6>(document.piece(), "Extent") != extent_of(document)) {
        throw std::runtime_error{
            "the file's only piece does not cover its grid (Extent is not WholeExtent): "
            "write the whole grid as one piece"};
    }
}

/// Throws for a rotated grid, which the solvers do not support.
void check_direction(const Document& document)
{
    constexpr std::array<double, 9> identity{1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (numbers<double, 9>(document.grid(), "Direction").value_or(identity) != identity) {
        throw std::runtime_error{
            "the grid is rotated (Direction is not the identity): write it along x, y, z"};
    }
}

/// The number of cells along each axis; 0 if there is one point.
std::array<std::int64_t, 3> cells_of(const Document& document)
{
    const auto extent = extent_of(document);
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

/// The axes of an image. An axis of one point gets a cell above it.
std::array<Axis, 3> equal_axes(const Document& document, const std::array<std::int64_t, 3>& cells)
{
    const auto extent = extent_of(document);
    const auto origin =
        numbers<double, 3>(document.grid(), "Origin").value_or(std::array{0.0, 0.0, 0.0});
    const auto spacing =
        numbers<double, 3>(document.grid(), "Spacing").value_or(std::array{1.0, 1.0, 1.0});
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double lower = origin[axis] + static_cast<double>(extent[2 * axis]) * spacing[axis];
        const std::int64_t count = std::max<std::int64_t>(cells[axis], 1);
        axes[axis] = {.cells = count,
                      .lower = lower,
                      .upper = lower + static_cast<double>(count) * spacing[axis]};
        check_axis(axis, axes[axis], spacing[axis]);
    }
    return axes;
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

/// The axes of a rectilinear grid, whose coordinates are arrays.
std::array<Axis, 3> unequal_axes(const std::filesystem::path& path, const Document& document,
                                 const std::array<std::int64_t, 3>& cells)
{
    const Storage storage = document.storage();
    const std::vector<ArrayInfo> arrays = document.coordinates();
    if (arrays.size() != cells.size()) {
        report_damaged_header("it has coordinates of " + std::to_string(arrays.size()) + " axes");
    }
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const ArrayInfo& array = arrays[axis];
        if (const auto objection = array.objection(); !objection.empty()) {
            throw std::runtime_error{"among the coordinates, " + objection};
        }
        const std::int64_t count = cells[axis] + 1;
        if (array.is_double()) {
            axes[axis] = axis_of(axis, read_values<double>(path, storage, array, count));
        } else {
            const auto singles = read_values<float>(path, storage, array, count);
            axes[axis] = axis_of(axis, {singles.begin(), singles.end()});
        }
    }
    return axes;
}

/// The number of values along each axis; it is one for one point, at either location.
std::array<std::int64_t, 3> counts_of(const Grid& grid, const std::array<std::int64_t, 3>& cells)
{
    std::array<std::int64_t, 3> counts{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        counts[axis] = cells[axis] == 0 ? 1 : grid.values(static_cast<int>(axis));
    }
    return counts;
}

/// Chooses cell data only if they have a field, because ParaView also stores vtkGhostType and the
/// like there.
Location location_of(std::span<const ArrayInfo> arrays)
{
    const auto has_field = [&](Location location) {
        return std::ranges::any_of(arrays, [&](const ArrayInfo& array) {
            return array.location == location && array.objection().empty();
        });
    };
    if (has_field(Location::cell)) {
        return Location::cell;
    }
    const bool only_cells = !arrays.empty() && std::ranges::all_of(arrays, [](const auto& array) {
        return array.location == Location::cell;
    });
    return only_cells ? Location::cell : Location::node;
}

/// Throws for implausible sizes. A header may claim any grid; this check keeps the products of
/// sizes in 64 bits, and check_sizes compares what an array needs with what it has.
void check_plausible(const std::filesystem::path& path, const std::array<std::int64_t, 3>& cells)
{
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

}  // namespace

Header read_header(const std::filesystem::path& path)
{
    check_file(path);
    const Document document{path};
    const auto cells = cells_of(document);
    Header header{.grid = {}, .counts = {}, .storage = document.storage(), .arrays = {}};
    check_plausible(path, cells);
    check_piece(document);
    if (document.type() == rectilinear_type) {
        header.grid.axes = unequal_axes(path, document, cells);
    } else {
        header.grid.axes = equal_axes(document, cells);
        check_direction(document);
    }
    header.arrays = document.arrays();
    header.time = document.time();
    header.grid.location = location_of(header.arrays);
    header.counts = counts_of(header.grid, cells);
    for (const ArrayInfo& array : header.arrays) {
        if (array.location == header.grid.location && array.objection().empty()) {
            check_sizes(path, header.storage, array, header.values());
        }
    }
    return header;
}

}  // namespace tobiuo::vti
