// Non-temporal stores of x86-64 (SSE2).
#include <immintrin.h>

#include "kernels/memory/streaming_store.hpp"

namespace tobiuo::memory {

void store_streaming(float* to, const float* from, std::int64_t count)
{
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        _mm_stream_ps(to + i, _mm_load_ps(from + i));
    }
    for (; i < count; ++i) {
        to[i] = from[i];
    }
}

void store_streaming(double* to, const double* from, std::int64_t count)
{
    std::int64_t i = 0;
    for (; i + 2 <= count; i += 2) {
        _mm_stream_pd(to + i, _mm_load_pd(from + i));
    }
    for (; i < count; ++i) {
        to[i] = from[i];
    }
}

void finish_streaming_stores()
{
    _mm_sfence();
}

}  // namespace tobiuo::memory
