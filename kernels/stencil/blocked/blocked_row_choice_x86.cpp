// SPDX-License-Identifier: BSD-3-Clause
// Chooses the blocked row by what this x86-64 processor can do.
#include <vector>

#include "kernels/stencil/blocked/blocked_row.hpp"

namespace tobiuo::stencil {
namespace {

std::vector<RowFunctions> usable()
{
    std::vector<RowFunctions> builds;
    if (__builtin_cpu_supports("avx512f")) {
        builds.push_back(avx512_row_functions());
    }
    if (__builtin_cpu_supports("avx2")) {
        builds.push_back(avx2_row_functions());
    }
    builds.push_back(baseline_row_functions());
    return builds;
}

}  // namespace

std::span<const RowFunctions> usable_row_functions()
{
    static const std::vector<RowFunctions> builds = usable();
    return builds;
}

}  // namespace tobiuo::stencil
