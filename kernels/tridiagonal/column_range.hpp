// SPDX-License-Identifier: BSD-3-Clause
// Some of the columns of systems that are solved slab by slab, which one thread of the host solves.
#pragma once

namespace tobiuo::tridiagonal {

/// The columns [first, end).
struct ColumnRange {
    long long first{};
    long long end{};
};

}  // namespace tobiuo::tridiagonal
