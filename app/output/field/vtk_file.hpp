// SPDX-License-Identifier: BSD-3-Clause
// What the first and last bytes of a VTK XML file show without VTK.
#pragma once

#include <filesystem>
#include <string>

namespace tobiuo {

/// The `type` of the <VTKFile> element, "ImageData" for a .vti; empty if the file has none. It is
/// found without reading the file as XML, and so also where that is damaged.
[[nodiscard]] std::string vtk_file_type(const std::filesystem::path& path);

/// Whether the file ends with </VTKFile>. VTK reports no error when it reads truncated uncompressed
/// data, or when it closes a file whose last bytes did not fit on the disk.
[[nodiscard]] bool vtk_file_is_whole(const std::filesystem::path& path);

}  // namespace tobiuo
