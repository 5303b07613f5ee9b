// SPDX-License-Identifier: BSD-3-Clause
// Ordinary copies for processors without non-temporal stores.
#include <algorithm>

#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::memory {

void store_streaming(float* to, const float* from, std::int64_t count)
{
    std::copy_n(from, count, to);
}

void store_streaming(double* to, const double* from, std::int64_t count)
{
    std::copy_n(from, count, to);
}

void finish_streaming_stores() {}

}  // namespace tobiuo::memory
