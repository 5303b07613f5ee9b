// SPDX-License-Identifier: BSD-3-Clause
// How a solve uses the link between host and device memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "runtime/memory/link.hpp"

namespace tobiuo {

struct LinkUse {
    std::int64_t bytes_each_way{};  ///< of a solve
    memory::LinkRates limit;        ///< measured in the same process
    double lock_seconds{};          ///< to lock the pages of both arrays
    std::string not_locked{};       ///< why pages are not locked; empty if they are
};

/// The rates of solves of `seconds`.
struct LinkFigures {
    double bytes_per_second_each_way{};
    double percent_of_both{};  ///< of the measured limit of both directions at once
    /// The part of the shorter direction's time, in percent, that passed beside the other one's, if
    /// each ran as fast as alone; 0 if one came after the other.
    double overlap_percent{};
};

[[nodiscard]] inline LinkFigures figures_of(const LinkUse& use, double seconds)
{
    const auto bytes = static_cast<double>(use.bytes_each_way);
    const double up = bytes / use.limit.to_device;
    const double down = bytes / use.limit.from_device;
    const double beside = (up + down - seconds) / std::min(up, down);
    return {.bytes_per_second_each_way = bytes / seconds,
            .percent_of_both = 100.0 * 2.0 * bytes / seconds / use.limit.both,
            .overlap_percent = 100.0 * std::clamp(beside, 0.0, 1.0)};
}

}  // namespace tobiuo
