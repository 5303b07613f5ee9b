// Where the source tree is, for tests that read configs and documents.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace tobiuo::test {

/// The source tree: $TOBIUO_SOURCE_DIR if it is set (a staged folder has its own configs), else the
/// tree that the tests were built from.
inline std::filesystem::path source_dir()
{
    const char* const staged = std::getenv("TOBIUO_SOURCE_DIR");
    return staged != nullptr ? staged : TOBIUO_SOURCE_DIR;
}

}  // namespace tobiuo::test
