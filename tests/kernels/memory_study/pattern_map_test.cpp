// SPDX-License-Identifier: BSD-3-Clause
// The sixteen patterns of a 16-point step: bijections that move one axis to another place.
#include "kernels/memory_study/pattern_map.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace tobiuo::memory {
namespace {

/// The five indices of an element of (256, 16, 16, 16, 16).
std::array<int, 5> indices(int place)
{
    return {place % 256, place / 256 % 16, place / 4096 % 16, place / 65536 % 16, place / 1048576};
}

TEST(PatternMap, every_element_is_read_once_and_written_once)
{
    for (int pattern = 0; pattern < PatternMap::patterns; ++pattern) {
        const PatternMap map{.input = pattern, .output = pattern};
        std::vector<unsigned char> read(PatternMap::size);
        std::vector<unsigned char> written(PatternMap::size);
        for (int task = 0; task < PatternMap::tasks; ++task) {
            for (int point = 0; point < PatternMap::points; ++point) {
                ++read.at(static_cast<std::size_t>(map.source(task, point)));
                ++written.at(static_cast<std::size_t>(map.target(task, point)));
            }
        }
        const std::vector<unsigned char> once(PatternMap::size, 1);
        EXPECT_TRUE(read == once) << pattern;
        EXPECT_TRUE(written == once) << pattern;
    }
}

// The first step of the paper's algorithm is WORK(X,*,Y1,Y2,Z1) = FFT(V(X,Y1,Y2,Z1,*)).
TEST(PatternMap, from_d_to_a_is_the_first_step_of_the_paper)
{
    const PatternMap map{.input = 3, .output = 0};
    for (int task = 0; task < PatternMap::tasks; task += 997) {
        for (int point = 0; point < PatternMap::points; ++point) {
            const auto [x, y1, y2, z1, star] = indices(map.source(task, point));
            EXPECT_EQ(star, point);
            EXPECT_EQ(indices(map.target(task, point)), (std::array{x, point, y1, y2, z1}));
        }
    }
}

// The second step is V(X,Z2,*,Y1,Y2) = FFT(WORK(X,Z2,Y1,Y2,*)).
TEST(PatternMap, from_d_to_b_is_the_second_step_of_the_paper)
{
    const PatternMap map{.input = 3, .output = 1};
    for (int task = 0; task < PatternMap::tasks; task += 997) {
        const auto [x, z2, y1, y2, star] = indices(map.source(task, 5));
        EXPECT_EQ(star, 5);
        EXPECT_EQ(indices(map.target(task, 5)), (std::array{x, z2, 5, y1, y2}));
    }
}

TEST(PatternMap, neighbouring_tasks_touch_neighbouring_elements)
{
    for (int pattern = 0; pattern < PatternMap::patterns; ++pattern) {
        const PatternMap map{.input = pattern, .output = pattern};
        EXPECT_EQ(map.source(1, 3) - map.source(0, 3), 1);
        EXPECT_EQ(map.source(0, 4) - map.source(0, 3), PatternMap::stride(pattern));
    }
}

}  // namespace
}  // namespace tobiuo::memory
