// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/source_dir.hpp"

#include <cstdlib>

namespace tobiuo::test {

std::filesystem::path source_dir()
{
    const char* const staged = std::getenv("TOBIUO_SOURCE_DIR");
    return staged != nullptr ? staged : TOBIUO_SOURCE_DIR;
}

}  // namespace tobiuo::test
