// Fields on grids with unequal cells in VTK rectilinear files (.vtr), written for ParaView.
#pragma once

#include <filesystem>
#include <span>

#include "app/output/field/vti.hpp"

namespace tobiuo {

/// Writes a .vtr as write_vti() writes a .vti, for any grid: the file has the coordinates of its
/// nodes. Throws OutputError.
void write_vtr(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields);

}  // namespace tobiuo
