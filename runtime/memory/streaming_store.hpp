// SPDX-License-Identifier: BSD-3-Clause
// Copies a finished row past the caches, where the processor can.
#pragma once

#include <cstdint>

namespace tobiuo::memory {

/// Copies `count` values; `to` and `from` are at the same place of a cache line of 64 bytes.
/// Writing whole lines past the caches saves the read that precedes an ordinary store; this pays
/// when the rows are not read again before they would be evicted. Parts of lines at the ends are
/// stored ordinarily. Processors without such stores make an ordinary copy.
void store_streaming(float* to, const float* from, std::int64_t count);
void store_streaming(double* to, const double* from, std::int64_t count);

/// Makes the streamed rows of this thread visible to other threads: call it before the barrier
/// after which they are read.
void finish_streaming_stores();

}  // namespace tobiuo::memory
