// SPDX-License-Identifier: BSD-3-Clause
// Chunks cover all planes, and no chunk takes a slot whose chunk must still be copied.
#include "solvers/poisson/out_of_card/trips.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tobiuo::poisson {
namespace {

TEST(PoissonTrips, cover_all_planes_with_chunks_of_almost_equal_size)
{
    for (const std::int64_t planes : {1, 2, 7, 40, 1000}) {
        for (const std::int64_t most : {1, 2, 3, 16, 2000}) {
            const Trips trips{planes, most, 4};
            std::int64_t next = 0;
            for (const Chunk& chunk : trips.chunks()) {
                EXPECT_EQ(chunk.first, next);
                EXPECT_LE(chunk.planes, most);
                EXPECT_GE(chunk.planes, trips.chunks().front().planes);
                EXPECT_LE(chunk.planes, trips.chunks().back().planes);
                next += chunk.planes;
            }
            EXPECT_EQ(next, planes);
            EXPECT_LE(trips.chunks().back().planes - trips.chunks().front().planes, 1);
        }
    }
}

// What a slot holds, trip by trip: a chunk that is not copied in between must be found again.
TEST(PoissonTrips, leave_the_last_chunks_in_their_slots)
{
    for (const int slots : {1, 3, 4, 50}) {
        const Trips trips{40, 3, slots};
        const auto& chunks = trips.chunks();
        std::vector<std::optional<std::size_t>> held(static_cast<std::size_t>(trips.slots()));
        std::int64_t copied = 0;
        for (std::size_t at = 0; at < chunks.size(); ++at) {
            held.at(static_cast<std::size_t>(chunks[at].slot)) = at;
            copied += chunks[at].planes;
        }
        for (std::size_t at = chunks.size(); at-- > 0;) {
            auto& slot = held.at(static_cast<std::size_t>(chunks[at].slot));
            EXPECT_EQ(slot == at, trips.stays(at)) << slots << " slots, chunk " << at;
            copied += slot == at ? 0 : chunks[at].planes;
            slot = at;
        }
        EXPECT_EQ(trips.copied_planes(), copied);
        EXPECT_EQ(trips.slots(), std::min<int>(slots, static_cast<int>(chunks.size())));
    }
}

}  // namespace
}  // namespace tobiuo::poisson
