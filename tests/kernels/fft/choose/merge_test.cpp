// Two passes over planes as one launch: distances, caches, limits.
#include "kernels/fft/choose/merge.hpp"

#include <gtest/gtest.h>

namespace tobiuo::fft {
namespace {

/// Rows of a plane, four a block.
PassForm rows(long long count)
{
    PassForm form;
    form.points = 16;
    form.block.length = 16;
    form.block.transforms_per_block = 4;
    form.source = row_lines(count, 16);
    form.sink = form.source;
    return form;
}

constexpr PlaneBytes plane{.in = 1000, .middle = 1024, .out = 2000};

TEST(MergePlanes, lags_by_bytes_but_by_half_of_the_planes_at_most)
{
    EXPECT_EQ(merge_planes(rows(64), rows(64), 100, plane, 5000.0)->pipeline_distance, 5);
    EXPECT_EQ(merge_planes(rows(64), rows(64), 100, plane, 100.0)->pipeline_distance, 1);
    EXPECT_EQ(merge_planes(rows(64), rows(64), 100, plane, 1e6)->pipeline_distance, 50);
    EXPECT_EQ(merge_planes(rows(64), rows(64), 100, plane, 5000.0, 17)->pipeline_distance, 17);
}

TEST(MergePlanes, moves_each_array_by_its_own_plane)
{
    const auto form = merge_planes(rows(64), rows(32), 100, plane, 5000.0);

    ASSERT_TRUE(form);
    EXPECT_EQ(form->planes, 100);
    EXPECT_EQ(form->in_bytes, 1000);
    EXPECT_EQ(form->middle_bytes, 1024);
    EXPECT_EQ(form->out_bytes, 2000);
    EXPECT_EQ(form->items(), 100 * (16 + 8));
}

TEST(MergePlanes, lets_what_is_not_read_again_leave_the_cache_first)
{
    const auto form = merge_planes(rows(64), rows(64), 100, plane, 5000.0);

    ASSERT_TRUE(form);
    EXPECT_EQ(form->first.load, Access::streaming);
    EXPECT_EQ(form->first.store, Access::normal);
    EXPECT_EQ(form->second.load, Access::through_l2);
    EXPECT_EQ(form->second.store, Access::streaming);
}

TEST(MergePlanes, declines_more_blocks_than_a_launch_has)
{
    EXPECT_TRUE(merge_planes(rows(64), rows(64), 1LL << 25, plane, 5000.0));
    EXPECT_FALSE(merge_planes(rows(64), rows(64), 1LL << 26, plane, 5000.0));
    EXPECT_FALSE(merge_planes(rows(4), rows(4), 1LL << 32, plane, 5000.0));
}

}  // namespace
}  // namespace tobiuo::fft
