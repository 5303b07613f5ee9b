// SPDX-License-Identifier: BSD-3-Clause
// The threads of the kernel that solves one line of equal rows: a choice that needs no device.
#pragma once

#include <string>

namespace tobiuo::tridiagonal {

/// Threads of the kernel: some rows each, whole warps.
[[nodiscard]] int line_threads(long long rows);

/// "4001 rows integrated, 512 threads"
[[nodiscard]] std::string line_name(long long rows);

}  // namespace tobiuo::tridiagonal
