// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/caches.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace tobiuo::memory {
namespace {

constexpr const char* stores_variable = "TOBIUO_STORES";

}  // namespace

std::int64_t last_level_cache_bytes()
{
    constexpr long usual = 32L << 20;
    const long reported = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return reported > 0 ? reported : usual;
}

Stores stores_for(std::int64_t bytes, std::int64_t cache, std::string_view wish)
{
    if (wish == "streaming") {
        return Stores::streaming;
    }
    if (wish == "cached") {
        return Stores::cached;
    }
    if (!wish.empty() && wish != "auto") {
        throw std::invalid_argument{std::string{stores_variable} + " is '" + std::string{wish} +
                                    "' (it says how large arrays are written): set it to cached, "
                                    "streaming or auto"};
    }
    return bytes > cache ? Stores::streaming : Stores::cached;
}

void check_stores_wish()
{
    static_cast<void>(stores_for(0));
}

Stores stores_for(std::int64_t bytes)
{
    constexpr std::int64_t most_of_a_processor = std::int64_t{32} << 20;
    const std::int64_t cache =
        std::min(last_level_cache_bytes(), omp_get_num_procs() * most_of_a_processor);
    const char* const wish = std::getenv(stores_variable);
    return stores_for(bytes, cache, wish == nullptr ? "" : wish);
}

}  // namespace tobiuo::memory
