// What the first and last bytes of a VTK XML file tell without VTK.
#pragma once

#include <filesystem>
#include <string>

namespace tobiuo {

/// The `type` of the <VTKFile> element, "ImageData" for a .vti; empty if the file has none.
[[nodiscard]] std::string vtk_file_type(const std::filesystem::path& path);

/// Whether the file ends with </VTKFile>. VTK reads uncompressed data that were cut short, and
/// closes files whose last bytes met a full disk, without an error.
[[nodiscard]] bool vtk_file_is_whole(const std::filesystem::path& path);

}  // namespace tobiuo
