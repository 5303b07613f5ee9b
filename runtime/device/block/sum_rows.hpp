// SPDX-License-Identifier: BSD-3-Clause
// Adds the rows of a table on the device in a fixed order.
#pragma once

#include <cstdint>

#include "runtime/device/compile/module.hpp"

namespace tobiuo::device {

[[nodiscard]] Specialisation sum_rows_specialisation();

/// Enqueues sums[r] = the sum of table[r][0, columns), for r in [0, rows).
void sum_rows(const Kernel& kernel, const double* table, std::int64_t rows, std::int64_t columns,
              double* sums, cudaStream_t stream);

}  // namespace tobiuo::device
