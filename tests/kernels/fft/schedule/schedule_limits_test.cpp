// SPDX-License-Identifier: BSD-3-Clause
// Schedules: the limits they respect, what they merge, their descriptions, what they refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Choices merging_choice(Merging merging)
{
    Choices choices;
    choices.merging = merging;
    return choices;
}

std::string refusal(const Problem& problem, const Choices& choices = {},
                    const DeviceLimits& limits = {})
{
    try {
        static_cast<void>(make_schedule(problem, limits, choices));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

/// The limits of an H200, an A100, and a consumer GPU.
const std::vector<DeviceLimits>& cards()
{
    static const std::vector<DeviceLimits> all{DeviceLimits{},
                                               {.multiprocessors = 108,
                                                .shared_per_block = 166912,
                                                .shared_per_multiprocessor = 167936,
                                                .l2_bytes = 40 << 20},
                                               {.multiprocessors = 84,
                                                .shared_per_block = 101376,
                                                .shared_per_multiprocessor = 102400,
                                                .l2_bytes = 6 << 20,
                                                .threads_per_multiprocessor = 1536}};
    return all;
}

std::vector<Problem> problems_of_all_sizes()
{
    std::vector<Problem> all;
    for (const Lengths& lengths : {Lengths{1},
                                   {8},
                                   {1009},
                                   {8192},
                                   {1 << 20},
                                   {5, 4099},
                                   {3, 1},
                                   {1000, 1024},
                                   {3000, 3000},
                                   {2048, 2048},
                                   {4116, 60},
                                   {512, 512, 512},
                                   {100, 60, 40},
                                   {1, 640, 480},
                                   {257, 31, 64}}) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            all.push_back({.lengths = lengths, .precision = precision, .batch = 4});
            all.push_back(all.back());
            all.back().kind = Kind::r2c;
            all.push_back(all.back());
            all.back().kind = Kind::c2r;
            all.back().direction = Direction::inverse;
        }
    }
    return all;
}

void expect_fits(const PassForm& form, Precision precision, const DeviceLimits& limits)
{
    const KernelConfig& block = form.block;
    EXPECT_GE(block.transforms_per_block, 1);
    EXPECT_LE(block.threads(), 1024);
    EXPECT_LE(form.shared_elements() * 2 * bytes_per_value(precision), limits.shared_per_block);
    EXPECT_LT(form.blocks(), std::int64_t{1} << 31);
    EXPECT_GE(block.min_blocks_per_sm, 1);
    EXPECT_LE(block.min_blocks_per_sm * block.threads(), limits.threads_per_multiprocessor);
    const int length = form.paired() ? form.points / 2 : form.points;
    if (form.bluestein) {
        EXPECT_GE(block.length, 2 * length - 1);
    } else {
        EXPECT_EQ(block.length, length);
    }
}

TEST(FftScheduleLimits, every_form_fits_every_card)
{
    int made = 0;
    for (const DeviceLimits& limits : cards()) {
        for (const Problem& problem : problems_of_all_sizes()) {
            for (const Merging merging : {Merging::never, Merging::always}) {
                if (refusal(problem, merging_choice(merging), limits) != "accepted") {
                    continue;
                }
                ++made;
                const Schedule schedule = make_schedule(problem, limits, merging_choice(merging));
                SCOPED_TRACE(describe(problem) + ": " + describe(schedule));
                for (const Step& step : schedule.steps) {
                    if (const auto* pass = std::get_if<PassStep>(&step)) {
                        expect_fits(pass->form, problem.precision, limits);
                        continue;
                    }
                    const auto* merged = std::get_if<MergedStep>(&step);
                    if (merged == nullptr) {
                        continue;  // any device can run a fold
                    }
                    const MergedForm& form = merged->form;
                    expect_fits(form.first, problem.precision, limits);
                    expect_fits(form.second, problem.precision, limits);
                    EXPECT_EQ(form.second.load, Access::through_l2) << "an L1 cache may be stale";
                    EXPECT_GE(form.pipeline_distance, 1);
                    EXPECT_GE(schedule.counters(), form.planes);
                }
            }
        }
    }
    EXPECT_GT(made, 400) << "too much was refused for this test to mean anything";
}

bool merges(const Problem& problem, Merging merging, const DeviceLimits& limits = {})
{
    const Schedule schedule = make_schedule(problem, limits, merging_choice(merging));
    return schedule.counters() > 0;
}

TEST(FftScheduleLimits, two_axes_are_merged_if_planes_fit_into_the_cache)
{
    const Problem box{.lengths = {16, 64, 64}};  // 32 KiB in a plane
    DeviceLimits small;
    small.l2_bytes = 64 << 10;
    EXPECT_TRUE(merges(box, Merging::automatic));
    EXPECT_FALSE(merges(box, Merging::automatic, small));
    EXPECT_TRUE(merges(box, Merging::always, small));
    EXPECT_FALSE(merges(box, Merging::never));
    EXPECT_FALSE(merges({.lengths = {3, 64, 64}}, Merging::automatic)) << "too few planes";
    EXPECT_TRUE(merges({.lengths = {3, 64, 64}, .batch = 2}, Merging::automatic));
}

TEST(FftScheduleLimits, nothing_is_merged_without_two_axes_of_one_pass_each)
{
    EXPECT_FALSE(merges({.lengths = {64}, .batch = 100}, Merging::always));
    EXPECT_FALSE(merges({.lengths = {64, 1, 64}}, Merging::always));
    EXPECT_FALSE(merges({.lengths = {8192, 8}, .batch = 8}, Merging::always)) << "split";
}

TEST(FftScheduleLimits, merged_passes_have_blocks_of_like_threads)
{
    for (const std::int64_t length : {320, 480, 500, 640, 720, 1000}) {
        const Schedule schedule = make_schedule({.lengths = {length, length, length}}, {}, {});
        const MergedForm& form = std::get<MergedStep>(schedule.steps.at(0)).form;
        EXPECT_GE(form.min_blocks_per_sm(), 2) << describe(schedule);
        EXPECT_GE(8 * std::min(form.first.block.threads(), form.second.block.threads()),
                  7 * form.threads())
            << describe(schedule);
    }
}

TEST(FftScheduleLimits, planes_of_short_and_of_long_columns_are_merged)
{
    for (const Lengths& lengths : {Lengths{512, 32, 3000},
                                   {1000, 30, 2000},
                                   {256, 2048, 512},
                                   {256, 729, 729},
                                   {512, 1001, 500}}) {
        EXPECT_TRUE(merges({.lengths = lengths}, Merging::automatic)) << lengths[1];
    }
}

TEST(FftScheduleLimits, convolutions_are_merged_on_demand_only)
{
    for (const Lengths& lengths : {Lengths{256, 257, 257}, {256, 256, 257}, {256, 257, 256}}) {
        EXPECT_FALSE(merges({.lengths = lengths}, Merging::automatic)) << lengths[1];
        EXPECT_TRUE(merges({.lengths = lengths}, Merging::always)) << lengths[1];
    }
}

TEST(FftScheduleLimits, small_planes_that_are_written_in_place_may_stay_in_the_cache)
{
    const auto load = [](const Problem& problem) {
        const Schedule schedule = make_schedule(problem, DeviceLimits{}, {});
        return std::get<MergedStep>(schedule.steps.at(0)).form.first.load;
    };
    Problem box{.lengths = {256, 512, 512}};
    EXPECT_EQ(load(box), Access::normal);
    box.placement = Placement::out_of_place;
    EXPECT_EQ(load(box), Access::streaming);
}

/// A table with these configurations, in order, for the requests of the model's schedule.
TunedTable table_for(const Problem& problem, const std::vector<std::string>& configurations)
{
    TunedTable table;
    const std::vector<Chosen> chosen = choices_in(make_schedule(problem, DeviceLimits{}));
    for (std::size_t index = 0; index < configurations.size(); ++index) {
        table.remember(chosen.at(index).key, configurations[index]);
    }
    return table;
}

TEST(FftScheduleLimits, counts_and_describes_passes)
{
    const Problem cube{.lengths = {64, 64, 64}, .kind = Kind::r2c};
    const TunedTable of_cube = table_for(
        cube, {"8x4 threads 8 lines 32 blocks 1 + 8x8 threads 8 lines 32 blocks 1 distance 7",
               "4x16 threads 4 lines 64 blocks 1"});
    const Schedule box = make_schedule(cube, DeviceLimits{}, {.table = &of_cube});
    EXPECT_EQ(passes(box), 2);
    EXPECT_EQ(box.work_values, 0);
    EXPECT_EQ(box.counters(), 64) << "one for each plane";
    EXPECT_EQ(describe(box),
              "64=8x4 8x32 contiguous + 64=8x8 8x32 strided merged, pipeline distance 7; "
              "64=4x16 4x64 strided");

    const Problem plane{.lengths = {67, 16384}, .precision = Precision::fp64};
    const TunedTable of_plane =
        table_for(plane, {"16x8 threads 8 lines 32 blocks 1", "8x16 threads 8 lines 16 blocks 1",
                          "12x12 threads 12 lines 16 blocks 1"});
    const Schedule split = make_schedule(plane, DeviceLimits{}, {.table = &of_plane});
    EXPECT_EQ(passes(split), 3);
    EXPECT_EQ(split.work_values, 67 * 16384);
    EXPECT_EQ(split.counters(), 0);
    EXPECT_EQ(describe(split),
              "128=16x8 8x32 strided; 128=8x16 8x16 transposing; "
              "67 by Bluestein 144=12x12 12x16 strided");
}

TEST(FftScheduleLimits, kernels_hold_no_more_blocks_than_their_share)
{
    for (const std::int64_t length : {16, 64, 128, 512}) {
        const Schedule schedule = make_schedule({.lengths = {length, length, length}}, {});
        const PassForm& last = std::get<PassStep>(schedule.steps.back()).form;
        const long long share = (last.blocks() + 131) / 132;
        EXPECT_LE(last.block.min_blocks_per_sm, std::max(1LL, share)) << length;
    }
}

TEST(FftScheduleLimits, impossible_problems_are_refused_in_one_sentence)
{
    EXPECT_THAT(
        refusal({.lengths = {3, 1LL << 40}}),
        AllOf(HasSubstr("no plan for an axis of 1099511627776 points ("), Not(HasSubstr("\n"))));
    EXPECT_THAT(refusal({.lengths = {4, 0}}), HasSubstr("length 1 of the transform is 0"));
}

TEST(FftTunedTable, is_what_a_schedule_follows)
{
    const Problem cube{.lengths = {64, 64, 64}};
    const std::string tuned =
        "4x16 threads 16 lines 8 pad 4 recurrence blocks 3 + 8x8 threads 8 lines 16 blocks 2 "
        "distance 3";
    const TunedTable table = table_for(cube, {tuned});

    const Schedule schedule = make_schedule(cube, DeviceLimits{}, {.table = &table});

    const auto& merged = std::get<MergedStep>(schedule.steps.at(0));
    EXPECT_EQ(merged.form.pipeline_distance, 3);
    EXPECT_EQ(merged.form.first.block.threads_per_transform, 16);
    EXPECT_EQ(merged.form.second.block.min_blocks_per_sm, 2);
    EXPECT_TRUE(merged.chosen.tuned);
    EXPECT_EQ(merged.chosen.configuration, tuned);
    EXPECT_FALSE(std::get<PassStep>(schedule.steps.at(1)).chosen.tuned) << "the model's choice";
}

TEST(FftTunedTable, may_keep_two_passes_apart)
{
    const Problem cube{.lengths = {64, 64, 64}};
    const TunedTable table = table_for(cube, {"apart"});

    const Schedule schedule = make_schedule(cube, DeviceLimits{}, {.table = &table});

    EXPECT_EQ(passes(schedule), 3);
    ASSERT_EQ(schedule.apart.size(), 1U);
    EXPECT_TRUE(schedule.apart.front().tuned);
}

TEST(FftTunedTable, what_does_not_fit_the_device_or_the_request_is_not_used_and_said)
{
    const Problem lines{.lengths = {512}, .batch = 10000};
    const Schedule by_model = make_schedule(lines, DeviceLimits{});
    for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
             {"16x16 threads 16 lines 4 blocks 1", "does not transform 512 points"},
             {"16x32 threads 8 lines 128 pad 16 blocks 1", "more shared memory"},
             {"16x32 threads many", "is no number"}}) {
        const TunedTable table = table_for(lines, {text});
        const Schedule schedule = make_schedule(lines, DeviceLimits{}, {.table = &table});
        const auto& step = std::get<PassStep>(schedule.steps.at(0));
        EXPECT_EQ(step.form, std::get<PassStep>(by_model.steps.at(0)).form) << text;
        EXPECT_FALSE(step.chosen.tuned);
        EXPECT_THAT(step.chosen.remark, HasSubstr(why));
    }
}

}  // namespace
}  // namespace tobiuo::fft
