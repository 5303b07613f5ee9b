// What all VTK files of fields share: their content, its storage, and that failures are noticed.
#pragma once

#include <vtkDataSet.h>
#include <vtkXMLWriter.h>

#include <array>
#include <filesystem>
#include <span>

#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vtk {

/// The numbers of nodes along x, y, z. Throws std::invalid_argument if VTK cannot count them or if
/// an axis without cells would have cell values.
[[nodiscard]] std::array<int, 3> node_counts(const Grid& grid);

/// Adds time, metadata and the fields, which are not copied and must outlive `data`. Throws
/// std::invalid_argument if a field's name or the number of its values does not fit.
void add_content(vtkDataSet& data, const ImageDescription& description,
                 std::span<const Field> fields);

/// Writes with LZ4 and UInt64 headers to a temporary file, which is checked, fsynced and renamed.
/// Throws OutputError.
void write(vtkXMLWriter& writer, vtkDataSet& data, Encoding encoding,
           const std::filesystem::path& path);

}  // namespace tobiuo::vtk
