// SPDX-License-Identifier: BSD-3-Clause
// The order in which planes of an array in host memory visit the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tobiuo::poisson {

/// Neighbouring planes that are on the device at the same time, in one slot of its memory.
struct Chunk {
    std::int64_t first{};     ///< the number of its first plane, counted in rising order
    std::int64_t in_array{};  ///< the number in the array of its plane that comes first there
    std::int64_t planes{};
    int slot{};
};

/// Chunks that visit the device twice: all in rising order, then all in falling order. Each slot
/// holds one chunk at a time, and the chunks take the slots in turns. The last `slots` chunks of
/// the rising trip are still on the device when the falling trip begins with them.
class Trips {
public:
    /// Cuts `planes` planes into as few chunks of at most `most` planes as possible, whose planes
    /// differ by one at most. `slots`: how many chunks the device holds. All are at least 1.
    /// `reversed`: the rising order is from the end of the array to its begin.
    Trips(std::int64_t planes, std::int64_t most, int slots, bool reversed = false);

    [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }
    [[nodiscard]] int slots() const { return slots_; }
    [[nodiscard]] bool are_reversed() const { return reversed_; }
    /// The planes of the largest chunk; others have as many or one less.
    [[nodiscard]] std::int64_t most_planes() const { return chunks_.back().planes; }

    /// Whether a chunk stays on the device between its visits, so that it is copied only to it
    /// before the first one, and only from it after the second.
    [[nodiscard]] bool stays(std::size_t chunk) const
    {
        return chunk + static_cast<std::size_t>(slots_) >= chunks_.size();
    }

    /// How often a chunk is copied to the device, in both trips.
    [[nodiscard]] std::size_t loads() const;

    /// Planes copied to the device, and as many from it, in both trips.
    [[nodiscard]] std::int64_t copied_planes() const;

private:
    std::vector<Chunk> chunks_;
    int slots_;
    bool reversed_;
};

/// Makes the rising trip, from f to u in host memory: handles of arrays that the machine knows. A
/// Machine has the functions
///
///     load(chunk, f)  copies the chunk from an array to its slot, once the chunk that is there is
///                     copied from there
///     rise(chunk)     works on the chunk in the rising trip; fall(chunk) in the falling one
///     store(chunk, u) copies the chunk from its slot to an array, when the work on it is done
///
/// which are called in the order of the work, but may do it later, as on a stream.
template <typename Array, typename Machine>
void make_rising_trip(const Trips& trips, Machine& machine, const Array& f, const Array& u)
{
    const std::vector<Chunk>& chunks = trips.chunks();
    for (std::size_t at = 0; at < chunks.size(); ++at) {
        machine.load(chunks[at], f);
        machine.rise(chunks[at]);
        if (!trips.stays(at)) {
            machine.store(chunks[at], u);
        }
    }
}

/// Makes the falling trip in u, once the machine has worked on what all chunks have left.
template <typename Array, typename Machine>
void make_falling_trip(const Trips& trips, Machine& machine, const Array& u)
{
    const std::vector<Chunk>& chunks = trips.chunks();
    for (std::size_t at = chunks.size(); at-- > 0;) {
        if (!trips.stays(at)) {
            machine.load(chunks[at], u);
        }
        machine.fall(chunks[at]);
        machine.store(chunks[at], u);
    }
}

}  // namespace tobiuo::poisson
