// SPDX-License-Identifier: BSD-3-Clause
// What all VTK files of fields share: their content, its storage, and that failures are noticed.
#pragma once

#include <vtkDataSet.h>
#include <vtkFieldData.h>
#include <vtkXMLWriter.h>

#include <array>
#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vtk {

/// The first and last node of the file along x, then y, then z, counted in the whole grid. Throws
/// std::invalid_argument if VTK cannot count them, if an axis without cells would have cell values,
/// or if the piece has no planes or others than the grid.
[[nodiscard]] std::array<int, 6> extent_of(const ImageDescription& description);

/// The spacing of an axis of equal cells; VTK wants one even for an axis of one node.
[[nodiscard]] double spacing_of(const Axis& axis);

/// Throws std::invalid_argument for a harmful name, because VTK writes names into XML attributes
/// without escaping.
void check_name(const std::string& name);

/// Adds texts by their names. Throws std::invalid_argument for a name as check_name() does.
void add_metadata(vtkFieldData& data, const std::map<std::string, std::string>& metadata);

/// Adds time, metadata and the fields, which are not copied and must outlive `data`. Throws
/// std::invalid_argument if a field's name or the number of its values does not fit.
void add_content(vtkDataSet& data, const ImageDescription& description,
                 std::span<const Field> fields);

/// Writes with LZ4 and UInt64 headers to a temporary file, which is checked, fsynced and renamed.
/// Throws OutputError.
void write(vtkXMLWriter& writer, vtkDataSet& data, Encoding encoding,
           const std::filesystem::path& path);

}  // namespace tobiuo::vtk
