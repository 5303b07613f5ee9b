// Rows of a stage for any processor of the build's architecture.
#include "kernels/flow/host/stage_rows_body.hpp"

namespace tobiuo::flow {

template <typename T>
StageRows<T> baseline_stage_rows()
{
    return stage_rows<T, 16>("baseline");
}

template StageRows<float> baseline_stage_rows();
template StageRows<double> baseline_stage_rows();

}  // namespace tobiuo::flow
