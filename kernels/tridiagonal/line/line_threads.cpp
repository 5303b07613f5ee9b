// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/line/line_threads.hpp"

#include <algorithm>

#include "kernels/tridiagonal/line/integrate_line.hpp"

namespace tobiuo::tridiagonal {

int line_threads(long long rows)
{
    constexpr long long warp = 32;
    constexpr long long rows_per_thread = 4;  // a row costs about as much as a step of the scan
    const long long warps = (rows + warp * rows_per_thread - 1) / (warp * rows_per_thread);
    return static_cast<int>(std::min<long long>(warps * warp, most_line_threads));
}

std::string line_name(long long rows)
{
    return std::to_string(rows) + " rows integrated, " + std::to_string(line_threads(rows)) +
           " threads";
}

}  // namespace tobiuo::tridiagonal
