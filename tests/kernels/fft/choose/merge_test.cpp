// SPDX-License-Identifier: BSD-3-Clause
// Two passes over planes as one launch: blocks, distances, caches, limits.
#include "kernels/fft/choose/merge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "kernels/fft/choose/cost_model.hpp"

namespace tobiuo::fft {
namespace {

/// A pass over the rows of a plane, four in a block.
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

/// A request for planes with these numbers of lines, one pass after the other.
PairRequest over(long long planes, long long row_count = 64, long long column_count = 64)
{
    return {.rows = {.length = 16, .line_count = planes * row_count},
            .columns = {.length = 16, .order = Order::strided, .line_count = planes * column_count},
            .planes = planes,
            .row_count = row_count,
            .column_count = column_count,
            .bytes = {.in = 1000, .middle = 1024, .out = 2000}};
}

/// Configurations with four lines in a block.
MergedBlocks blocks()
{
    return {.rows = rows(1).block, .columns = rows(1).block, .pipeline_distance = 5};
}

TEST(MergePlanes, moves_each_array_by_its_own_plane)
{
    const auto form = merge_planes(rows(6400), rows(3200), over(100, 64, 32), blocks());

    ASSERT_TRUE(form);
    EXPECT_EQ(form->planes, 100);
    EXPECT_EQ(form->pipeline_distance, 5);
    EXPECT_EQ(form->in_bytes, 1000);
    EXPECT_EQ(form->middle_bytes, 1024);
    EXPECT_EQ(form->out_bytes, 2000);
    EXPECT_EQ(form->items(), 100 * (16 + 8));
}

TEST(MergePlanes, gives_each_pass_its_own_blocks_and_counts_whichever_comes_first)
{
    PairRequest request = over(100, 64, 32);
    request.rows_first = false;
    MergedBlocks different = blocks();
    different.columns.transforms_per_block = 8;
    const auto form = merge_planes(rows(3200), rows(6400), request, different);

    ASSERT_TRUE(form);
    EXPECT_EQ(form->first.block.transforms_per_block, 8);
    EXPECT_EQ(form->first.source.count, 32);
    EXPECT_EQ(form->second.block.transforms_per_block, 4);
    EXPECT_EQ(form->second.source.count, 64);
}

TEST(MergePlanes, lets_what_is_not_read_again_leave_the_cache_first)
{
    auto form = merge_planes(rows(6400), rows(6400), over(100), blocks());

    ASSERT_TRUE(form);
    EXPECT_EQ(form->first.load, Access::streaming);
    EXPECT_EQ(form->first.store, Access::normal);
    EXPECT_EQ(form->second.load, Access::through_l2);
    EXPECT_EQ(form->second.store, Access::streaming);

    MergedBlocks keeping = blocks();
    keeping.keeps = true;
    form = merge_planes(rows(6400), rows(6400), over(100), keeping);
    EXPECT_EQ(form->first.load, Access::normal) << "written in place soon after";
}

TEST(MergePlanes, declines_more_blocks_than_a_launch_has)
{
    EXPECT_TRUE(merge_planes(rows(64), rows(64), over(1LL << 25), blocks()));
    EXPECT_FALSE(merge_planes(rows(64), rows(64), over(1LL << 26), blocks()));
    EXPECT_FALSE(merge_planes(rows(4), rows(4), over(1LL << 32, 4, 4), blocks()));
}

TEST(MergedBlocks, are_written_and_read_again)
{
    MergedBlocks some{
        .rows = {.length = 64,
                 .stages = 2,
                 .radices = {8, 8},
                 .threads_per_transform = 8,
                 .transforms_per_block = 16,
                 .pad = 8,
                 .twiddle_recurrence = true,
                 .min_blocks_per_sm = 3},
        .columns = {.length = 32, .stages = 1, .radices = {32}, .transforms_per_block = 128},
        .pipeline_distance = 7,
        .keeps = true};
    some.columns.load_contiguous = some.columns.store_contiguous = false;
    EXPECT_EQ(text_of(some),
              "8x8 threads 8 lines 16 pad 8 recurrence blocks 3 + 32 threads 1 lines 128 blocks 1 "
              "distance 7 cached");
    EXPECT_EQ(parse_merged(text_of(some)), some);
    for (const char* bad : {"", "apart", "8x8 threads 8 lines 16", "8 + 8 distance 0",
                            "8x8 threads 8 lines 16 + 8x8 threads 8 lines 16 distance many"}) {
        EXPECT_THROW(static_cast<void>(parse_merged(bad)), std::invalid_argument) << bad;
    }
}

TEST(MergedBlocks, the_model_lets_one_pass_run_ahead_by_a_part_of_the_cache_and_half_the_planes)
{
    PairRequest request = over(1000);
    request.bytes.middle = 1 << 20;
    DeviceLimits limits;
    limits.l2_bytes = 100 << 20;
    EXPECT_EQ(choose_merged(request, limits, false)->pipeline_distance,
              static_cast<int>(std::lround(100 * merge_model.distance)));
    request.planes = 12;
    EXPECT_EQ(choose_merged(request, limits, false)->pipeline_distance, 6);
}

}  // namespace
}  // namespace tobiuo::fft
