// Judges a .vti by its first and last bytes, its tags, its size and the sizes of its arrays.
#include "app/fields/vti_header.hpp"

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

#include "app/fields/vti_document.hpp"
#include "app/fields/vtk_file.hpp"

namespace tobiuo::vti {
namespace {

/// Values per byte that no compressor of VTK exceeds (LZMA packs zeros about 7000 to 1).
constexpr double most_values_per_byte = 1e4;

constexpr std::string_view axis_names = "xyz";

void check_file(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        throw std::runtime_error{"no such file: give the path of a .vti file"};
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw std::runtime_error{"not a regular file: give the path of a .vti file"};
    }
    if (!std::ifstream{path}) {
        throw std::runtime_error{"cannot be opened: check its permissions"};
    }
    if (std::filesystem::file_size(path, error) == 0) {
        throw std::runtime_error{"the file is empty: write it again as a .vti"};
    }
    const std::string type = vtk_file_type(path);
    if (type.empty()) {
        throw std::runtime_error{"not a VTK XML file: write it as a .vti, for example by ParaView"};
    }
    if (type != "ImageData") {
        throw std::runtime_error{"a VTK file of type " + type +
                                 ", where a uniform grid is needed: write it as ImageData (.vti)"};
    }
    if (!vtk_file_is_whole(path)) {
        throw std::runtime_error{
            "the file is cut short (it does not end with </VTKFile>): copy or write it again"};
    }
}

void check_axis(std::size_t axis, const Axis& read, double spacing)
{
    const std::string name{axis_names[axis]};
    if (read.cells < 1) {
        throw std::runtime_error{"the grid has no cells along " + name +
                                 ": a grid of three dimensions is needed"};
    }
    if (!std::isfinite(read.lower) || !std::isfinite(read.upper) || !(spacing > 0)) {
        throw std::runtime_error{"the origin or spacing along " + name +
                                 " is not usable: the origin must be finite, the spacing positive"};
    }
}

/// The extent; the only piece must cover it.
std::array<int, 6> extent_of(const Document& document)
{
    const auto whole = numbers<int, 6>(document.image(), "WholeExtent");
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

/// The solvers know no rotated grids.
void check_direction(const Document& document)
{
    constexpr std::array<double, 9> identity{1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (numbers<double, 9>(document.image(), "Direction").value_or(identity) != identity) {
        throw std::runtime_error{
            "the grid is rotated (Direction is not the identity): write it along x, y, z"};
    }
}

std::array<Axis, 3> axes_of(const Document& document)
{
    const auto extent = extent_of(document);
    const auto origin =
        numbers<double, 3>(document.image(), "Origin").value_or(std::array{0.0, 0.0, 0.0});
    const auto spacing =
        numbers<double, 3>(document.image(), "Spacing").value_or(std::array{1.0, 1.0, 1.0});
    std::array<Axis, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t first = extent[2 * axis];
        const std::int64_t cells = extent[2 * axis + 1] - first;
        const double lower = origin[axis] + static_cast<double>(first) * spacing[axis];
        axes[axis] = {.cells = cells,
                      .lower = lower,
                      .upper = lower + static_cast<double>(cells) * spacing[axis]};
        check_axis(axis, axes[axis], spacing[axis]);
    }
    return axes;
}

/// Cell data win if they have a field, for ParaView puts vtkGhostType and its like there too.
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

/// A header may promise any grid. This keeps the products of its sizes in 64 bits; what an array
/// needs is compared with what it has in check_sizes.
void check_plausible(const std::filesystem::path& path, const Grid& grid)
{
    const double values = std::accumulate(grid.axes.begin(), grid.axes.end(), 1.0,
                                          [](double product, const Axis& axis) {
                                              return product * static_cast<double>(axis.cells + 1);
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
    Header header{.grid = {.axes = axes_of(document)}, .storage = document.storage(), .arrays = {}};
    check_direction(document);
    check_plausible(path, header.grid);
    check_piece(document);
    header.arrays = document.arrays();
    header.grid.location = location_of(header.arrays);
    for (const ArrayInfo& array : header.arrays) {
        if (array.location == header.grid.location && array.objection().empty()) {
            check_sizes(path, header.storage, array, header.grid.shape().values());
        }
    }
    return header;
}

}  // namespace tobiuo::vti
