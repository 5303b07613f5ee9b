#include "solvers/poisson/out_of_card/trips.hpp"

#include <algorithm>
#include <cstddef>

#include "kernels/memory/link.hpp"

namespace tobiuo::poisson {

Trips::Trips(std::int64_t planes, std::int64_t most, int slots, bool reversed)
{
    const std::int64_t count = (planes + most - 1) / most;
    slots_ = static_cast<int>(std::min<std::int64_t>(slots, count));
    const std::int64_t in_turns = std::min(slots_, memory::slots_in_flight);
    const std::int64_t keeping = slots_ - in_turns;
    const std::int64_t leaving = count - keeping;
    for (std::int64_t chunk = 0; chunk < count; ++chunk) {
        const std::int64_t first = chunk * planes / count;
        const std::int64_t end = (chunk + 1) * planes / count;
        const std::int64_t kept = chunk * keeping / count;  // of the chunks before
        const bool is_kept = (chunk + 1) * keeping / count > kept;
        const std::int64_t left = chunk - kept;
        chunks_.push_back({.first = first,
                           .in_array = reversed ? planes - end : first,
                           .planes = end - first,
                           .slot = static_cast<int>(is_kept ? in_turns + kept : left % in_turns),
                           .stays = is_kept || left + in_turns >= leaving});
    }
}

std::size_t Trips::loads() const
{
    return 2 * chunks_.size() - static_cast<std::size_t>(slots_);
}

std::int64_t Trips::copied_planes() const
{
    std::int64_t copied = 0;
    for (const Chunk& chunk : chunks_) {
        copied += (chunk.stays ? 1 : 2) * chunk.planes;
    }
    return copied;
}

}  // namespace tobiuo::poisson
