// SPDX-License-Identifier: BSD-3-Clause
// The files that a case reads, and all that decides on its results.
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

/// The keys of a case as YAML, size and time of the last change of each file that it reads, and the
/// revision of the program.
[[nodiscard]] std::string whole_case_of(const Case& the_case);
/// A resolved case without the key that changes nothing of what is computed, run.wall_time.
[[nodiscard]] std::string without_wall_time(std::string resolved);

}  // namespace tobiuo
