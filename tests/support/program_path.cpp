// SPDX-License-Identifier: BSD-3-Clause
// The program that the tests run.
#include <cstdlib>
#include <string>

#include "tests/support/program.hpp"

namespace tobiuo::test {

std::string program_path()
{
    const char* const path = std::getenv("TOBIUO_PROGRAM");
    return path != nullptr ? path : TOBIUO_PROGRAM_PATH;
}

}  // namespace tobiuo::test
