// SPDX-License-Identifier: BSD-3-Clause
// Where the source tree is, for tests that read configs and documents.
#pragma once

#include <filesystem>

namespace tobiuo::test {

/// The source tree: $TOBIUO_SOURCE_DIR if it is set (a staged folder has its own configs), else the
/// tree that the tests were built from.
[[nodiscard]] std::filesystem::path source_dir();

}  // namespace tobiuo::test
