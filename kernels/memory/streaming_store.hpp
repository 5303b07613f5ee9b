// Copies a finished row past the caches, where the processor can.
#pragma once

#include <cstdint>

namespace tobiuo::memory {

/// Copies `count` values; `to` and `from` are aligned to 64 bytes. Writing whole lines past the
/// caches saves the read that an ordinary store does first; worth it when the rows written will
/// not be read again before they are evicted. On processors without such stores an ordinary copy.
void store_streaming(float* to, const float* from, std::int64_t count);
void store_streaming(double* to, const double* from, std::int64_t count);

/// Makes the streamed rows of this thread visible to others: call it before the barrier behind
/// which they are read.
void finish_streaming_stores();

}  // namespace tobiuo::memory
