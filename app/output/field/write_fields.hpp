// Writes fields into the kind of VTK file that suits their grid.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// The extension of the file: ".vtr" if an axis is stretched, else ".vti".
[[nodiscard]] std::string_view fields_extension(const Grid& grid);

/// Writes a .vti or a .vtr, as fields_extension() says. Throws OutputError; std::invalid_argument
/// if `path` does not end with the extension.
void write_fields(const std::filesystem::path& path, const ImageDescription& description,
                  std::span<const Field> fields);

}  // namespace tobiuo
