// SPDX-License-Identifier: BSD-3-Clause
// Non-temporal stores of x86-64 (SSE2).
#include <immintrin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::memory {
namespace {

constexpr std::size_t line_bytes = 64;

void stream_line(float* to, const float* from)
{
    for (int i = 0; i < 16; i += 4) {
        _mm_stream_ps(to + i, _mm_load_ps(from + i));
    }
}

void stream_line(double* to, const double* from)
{
    for (int i = 0; i < 8; i += 2) {
        _mm_stream_pd(to + i, _mm_load_pd(from + i));
    }
}

template <typename T>
void stream(T* to, const T* from, std::int64_t count)
{
    constexpr auto line = static_cast<std::int64_t>(line_bytes / sizeof(T));
    const auto place =
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % line_bytes / sizeof(T));
    std::int64_t i = std::min((line - place) % line, count);
    std::copy_n(from, i, to);
    for (; i + line <= count; i += line) {
        stream_line(to + i, from + i);
    }
    std::copy_n(from + i, count - i, to + i);
}

}  // namespace

void store_streaming(float* to, const float* from, std::int64_t count)
{
    stream(to, from, count);
}

void store_streaming(double* to, const double* from, std::int64_t count)
{
    stream(to, from, count);
}

void finish_streaming_stores()
{
    _mm_sfence();
}

}  // namespace tobiuo::memory
