// SPDX-License-Identifier: BSD-3-Clause
// Blocks of planes: all planes once, in order, enough of them at a time.
#include "solvers/poisson/planes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tobiuo::poisson {
namespace {

TEST(PlaneBlocks, cover_all_planes_in_order)
{
    for (const std::int64_t values : {1, 1000, 300'000, 10'000'000}) {
        for (const std::int64_t planes : {1, 3, 4, 7, 8, 100, 1001}) {
            const PlaneBlocks blocks{.planes = planes, .values = values};
            std::int64_t next = 0;
            std::int64_t seen = 0;
            blocks.for_each([&](std::int64_t first, std::int64_t count) {
                EXPECT_EQ(first, next);
                EXPECT_LE(count * values, blocks.largest());
                EXPECT_GE(count, std::min<std::int64_t>(planes, 4)) << "what walls need";
                next = first + count;
                ++seen;
            });
            EXPECT_EQ(next, planes);
            EXPECT_EQ(seen, blocks.count());
        }
    }
}

TEST(PlaneBlocks, are_few_planes_of_many_values_and_many_of_few)
{
    EXPECT_EQ((PlaneBlocks{.planes = 2000, .values = 4'000'000}.largest()), 4 * 4'000'000);
    EXPECT_EQ((PlaneBlocks{.planes = 1000, .values = 10}.count()), 1);
}

TEST(PlaneReader, of_an_array_converts_the_planes_that_are_asked_for)
{
    const std::vector<float> array{1, 2, 3, 4, 5, 6, 7, 8};
    const PlaneReader read = planes_of(std::span<const float>{array}, 2);
    std::vector<double> planes(4);
    read(1, planes);
    EXPECT_EQ(planes, (std::vector<double>{3, 4, 5, 6}));
    std::vector<double> all;
    read_blocks({.planes = 4, .values = 2}, read,
                [&](std::int64_t first, std::span<const double> block) {
                    EXPECT_EQ(first, std::ssize(all) / 2);
                    all.insert(all.end(), block.begin(), block.end());
                });
    EXPECT_EQ(all, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace tobiuo::poisson
