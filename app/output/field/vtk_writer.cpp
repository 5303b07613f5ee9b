// Runs VTK's writers so that they copy no fields and every failure is reported.
#include "app/output/field/vtk_writer.hpp"

#include <vtkCellData.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkFieldData.h>
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
#include "app/output/field/vtk_file.hpp"
#include "app/output/field/vtk_messages.hpp"
#include "app/pattern.hpp"

namespace tobiuo::vtk {
namespace {

/// Throws for a harmful name, because VTK writes names into XML attributes without escaping.
void check_name(const std::string& name)
{
    if (!matches(name, "[A-Za-z_][A-Za-z0-9_ ()./^*-]{0,63}")) {
        throw std::invalid_argument{"'" + name + "' cannot be the name of a field in a VTK file"};
    }
}

/// A VTK array over values that it neither owns nor changes.
template <typename Array, typename Real>
vtkSmartPointer<vtkDataArray> view_of(std::span<const Real> values)
{
    const auto array = vtkSmartPointer<Array>::New();
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

/// Makes the VTK array of a field's values.
struct MakeArray {
    const Field& field;
    std::int64_t expected;

    vtkSmartPointer<vtkDataArray> operator()(std::span<const float> values) const
    {
        check_count(field, std::ssize(values), expected);
        return view_of<vtkFloatArray>(values);
    }
    vtkSmartPointer<vtkDataArray> operator()(std::span<const double> values) const
    {
        check_count(field, std::ssize(values), expected);
        return view_of<vtkDoubleArray>(values);
    }
    vtkSmartPointer<vtkDataArray> operator()(const StreamedValues& values) const
    {
        check_count(field, std::min(values.blocks.planes * values.blocks.values, expected),
                    expected);
        if (values.precision == Precision::fp32) {
            return StreamedArray<float>::of(values, expected);
        }
        return StreamedArray<double>::of(values, expected);
    }
};

vtkSmartPointer<vtkDataArray> array_of(const Field& field, std::int64_t expected)
{
    check_name(field.name);
    vtkSmartPointer<vtkDataArray> array =
        std::visit(MakeArray{.field = field, .expected = expected}, field.values);
    array->SetName(field.name.c_str());
    return array;
}

void set_description(vtkFieldData& data, const ImageDescription& description)
{
    const vtkNew<vtkDoubleArray> time;
    time->SetName("TimeValue");
    time->InsertNextValue(description.time);
    data.AddArray(time);
    for (const auto& [name, text] : description.metadata) {
        check_name(name);
        const vtkNew<vtkStringArray> array;
        array->SetName(name.c_str());
        array->InsertNextValue(text);
        data.AddArray(array);
    }
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
void write_and_check(vtkXMLWriter& writer, const std::filesystem::path& temporary,
                     const std::filesystem::path& path)
{
    writer.SetFileName(temporary.c_str());
    const VtkMessages silence;
    const bool written = writer.Write() == 1;  // returns 1 on a full disk, so it proves nothing
    const unsigned long error = writer.GetErrorCode();
    if (error != vtkErrorCode::NoError || !written || !vtk_file_is_whole(temporary)) {
        throw could_not_write(path, errno_of(error));
    }
}

}  // namespace

std::array<int, 3> node_counts(const Grid& grid)
{
    const std::int64_t least = grid.location == Location::node ? 1 : 2;
    std::array<int, 3> counts{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t count = grid.axes[axis].cells + 1;
        if (count < least || count > std::numeric_limits<int>::max()) {
            throw std::invalid_argument{"a VTK file cannot have " + std::to_string(count - 1) +
                                        " cells along an axis"};
        }
        counts[axis] = static_cast<int>(count);
    }
    return counts;
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
        values->AddArray(array_of(field, shape_of(description.grid).values()));
    }
    if (!fields.empty()) {
        values->SetActiveScalars(fields.front().name.c_str());
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
    writer.SetCompressorTypeToLZ4();
    writer.SetBlockSize(block_bytes);
    writer.SetHeaderTypeToUInt64();
    write_atomically(path, [&](const std::filesystem::path& temporary) {
        write_and_check(writer, temporary, path);
    });
}

}  // namespace tobiuo::vtk
