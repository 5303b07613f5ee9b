// The only place where errors are caught: each becomes a sentence on stderr and an exit code.
#pragma once

#include <functional>

#include "app/errors.hpp"

namespace tobiuo {

/// Runs `command` and returns its code, or the code of what it threw. If the result is "done" but
/// stdout did not take all of the text (a full disk), it returns the code of that error.
[[nodiscard]] ExitCode guarded(const std::function<ExitCode()>& command);

}  // namespace tobiuo
