// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/block/sum_rows.hpp"

namespace tobiuo::device {

Specialisation sum_rows_specialisation()
{
    return {.source = "runtime/device/block/sum_rows.cuh",
            .kernel = "sum_rows",
            .config = {},
            .options = {},
            .name = "sum-rows"};
}

void sum_rows(const Kernel& kernel, const double* table, std::int64_t rows, std::int64_t columns,
              double* sums, cudaStream_t stream)
{
    constexpr unsigned threads = 256;
    kernel.launch(dim3(static_cast<unsigned>(rows)), dim3(threads), stream, table,
                  static_cast<long long>(columns), sums);
}

}  // namespace tobiuo::device
