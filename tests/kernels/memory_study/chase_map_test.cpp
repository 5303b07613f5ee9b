// SPDX-License-Identifier: BSD-3-Clause
// The pointer chase visits every line once before it returns to the start, in no regular order.
#include "kernels/memory_study/chase_map.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <vector>

namespace tobiuo::memory {
namespace {

TEST(ChaseMap, is_a_single_cycle_through_all_lines)
{
    for (int bits = 0; bits <= 20; ++bits) {
        const ChaseMap map{.bits = bits};
        // As on the device, the line at place(s) holds place(s + 1).
        std::vector<unsigned> next(map.lines());
        for (unsigned step = 0; step < map.lines(); ++step) {
            next.at(map.place(step)) = map.place(step + 1U);
        }
        std::vector<bool> seen(map.lines());
        unsigned line = map.place(0);
        for (unsigned step = 0; step < map.lines(); ++step) {
            ASSERT_FALSE(seen.at(line)) << "2^" << bits << " lines, step " << step;
            seen.at(line) = true;
            line = next.at(line);
        }
        EXPECT_EQ(line, map.place(0)) << "2^" << bits << " lines";
    }
}

TEST(ChaseMap, steps_are_far_and_seldom_alike)
{
    const ChaseMap map{.bits = 20};
    std::set<int> distances;
    int near = 0;
    constexpr unsigned steps = 10'000;
    for (unsigned step = 0; step < steps; ++step) {
        const int distance =
            static_cast<int>(map.place(step + 1)) - static_cast<int>(map.place(step));
        distances.insert(distance);
        near += std::abs(distance) < 1024 ? 1 : 0;
    }
    // Among random places in 2^20, one step in 500 would be shorter than 1024 lines.
    EXPECT_LT(near, 60);
    EXPECT_GT(distances.size(), steps * 9 / 10);
}

TEST(ChaseMap, threads_start_evenly_along_the_chain)
{
    const ChaseMap map{.bits = 31};
    EXPECT_EQ(map.start(0, 32), 0U);
    EXPECT_EQ(map.start(1, 32), 1U << 26U);
    EXPECT_EQ(map.start(31, 32), 31U << 26U);
    std::set<unsigned> places;
    for (unsigned thread = 0; thread < 32; ++thread) {
        places.insert(ChaseMap{.bits = 5}.place(ChaseMap{.bits = 5}.start(thread, 32)));
    }
    EXPECT_EQ(places.size(), 32U);
}

}  // namespace
}  // namespace tobiuo::memory
