// SPDX-License-Identifier: BSD-3-Clause
// Reads a case whose text or overrides may be anything, and holds the reader to its promises.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::fuzz {

/// Writes `text` as case.yaml into a folder that also holds data.vti, an empty file, and reads it.
/// Returns 0. A case that is accepted must read back the same from its resolved text; one that is
/// refused must be InputError with a sentence. Any other exception passes.
int read_any_case(std::string_view text, const std::vector<std::string>& settings);

}  // namespace tobiuo::fuzz
