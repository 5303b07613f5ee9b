// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/out_of_card/trips.hpp"

#include <algorithm>
#include <cstddef>

#include "runtime/rounding.hpp"

namespace tobiuo::poisson {

Trips::Trips(std::int64_t planes, std::int64_t most, int slots, bool reversed) : reversed_{reversed}
{
    const std::int64_t count = (planes + most - 1) / most;
    slots_ = static_cast<int>(std::min<std::int64_t>(slots, count));
    for (std::int64_t chunk = 0; chunk < count; ++chunk) {
        const std::int64_t first = begin_of_part(chunk, count, planes);
        const std::int64_t end = begin_of_part(chunk + 1, count, planes);
        chunks_.push_back({.first = first,
                           .in_array = reversed ? planes - end : first,
                           .planes = end - first,
                           .slot = static_cast<int>(chunk % slots_)});
    }
}

std::size_t Trips::loads() const
{
    return 2 * chunks_.size() - static_cast<std::size_t>(slots_);
}

std::int64_t Trips::copied_planes() const
{
    std::int64_t copied = 0;
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
        copied += (stays(chunk) ? 1 : 2) * chunks_[chunk].planes;
    }
    return copied;
}

}  // namespace tobiuo::poisson
