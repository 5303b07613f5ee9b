// SPDX-License-Identifier: BSD-3-Clause
// The steps of reading a case file: its document, then one case of it.
#pragma once

#include <filesystem>
#include <string>

#include "app/case/case.hpp"
#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {

/// The file's document with all overrides applied; "-" is the standard input. Reports what can be
/// passed over, throws InputError with everything in `problems` for the rest.
[[nodiscard]] Node read_document(const std::filesystem::path& file, const CaseOptions& options,
                                 Problems& problems);

/// The table of the solver that the document names.
[[nodiscard]] const Table& table_of(const Node& document);

/// Reads the case of a document, and reports its problems. With a `label` it is a member of a
/// study, and label and folder of that study are its name and its output.directory.
[[nodiscard]] Case read_case_of(const Node& document, const std::filesystem::path& file,
                                const CaseOptions& options, Problems& problems,
                                const std::string& label = {});

/// How messages and reports call the file.
[[nodiscard]] std::filesystem::path source_of(const std::filesystem::path& file);

}  // namespace tobiuo::casefile
