// A stack whose size does not depend on the limits of the shell.
#pragma once

#include <functional>

namespace tobiuo {

/// Runs `work` and returns its result. If the stack of the process is limited to less than the
/// usual 8 MB (ulimit -s), `work` runs on a thread with 8 MB, and so do all threads that are
/// started later.
[[nodiscard]] int on_a_large_stack(const std::function<int()>& work);

}  // namespace tobiuo
