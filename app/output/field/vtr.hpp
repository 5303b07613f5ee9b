// Fields on grids with unequal cells in VTK rectilinear files (.vtr), written for ParaView.
#pragma once

#include <filesystem>
#include <span>

#include "app/output/field/vti.hpp"

namespace tobiuo {

/// What write_vti is for uniform grids, for any grid: the coordinates of its nodes are in the file.
/// Throws OutputError.
void write_vtr(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields);

}  // namespace tobiuo
