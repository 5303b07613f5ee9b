// SPDX-License-Identifier: BSD-3-Clause
// The target case_file.
#include "tests/fuzz/read_any_case.hpp"
#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {

int case_file(Bytes bytes)
{
    return read_any_case(text_of(bytes), {});
}

}  // namespace tobiuo::fuzz
