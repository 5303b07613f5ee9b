// SPDX-License-Identifier: BSD-3-Clause
// Runs VTK's writers so that they copy no fields and every failure is reported.
#include "app/output/field/vtk_writer.hpp"

#include <vtkCellData.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <variant>

#include "app/output/atomic_file.hpp"
#include "app/output/field/streamed_array.hpp"
#include "app/output/field/vtk_encoder.hpp"
#include "app/output/field/vtk_file.hpp"
#include "app/output/field/vtk_messages.hpp"
#include "app/pattern.hpp"

namespace tobiuo::vtk {
namespace {

/// A VTK array over values that it neither owns nor changes.
template <typename Array, typename Real>
vtkSmartPointer<vtkDataArray> view_of(std::span<const Real> values, int components)
{
    const auto array = vtkSmartPointer<Array>::New();
    array->SetNumberOfComponents(components);
    constexpr int keep = 1;  // VTK must not free the values
    // NOLINTNEXTLINE(*-const-cast): SetArray has no const form; the writer only reads
    array->SetArray(const_cast<Real*>(values.data()), static_cast<vtkIdType>(values.size()), keep);
    return array;
}

void check_count(const Field& field, std::int64_t count, std::int64_t expected)
{
    if (count != expected) {
        throw std::invalid_argument{"field '" + field.name + "' has " + std::to_string(count) +
                                    " values where its grid has " + std::to_string(expected)};
    }
}

/// Makes the VTK array of the values of a field that the file has.
struct MakeArray {
    const Field& field;
    const Grid& grid;
    ranks::Slice planes;  ///< of the grid, which the file has

    [[nodiscard]] std::int64_t plane() const { return grid.values(0) * grid.values(1); }

    template <typename Real>
    [[nodiscard]] std::span<const Real> part_of(std::span<const Real> values) const
    {
        const std::int64_t of_plane = plane() * field.components;
        if (std::ssize(values) == of_plane * planes.count) {
            return values;
        }
        check_count(field, std::ssize(values), of_plane * grid.values(2));
        return values.subspan(static_cast<std::size_t>(planes.first * of_plane),
                              static_cast<std::size_t>(planes.count * of_plane));
    }
    vtkSmartPointer<vtkDataArray> operator()(std::span<const float> values) const
    {
        return view_of<vtkFloatArray>(part_of(values), field.components);
    }
    vtkSmartPointer<vtkDataArray> operator()(std::span<const double> values) const
    {
        return view_of<vtkDoubleArray>(part_of(values), field.components);
    }
    vtkSmartPointer<vtkDataArray> operator()(const StreamedValues& values) const
    {
        const std::int64_t expected = plane() * grid.values(2);
        check_count(field, std::min(values.blocks.planes * values.blocks.values, expected),
                    expected);
        const StreamedValues part{
            .read = [read = values.read, first = planes.first](
                        std::int64_t index,
                        std::span<double> layers) { read(first + index, layers); },
            .blocks = {.planes = planes.count, .values = values.blocks.values},
            .precision = values.precision};
        return streamed_array(part, planes.count * plane());
    }
};

vtkSmartPointer<vtkDataArray> array_of(const Field& field, const ImageDescription& description)
{
    check_name(field.name);
    const MakeArray make{
        .field = field, .grid = description.grid, .planes = planes_in_file(description)};
    vtkSmartPointer<vtkDataArray> array = std::visit(make, field.values);
    array->SetName(field.name.c_str());
    return array;
}

void set_description(vtkFieldData& data, const ImageDescription& description)
{
    const vtkNew<vtkDoubleArray> time;
    time->SetName("TimeValue");
    time->InsertNextValue(description.time);
    data.AddArray(time);
    add_metadata(data, description.metadata);
}

std::span<const unsigned char> bytes_of(vtkDataArray& array)
{
    const auto* first = static_cast<const unsigned char*>(array.GetVoidPointer(0));
    const auto bytes = array.GetNumberOfValues() * array.GetDataTypeSize();
    return {first, static_cast<std::size_t>(bytes)};
}

/// The errno in a VTK error, which passes errno on if it has one and otherwise has codes of its own
/// above it.
int errno_of(unsigned long vtk_error)
{
    if (vtk_error == vtkErrorCode::OutOfDiskSpaceError) {
        return ENOSPC;
    }
    const bool is_errno = vtk_error != 0 && vtk_error < vtkErrorCode::FirstVTKErrorCode;
    return is_errno ? static_cast<int>(vtk_error) : EIO;
}

/// Writes and checks the file `temporary`; `path` is the file that the user asked for.
void write_and_check(vtkXMLWriter& writer, CompressorAhead& compressor,
                     const std::filesystem::path& temporary, const std::filesystem::path& path)
{
    constexpr std::size_t bytes_to_sync = std::size_t{64} << 20U;
    compressor.look_every(bytes_to_sync, [&] { begin_to_sync(temporary); });
    writer.SetFileName(temporary.c_str());
    const VtkMessages silence;
    const bool written = writer.Write() == 1;  // returns 1 on a full disk, so it proves nothing
    compressor.look_every(0, {});
    const unsigned long error = writer.GetErrorCode();
    if (error != vtkErrorCode::NoError || !written || !vtk_file_is_whole(temporary)) {
        throw could_not_write(path, errno_of(error));
    }
}

}  // namespace

std::array<int, 6> extent_of(const ImageDescription& description)
{
    const Grid& grid = description.grid;
    const std::int64_t least = grid.location == Location::node ? 0 : 1;
    std::array<int, 6> extent{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = grid.axes[axis].cells;
        if (cells < least || cells >= std::numeric_limits<int>::max()) {
            throw std::invalid_argument{"a VTK file cannot have " + std::to_string(cells) +
                                        " cells along an axis"};
        }
        extent[2 * axis + 1] = static_cast<int>(cells);
    }
    if (const auto& own = description.piece) {
        if (own->first < 0 || own->count < 1 || own->end() > grid.values(2)) {
            throw std::invalid_argument{"a piece cannot have " + std::to_string(own->count) +
                                        " planes from " + std::to_string(own->first) +
                                        " on: its grid has " + std::to_string(grid.values(2))};
        }
        const ranks::Slice planes = planes_in_file(description);
        extent[4] = static_cast<int>(planes.first);
        extent[5] = static_cast<int>(planes.end() - 1 + least);
    }
    return extent;
}

double spacing_of(const Axis& axis)
{
    return axis.cells == 0 ? 1.0 : axis.spacing();
}

void check_name(const std::string& name)
{
    if (!matches(name, "[A-Za-z_][A-Za-z0-9_ ()./^*-]{0,63}")) {
        throw std::invalid_argument{"'" + name + "' cannot be the name of a field in a VTK file"};
    }
}

void add_metadata(vtkFieldData& data, const std::map<std::string, std::string>& metadata)
{
    for (const auto& [name, text] : metadata) {
        check_name(name);
        const vtkNew<vtkStringArray> array;
        array->SetName(name.c_str());
        array->InsertNextValue(text);
        data.AddArray(array);
    }
}

void add_content(vtkDataSet& data, const ImageDescription& description,
                 std::span<const Field> fields)
{
    set_description(*data.GetFieldData(), description);
    vtkDataSetAttributes* values = data.GetPointData();
    if (description.grid.location == Location::cell) {
        values = data.GetCellData();
    }
    for (const Field& field : fields) {
        values->AddArray(array_of(field, description));
    }
    const auto scalar = std::ranges::find(fields, 1, &Field::components);
    if (scalar != fields.end()) {
        values->SetActiveScalars(scalar->name.c_str());
    }
}

void write(vtkXMLWriter& writer, vtkDataSet& data, Encoding encoding,
           const std::filesystem::path& path)
{
    writer.SetInputData(&data);
    if (encoding == Encoding::inlined) {
        writer.SetDataModeToBinary();
    } else {
        writer.SetDataModeToAppended();
        writer.EncodeAppendedDataOff();
    }
    const vtkNew<CompressorAhead> compressor;
    constexpr int best = 9;  // a fifth less than VTK's default, and threads have the time
    compressor->SetCompressionLevel(best);
    for (vtkDataSetAttributes* const values :
         {static_cast<vtkDataSetAttributes*>(data.GetPointData()),
          static_cast<vtkDataSetAttributes*>(data.GetCellData())}) {
        for (int n = 0; n < values->GetNumberOfArrays(); ++n) {
            vtkDataArray* const array = values->GetArray(n);
            if (array != nullptr && !expect_streamed(*array, *compressor)) {
                compressor->expect(bytes_of(*array), block_bytes);
            }
        }
    }
    writer.SetCompressor(compressor);
    writer.SetBlockSize(block_bytes);
    writer.SetHeaderTypeToUInt64();
    write_atomically(path, [&](const std::filesystem::path& temporary) {
        write_and_check(writer, *compressor, temporary, path);
    });
}

}  // namespace tobiuo::vtk
