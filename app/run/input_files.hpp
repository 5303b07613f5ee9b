// The files that a case reads.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/case/case.hpp"

namespace tobiuo {

/// The files from which the case reads fields, profiles or coefficients. Of an index, only itself.
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Case& the_case);

/// An indented line that changes where the file does: its size and the time of its last change.
[[nodiscard]] std::string file_mark(const std::filesystem::path& file);

}  // namespace tobiuo
