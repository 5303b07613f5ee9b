// The one place where errors are caught: each becomes a sentence on stderr and an exit code.
#pragma once

#include <functional>

#include "app/errors.hpp"

namespace tobiuo {

/// Runs `command`. What it returns, or the code of what it threw; where it says "done" but stdout
/// did not take all of its text (a full disk), the code for that.
[[nodiscard]] ExitCode guarded(const std::function<ExitCode()>& command);

}  // namespace tobiuo
