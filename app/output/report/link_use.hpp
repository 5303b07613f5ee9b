// How a solve uses the link between host and device memory.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/memory/link.hpp"

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

[[nodiscard]] LinkFigures figures_of(const LinkUse& use, double seconds);

}  // namespace tobiuo
