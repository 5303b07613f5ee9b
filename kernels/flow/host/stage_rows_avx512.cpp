// SPDX-License-Identifier: BSD-3-Clause
// Rows of a stage for processors with AVX-512.
#include <immintrin.h>

#include "kernels/flow/host/stage_rows_body.hpp"

namespace tobiuo::flow {
namespace {

struct InstructionSet {
    static constexpr int register_bytes = 64;

    static void stream(float* to, __m512 values) { _mm512_stream_ps(to, values); }
    static void stream(double* to, __m512d values) { _mm512_stream_pd(to, values); }
};

}  // namespace

template <typename T>
StageRows<T> avx512_stage_rows()
{
    return stage_rows<T, InstructionSet>("AVX-512");
}

template StageRows<float> avx512_stage_rows();
template StageRows<double> avx512_stage_rows();

}  // namespace tobiuo::flow
