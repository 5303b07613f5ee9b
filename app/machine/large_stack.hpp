// A stack that does not depend on the limits of the shell.
#pragma once

#include <functional>

namespace tobiuo {

/// What `work` returns. Where the stack of the process is limited to less than the usual 8 MB
/// (ulimit -s), it runs on a thread that has them, and so do all threads that are started later.
[[nodiscard]] int on_a_large_stack(const std::function<int()>& work);

}  // namespace tobiuo
