// SPDX-License-Identifier: BSD-3-Clause
// The blocked row for processors with AVX2.
#include <immintrin.h>

#include "kernels/stencil/blocked/blocked_row_body.hpp"

namespace tobiuo::stencil {
namespace {

struct InstructionSet {
    static constexpr int register_bytes = 32;

    static void stream(float* to, Vector<float, 32> values) { _mm256_stream_ps(to, values); }
    static void stream(double* to, Vector<double, 32> values) { _mm256_stream_pd(to, values); }

    static std::array<Vector<double, 32>, 2> widen(Vector<float, 32> values)
    {
        return {_mm256_cvtps_pd(_mm256_castps256_ps128(values)),
                _mm256_cvtps_pd(_mm256_extractf128_ps(values, 1))};
    }
    static std::array<Vector<double, 32>, 1> widen(Vector<double, 32> values) { return {values}; }
};

}  // namespace

RowFunctions avx2_row_functions()
{
    return row_functions<InstructionSet>("AVX2");
}

}  // namespace tobiuo::stencil
