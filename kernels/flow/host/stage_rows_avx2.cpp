// Rows of a stage for processors with AVX2.
#include "kernels/flow/host/stage_rows_body.hpp"

namespace tobiuo::flow {

template <typename T>
StageRows<T> avx2_stage_rows()
{
    return stage_rows<T, 32>("AVX2");
}

template StageRows<float> avx2_stage_rows();
template StageRows<double> avx2_stage_rows();

}  // namespace tobiuo::flow
