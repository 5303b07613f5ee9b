// SPDX-License-Identifier: BSD-3-Clause
// The blocked row for processors with AVX-512.
#include <immintrin.h>

#include "kernels/stencil/blocked/blocked_row_body.hpp"

namespace tobiuo::stencil {
namespace {

struct InstructionSet {
    static constexpr int register_bytes = 64;

    static void stream(float* to, Vector<float, 64> values) { _mm512_stream_ps(to, values); }
    static void stream(double* to, Vector<double, 64> values) { _mm512_stream_pd(to, values); }

    static std::array<Vector<double, 64>, 2> widen(Vector<float, 64> values)
    {
        const __m256d high = _mm512_extractf64x4_pd(_mm512_castps_pd(values), 1);
        return {_mm512_cvtps_pd(_mm512_castps512_ps256(values)),
                _mm512_cvtps_pd(_mm256_castpd_ps(high))};
    }
    static std::array<Vector<double, 64>, 1> widen(Vector<double, 64> values) { return {values}; }
};

}  // namespace

RowFunctions avx512_row_functions()
{
    return row_functions<InstructionSet>("AVX-512");
}

}  // namespace tobiuo::stencil
