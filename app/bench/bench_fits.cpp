#include "app/bench/bench_fits.hpp"

#include <spdlog/spdlog.h>

#include "app/machine/host.hpp"

namespace tobiuo {

bool fits(const std::string& problem, const char* where, double needed, std::int64_t free)
{
    const bool enough = needed <= static_cast<double>(free);
    if (!enough) {
        spdlog::warn("{}: skipped (its arrays need {} {}, {} are free)", problem,
                     bytes_text(needed), where, bytes_text(static_cast<double>(free)));
    }
    return enough;
}

}  // namespace tobiuo
