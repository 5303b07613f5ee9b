// SPDX-License-Identifier: BSD-3-Clause
// The number of passes of a plan or a solver, in words.
#pragma once

#include <string>

namespace tobiuo {

/// "1 pass", "3 passes".
[[nodiscard]] inline std::string passes_text(int passes)
{
    return std::to_string(passes) + (passes == 1 ? " pass" : " passes");
}

}  // namespace tobiuo
