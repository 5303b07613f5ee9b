// SPDX-License-Identifier: BSD-3-Clause
// A table of profiles from elsewhere, which a picture shows beside those of a run.
#pragma once

#include <filesystem>
#include <string>

#include "app/output/report/flow_report.hpp"

namespace tobiuo {

/// Reads a table: a line of names, `position` and some of profile_names in any order, then numbers,
/// all separated by commas; a cell may be empty but for the position. Empty lines and those that
/// begin with # are passed over. Throws InputError with file, line and column for a name that is
/// unknown or there twice, a line with another number of cells, what is no finite number, and a
/// table without a line of numbers.
[[nodiscard]] FlowProfiles read_flow_reference(const std::filesystem::path& file);

/// Reads the text of a table, which messages call `source`, as read_flow_reference() does.
[[nodiscard]] FlowProfiles parse_flow_reference(const std::string& text, const std::string& source);

}  // namespace tobiuo
