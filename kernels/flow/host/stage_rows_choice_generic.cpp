// SPDX-License-Identifier: BSD-3-Clause
// The rows of a stage where the architecture has one build.
#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {

template <typename T>
std::span<const StageRows<T>> usable_stage_rows()
{
    static const StageRows<T> build = baseline_stage_rows<T>();
    return {&build, 1};
}

template std::span<const StageRows<float>> usable_stage_rows();
template std::span<const StageRows<double>> usable_stage_rows();

}  // namespace tobiuo::flow
