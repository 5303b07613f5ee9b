// Judges a .vti by its first and last bytes, its size and the header that VTK's reader finds.
#include "app/fields/vti_header.hpp"

#include <vtkDataObject.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkXMLImageDataReader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "app/fields/vtk_file.hpp"
#include "app/fields/vtk_messages.hpp"

namespace tobiuo::vti {
namespace {

/// Values per byte that no compressor of VTK exceeds (LZMA packs zeros about 7000 to 1).
constexpr double most_values_per_byte = 1e4;

constexpr std::string_view axis_names = "xyz";

[[noreturn]] void report_damaged(const std::string& reason)
{
    throw std::runtime_error{"the file's header is damaged (" + reason +
                             "): copy or write it again"};
}

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
    if (const std::string damage = vtk_file_damage(path); !damage.empty()) {
        report_damaged(damage);
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

/// The axes as written; rotated grids are refused, for the solvers know none.
std::array<Axis, 3> axes_of(vtkInformation& information)
{
    std::array<int, 6> extent{};
    std::array<double, 3> origin{};
    std::array<double, 3> spacing{};
    information.Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent.data());
    information.Get(vtkDataObject::ORIGIN(), origin.data());
    information.Get(vtkDataObject::SPACING(), spacing.data());
    if (information.Has(vtkDataObject::DIRECTION())) {
        const double* matrix = information.Get(vtkDataObject::DIRECTION());
        for (std::size_t i = 0; i < 9; ++i) {
            if (matrix[i] != (i % 4 == 0 ? 1.0 : 0.0)) {
                throw std::runtime_error{
                    "the grid is rotated (Direction is not the identity): write it along x, y, z"};
            }
        }
    }
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

void add_arrays(std::vector<ArrayInfo>& arrays, Location location, vtkInformationVector* fields)
{
    const int count = fields == nullptr ? 0 : fields->GetNumberOfInformationObjects();
    for (int i = 0; i < count; ++i) {
        vtkInformation* field = fields->GetInformationObject(i);
        const char* name = field->Get(vtkDataObject::FIELD_NAME());
        if (name != nullptr) {
            arrays.push_back(
                {.name = name,
                 .location = location,
                 .type = field->Get(vtkDataObject::FIELD_ARRAY_TYPE()),
                 .components = field->Get(vtkDataObject::FIELD_NUMBER_OF_COMPONENTS())});
        }
    }
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

/// A header may promise any grid: nothing may be allocated for one that cannot be in the file.
void check_plausible(const std::filesystem::path& path, const Grid& grid)
{
    const double values = std::accumulate(
        grid.axes.begin(), grid.axes.end(), 1.0,
        [](double product, const Axis& axis) { return product * static_cast<double>(axis.cells); });
    std::error_code error;
    const auto bytes = static_cast<double>(std::filesystem::file_size(path, error));
    if (error || values > bytes * most_values_per_byte) {
        throw std::runtime_error{
            "the file is too short for the grid that its header announces: "
            "copy or write it again"};
    }
}

}  // namespace

std::string ArrayInfo::objection() const
{
    if (type != VTK_FLOAT && type != VTK_DOUBLE) {
        return "array '" + name + "' is of type " + vtkImageScalarTypeNameMacro(type) +
               ": write it as float or double";
    }
    if (components != 1) {
        return "array '" + name + "' has " + std::to_string(components) +
               " components: write one array for each";
    }
    return {};
}

Header read_header(const std::filesystem::path& path)
{
    check_file(path);
    const VtkMessages messages;
    const vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName(path.c_str());
    try {
        reader->UpdateInformation();
    } catch (const std::exception& error) {  // sizes out of the file end in bad_alloc and its like
        report_damaged(error.what());
    }
    vtkInformation* information = reader->GetOutputInformation(0);
    if (messages.any() || reader->GetErrorCode() != 0 ||
        !information->Has(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT())) {
        report_damaged(messages.first());
    }
    Header header{.grid = {.axes = axes_of(*information)}, .arrays = {}};
    add_arrays(header.arrays, Location::cell, information->Get(vtkDataObject::CELL_DATA_VECTOR()));
    add_arrays(header.arrays, Location::node, information->Get(vtkDataObject::POINT_DATA_VECTOR()));
    header.grid.location = location_of(header.arrays);
    check_plausible(path, header.grid);
    return header;
}

}  // namespace tobiuo::vti
