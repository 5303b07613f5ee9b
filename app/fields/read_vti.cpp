// Reads a VTK image file from anywhere: trusts nothing, and says in one sentence what is wrong.
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataArraySelection.h>
#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataReader.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/fields/vti.hpp"
#include "app/fields/vti_header.hpp"
#include "app/fields/vtk_messages.hpp"

namespace tobiuo {
namespace {

using Names = std::span<const std::string>;

/// "'a0', 'a1'"
std::string quoted(Names names)
{
    std::string text;
    for (const std::string& name : names) {
        text += text.empty() ? "'" : ", '";
        text += name;
        text += '\'';
    }
    return text;
}

std::vector<std::string> names_at(const vti::Header& header, Location location)
{
    std::vector<std::string> names;
    for (const vti::ArrayInfo& array : header.arrays) {
        if (array.location == location) {
            names.push_back(array.name);
        }
    }
    return names;
}

[[noreturn]] void report_missing(const vti::Header& header, Names missing)
{
    const Location here = header.grid.location;
    const Location there = here == Location::cell ? Location::node : Location::cell;
    const auto available = names_at(header, here);
    const auto elsewhere = names_at(header, there);
    const std::string_view kind = here == Location::cell ? "cell" : "point";

    std::string text{missing.size() == 1 ? "has no array " : "has no arrays "};
    text.append(quoted(missing)).append(" in its ").append(kind).append(" data (it has ");
    text.append(available.empty() ? "none" : quoted(available)).append(")");
    if (std::ranges::find(elsewhere, missing.front()) != elsewhere.end()) {
        text.append(": '").append(missing.front()).append("' is ");
        text.append(there == Location::cell ? "cell" : "point");
        text.append(" data, and all arrays must be of one kind");
    } else {
        text.append(": add what is missing to the file");
    }
    throw std::runtime_error{text};
}

/// The entries of `names` in the file's header, each of a kind that can be read.
std::vector<vti::ArrayInfo> find_arrays(const vti::Header& header, Names names)
{
    std::vector<vti::ArrayInfo> found;
    std::vector<std::string> missing;
    for (const std::string& name : names) {
        const auto is_it = [&](const vti::ArrayInfo& array) {
            return array.name == name && array.location == header.grid.location;
        };
        if (const auto at = std::ranges::find_if(header.arrays, is_it); at != header.arrays.end()) {
            found.push_back(*at);
        } else {
            missing.push_back(name);
        }
    }
    if (!missing.empty()) {
        report_missing(header, missing);
    }
    for (const vti::ArrayInfo& array : found) {
        if (const auto objection = array.objection(); !objection.empty()) {
            throw std::runtime_error{objection};
        }
    }
    return found;
}

[[noreturn]] void report_damaged(const std::string& name, const std::string& reason)
{
    throw std::runtime_error{"array '" + name + "' cannot be read (" + reason +
                             "): the file is damaged, copy or write it again"};
}

template <typename Real>
void check_finite(const std::string& name, std::span<const Real> values, const Grid& grid)
{
    const auto bad = std::ranges::find_if(values, [](Real value) { return !std::isfinite(value); });
    if (bad == values.end()) {
        return;
    }
    const std::int64_t index = bad - values.begin();
    const auto [nk, nj] = std::pair{grid.values(0), grid.values(1)};
    throw std::runtime_error{"array '" + name + "' holds " + (std::isnan(*bad) ? "nan" : "inf") +
                             " at x, y, z index " + std::to_string(index % nk) + ", " +
                             std::to_string(index / nk % nj) + ", " +
                             std::to_string(index / nk / nj) + ": every value must be finite"};
}

/// The values of a VTK array of either precision, as `Real`.
template <typename Real>
std::vector<Real> copy_of(vtkDataArray& array)
{
    const auto count = static_cast<std::size_t>(array.GetNumberOfTuples());
    if (auto* singles = vtkFloatArray::SafeDownCast(&array)) {
        const std::span<const float> values{singles->GetPointer(0), count};
        return {values.begin(), values.end()};
    }
    const std::span<const double> values{vtkDoubleArray::SafeDownCast(&array)->GetPointer(0),
                                         count};
    std::vector<Real> copy(count);
    std::ranges::transform(values, copy.begin(), [](double x) { return static_cast<Real>(x); });
    return copy;
}

/// Lets `reader` read one array and nothing else.
void update(vtkXMLImageDataReader& reader, const vti::ArrayInfo& wanted)
{
    reader.UpdateInformation();
    reader.GetPointDataArraySelection()->DisableAllArrays();
    reader.GetCellDataArraySelection()->DisableAllArrays();
    vtkDataArraySelection* selection = wanted.location == Location::cell
                                           ? reader.GetCellDataArraySelection()
                                           : reader.GetPointDataArraySelection();
    selection->EnableArray(wanted.name.c_str());
    try {
        reader.Update();
    } catch (const std::exception& error) {  // sizes out of the file end in bad_alloc and its like
        report_damaged(wanted.name, error.what());
    }
}

/// One array at a time, so that at most one is in memory twice.
template <typename Real>
std::vector<Real> read_array(const std::filesystem::path& path, const Grid& grid,
                             const vti::ArrayInfo& wanted)
{
    const VtkMessages messages;
    const vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName(path.c_str());
    update(*reader, wanted);
    vtkDataSetAttributes* data = reader->GetOutput()->GetPointData();
    if (wanted.location == Location::cell) {
        data = reader->GetOutput()->GetCellData();
    }
    vtkDataArray* array = data->GetArray(wanted.name.c_str());
    if (messages.any() || reader->GetErrorCode() != 0 || array == nullptr) {
        report_damaged(wanted.name, messages.first());
    }
    if (array->GetNumberOfTuples() != grid.shape().values() ||
        array->GetDataType() != wanted.type || array->GetNumberOfComponents() != 1) {
        report_damaged(wanted.name, "its size or type is not the one in the file's header");
    }
    std::vector<Real> values = copy_of<Real>(*array);
    check_finite<Real>(wanted.name, values, grid);
    return values;
}

template <typename Real>
std::vector<Values> read_arrays(const std::filesystem::path& path, const Grid& grid,
                                std::span<const vti::ArrayInfo> wanted)
{
    std::vector<Values> arrays;
    for (const vti::ArrayInfo& array : wanted) {
        arrays.emplace_back(read_array<Real>(path, grid, array));
    }
    return arrays;
}

}  // namespace

VtiHeader read_vti_header(const std::filesystem::path& path)
{
    const vti::Header header = vti::read_header(path);
    VtiHeader readable{.grid = header.grid, .arrays = {}};
    for (const vti::ArrayInfo& array : header.arrays) {
        if (array.location == header.grid.location && array.objection().empty()) {
            readable.arrays.push_back(array.name);
        }
    }
    return readable;
}

std::vector<Values> read_vti_arrays(const std::filesystem::path& path,
                                    std::span<const std::string> names)
{
    const vti::Header header = vti::read_header(path);
    const auto wanted = find_arrays(header, names);
    const bool any_double = std::ranges::any_of(
        wanted, [](const vti::ArrayInfo& array) { return array.type == VTK_DOUBLE; });
    return any_double ? read_arrays<double>(path, header.grid, wanted)
                      : read_arrays<float>(path, header.grid, wanted);
}

}  // namespace tobiuo
