// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rows of a stage by what this x86-64 processor can do.
#include <vector>

#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {
namespace {

template <typename T>
std::vector<StageRows<T>> usable()
{
    std::vector<StageRows<T>> builds;
    if (__builtin_cpu_supports("avx512f")) {
        builds.push_back(avx512_stage_rows<T>());
    }
    if (__builtin_cpu_supports("avx2")) {
        builds.push_back(avx2_stage_rows<T>());
    }
    builds.push_back(baseline_stage_rows<T>());
    return builds;
}

}  // namespace

template <typename T>
std::span<const StageRows<T>> usable_stage_rows()
{
    static const std::vector<StageRows<T>> builds = usable<T>();
    return builds;
}

template std::span<const StageRows<float>> usable_stage_rows();
template std::span<const StageRows<double>> usable_stage_rows();

}  // namespace tobiuo::flow
