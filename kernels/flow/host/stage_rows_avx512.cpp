// Rows of a stage for processors with AVX-512.
#include "kernels/flow/host/stage_rows_body.hpp"

namespace tobiuo::flow {

template <typename T>
StageRows<T> avx512_stage_rows()
{
    return stage_rows<T, 64>("AVX-512");
}

template StageRows<float> avx512_stage_rows();
template StageRows<double> avx512_stage_rows();

}  // namespace tobiuo::flow
