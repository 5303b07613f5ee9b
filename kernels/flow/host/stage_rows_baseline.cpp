// SPDX-License-Identifier: BSD-3-Clause
// Rows of a stage for any processor of the build's architecture.
#include "kernels/flow/host/stage_rows_body.hpp"

namespace tobiuo::flow {
namespace {

/// Its streaming stores are ordinary ones, which every architecture has.
struct InstructionSet {
    static constexpr int register_bytes = 16;

    template <typename T>
    static void stream(T* to, typename Lanes<T, 16>::Register values)
    {
        Lanes<T, 16>{values}.store(to);
    }
};

}  // namespace

template <typename T>
StageRows<T> baseline_stage_rows()
{
    return stage_rows<T, InstructionSet>("baseline");
}

template StageRows<float> baseline_stage_rows();
template StageRows<double> baseline_stage_rows();

}  // namespace tobiuo::flow
