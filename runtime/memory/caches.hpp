// SPDX-License-Identifier: BSD-3-Clause
// The caches of the processor, and which arrays are written past them.
#pragma once

#include <cstdint>
#include <string_view>

namespace tobiuo::memory {

/// Bytes of the last-level cache as the system reports it; 32 MiB where it does not. A virtual
/// machine may report the cache of its whole host.
[[nodiscard]] std::int64_t last_level_cache_bytes();

/// How a pass stores an array that it does not read again itself: through the caches, or past them
/// (store_streaming()).
enum class Stores { cached, streaming };

/// Streaming if an array of `bytes` is larger than `cache`, so that the next pass finds none of it
/// in a cache. `wish` is "cached" or "streaming", or "auto" or nothing to leave it to the size.
/// Throws std::invalid_argument for other words.
[[nodiscard]] Stores stores_for(std::int64_t bytes, std::int64_t cache, std::string_view wish);

/// Chooses by the last-level cache, at most 32 MiB of it for each processor that the process may use,
/// and by the wish of the environment variable TOBIUO_STORES.
[[nodiscard]] Stores stores_for(std::int64_t bytes);

/// Throws std::invalid_argument if TOBIUO_STORES holds another word.
void check_stores_wish();

}  // namespace tobiuo::memory
