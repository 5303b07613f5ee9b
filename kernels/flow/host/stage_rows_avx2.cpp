// SPDX-License-Identifier: BSD-3-Clause
// Rows of a stage for processors with AVX2.
#include <immintrin.h>

#include "kernels/flow/host/stage_rows_body.hpp"

namespace tobiuo::flow {
namespace {

struct InstructionSet {
    static constexpr int register_bytes = 32;

    static void stream(float* to, __m256 values) { _mm256_stream_ps(to, values); }
    static void stream(double* to, __m256d values) { _mm256_stream_pd(to, values); }
};

}  // namespace

template <typename T>
StageRows<T> avx2_stage_rows()
{
    return stage_rows<T, InstructionSet>("AVX2");
}

template StageRows<float> avx2_stage_rows();
template StageRows<double> avx2_stage_rows();

}  // namespace tobiuo::flow
