// Checks a .vti or .vtr by its first and last bytes, its tags, its size and the sizes of its
// arrays.
#include "app/output/field/vti_header.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/vti_document.hpp"
#include "app/output/field/vtk_file.hpp"

namespace tobiuo::vti {
namespace {

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
    const std::string type = vtk_file_type(path);
    if (type.empty()) {
        throw std::runtime_error{"not a VTK XML file: write it as a .vti, for example by ParaView"};
    }
    if (std::ranges::find(known_types, type) == known_types.end()) {
        throw std::runtime_error{"a VTK file of type " + type +
                                 ", where a grid along x, y, z is needed: write it as ImageData "
                                 "(.vti) or RectilinearGrid (.vtr)"};
    }
    if (!vtk_file_is_whole(path)) {
        throw std::runtime_error{
            "the file is cut short (it does not end with </VTKFile>): copy or write it again"};
    }
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

/// The coordinates of a rectilinear grid, which are arrays.
Nodes nodes_of(const std::filesystem::path& path, const Document& document,
               const std::array<std::int64_t, 3>& cells)
{
    const Storage storage = document.storage();
    const std::vector<ArrayInfo> arrays = document.coordinates();
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

}  // namespace

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

std::array<std::int64_t, 3> counts_of(const Grid& grid, const Extent& extent)
{
    const auto cells = cells_of(extent);
    std::array<std::int64_t, 3> counts{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        counts[axis] = cells[axis] == 0 ? 1 : grid.values(static_cast<int>(axis));
    }
    return counts;
}

Document read_document(const std::filesystem::path& path)
{
    check_file(path);
    return Document{path};
}

void check_piece(const std::filesystem::path& path, const Document& document)
{
    const Extent whole = extent_of(document.grid(), "WholeExtent");
    check_plausible(path, cells_of(whole));
    if (numbers<int, 6>(document.piece(), "Extent") != whole) {
        throw std::runtime_error{
            "the file's only piece does not cover its grid (Extent is not WholeExtent): "
            "write the whole grid as one piece"};
    }
}

Header read_header(const std::filesystem::path& path, const Document& document)
{
    Header header{.grid = {},
                  .extent = extent_of(document.piece(), "Extent"),
                  .storage = document.storage(),
                  .arrays = document.arrays(),
                  .time = document.time()};
    const auto cells = cells_of(header.extent);
    check_plausible(path, cells);
    if (document.type() == rectilinear_type) {
        header.nodes = nodes_of(path, document, cells);
        header.grid.axes = unequal_axes(header.nodes);
    } else {
        header.grid.axes = equal_axes(document.grid(), header.extent);
    }
    header.grid.location = location_of(header.arrays);
    header.counts = counts_of(header.grid, header.extent);
    for (const ArrayInfo& array : header.arrays) {
        if (array.location == header.grid.location && array.objection().empty()) {
            check_sizes(path, header.storage, array, header.values());
        }
    }
    return header;
}

}  // namespace tobiuo::vti
