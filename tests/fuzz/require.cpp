// SPDX-License-Identifier: BSD-3-Clause
// Ends a trial whose reader broke its promise, so that the fuzzer keeps the input.
#include <cstdlib>
#include <iostream>

#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {

void require(bool kept, std::string_view promise)
{
    if (!kept) {
        std::cerr << "broken promise: " << promise << std::endl;
        std::abort();
    }
}

}  // namespace tobiuo::fuzz
