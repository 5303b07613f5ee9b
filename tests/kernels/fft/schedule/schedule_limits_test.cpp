// Schedules: what they fit into, what they merge, how they read, what they refuse.
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

/// An H200, an A100, and a card for games.
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
                        continue;  // a fold takes what every card has
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
    const Problem box{.lengths = {16, 64, 64}};  // 32 KiB a plane
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

TEST(FftScheduleLimits, passes_whose_blocks_do_not_fit_together_are_merged_on_demand_only)
{
    DeviceLimits little;
    little.shared_per_block = 36 << 10;
    little.shared_per_multiprocessor = 38 << 10;
    const Problem box{.lengths = {300, 600, 500}};
    EXPECT_FALSE(merges(box, Merging::automatic, little));
    EXPECT_TRUE(merges(box, Merging::always, little));
}

TEST(FftScheduleLimits, convolutions_are_merged_on_demand_only_and_their_rows_are_narrow)
{
    for (const Lengths& lengths : {Lengths{256, 257, 257}, {256, 256, 257}, {256, 257, 256}}) {
        EXPECT_FALSE(merges({.lengths = lengths}, Merging::automatic)) << lengths[1];
        EXPECT_TRUE(merges({.lengths = lengths}, Merging::always)) << lengths[1];
    }
    const auto threads = [](std::int64_t length) {
        const Schedule schedule = make_schedule({.lengths = {length, length, length}}, {},
                                                merging_choice(Merging::never));
        return std::get<PassStep>(schedule.steps.front()).form.block.threads();
    };
    EXPECT_LE(threads(257), 128);
    EXPECT_GT(threads(256), 128) << "no convolution";
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
    EXPECT_EQ(load({.lengths = {64, 2048, 1024}}), Access::streaming) << "16 MiB a plane";
}

TEST(FftScheduleLimits, the_first_pass_runs_ahead_by_a_part_of_the_cache)
{
    // 1 MiB a plane: 0.14 of 60 MiB forward, 0.21 of it with rows last.
    const auto pipeline_distance = [](const Problem& problem) {
        const Schedule schedule = make_schedule(problem, DeviceLimits{}, {});
        return std::get<MergedStep>(schedule.steps.at(problem.kind == Kind::c2r ? 1 : 0))
            .form.pipeline_distance;
    };
    EXPECT_EQ(pipeline_distance({.lengths = {256, 512, 256}}), 8);
    EXPECT_EQ(pipeline_distance({.lengths = {12, 512, 256}}), 6) << "at most half of the planes";
    EXPECT_EQ(pipeline_distance(
                  {.lengths = {256, 512, 512}, .kind = Kind::c2r, .direction = Direction::inverse}),
              13);
}

TEST(FftScheduleLimits, counts_and_describes_passes)
{
    Choices choices;
    choices.pipeline_distance = 7;
    choices.blocks = {"8x4 lanes 8 lines 32", "8x8 lanes 8 lines 32", "4x16 lanes 4 lines 64"};
    const Schedule box =
        make_schedule({.lengths = {64, 64, 64}, .kind = Kind::r2c}, DeviceLimits{}, choices);
    EXPECT_EQ(passes(box), 2);
    EXPECT_EQ(box.work_values, 0);
    EXPECT_EQ(box.counters(), 64) << "one for each plane";
    EXPECT_EQ(describe(box),
              "64=8x4 8x32 rows + 64=8x8 8x32 columns merged, lag 7; 64=4x16 4x64 columns");

    choices.blocks = {"16x8 lanes 8 lines 32", "8x16 lanes 8 lines 16", "12x12 lanes 12 lines 16"};
    const Schedule split = make_schedule({.lengths = {67, 16384}, .precision = Precision::fp64},
                                         DeviceLimits{}, choices);
    EXPECT_EQ(passes(split), 3);
    EXPECT_EQ(split.work_values, 67 * 16384);
    EXPECT_EQ(split.counters(), 0);
    EXPECT_EQ(describe(split),
              "128=16x8 8x32 columns; 128=8x16 8x16 turning; 67 by chirp 144=12x12 12x16 columns");
}

TEST(FftScheduleLimits, kernels_hold_no_more_blocks_than_their_share)
{
    PassStep pass;
    pass.form.block = {.length = 64,
                       .threads_per_transform = 8,
                       .transforms_per_block = 8,
                       .min_blocks_per_sm = 12};
    pass.form.source.count = 8 * 201;
    PassStep large = pass;
    large.form.source.count = 8 * 2000;
    MergedStep merged;
    merged.form = {.first = pass.form, .second = pass.form, .planes = 2};
    merged.form.second.block.min_blocks_per_sm = 5;
    Schedule schedule{.steps = {pass, large, merged, FoldStep{}, pass}};

    bound_residents(schedule, {.multiprocessors = 100},
                    {.blocks = {"", "", "", "", "", "8x8 lanes 8 lines 8 resident 12"}});

    const auto residents = [&](std::size_t step) {
        return std::get<PassStep>(schedule.steps[step]).form.block.min_blocks_per_sm;
    };
    EXPECT_EQ(residents(0), 3) << "201 blocks";
    EXPECT_EQ(residents(1), 12);
    const MergedForm& both = std::get<MergedStep>(schedule.steps[2]).form;
    EXPECT_EQ(both.first.block.min_blocks_per_sm, 9) << "804 items";
    EXPECT_EQ(both.min_blocks_per_sm(), 5);
    EXPECT_EQ(residents(4), 12) << "chosen";
}

TEST(FftScheduleLimits, short_launches_leave_their_threads_more_registers)
{
    const auto residents = [](std::int64_t length) {
        const Schedule schedule = make_schedule({.lengths = {length, length, length}}, {});
        return std::get<PassStep>(schedule.steps.back()).form.block.min_blocks_per_sm;
    };
    EXPECT_EQ(residents(64), 2) << "256 blocks";
    EXPECT_EQ(residents(128), 4) << "512 blocks";
    EXPECT_EQ(residents(512), 1) << "8192 blocks, but no more have room";
}

TEST(FftScheduleLimits, impossible_problems_are_refused_in_one_sentence)
{
    EXPECT_THAT(refusal({.lengths = {3, 1LL << 40}}),
                AllOf(HasSubstr("no plan for an axis of 1099511627776 points in c2c "
                                "3x1099511627776 single, in place ("),
                      Not(HasSubstr("\n"))));
    EXPECT_THAT(refusal({.lengths = {4, 0}}), HasSubstr("length 1 of the transform is 0"));
}

TEST(FftScheduleLimits, blocks_and_lag_may_be_chosen)
{
    Choices choices;
    choices.pipeline_distance = 3;
    choices.blocks = {"", "8x8 lanes 8 lines 16 resident 2"};
    const Schedule schedule = make_schedule({.lengths = {16, 64, 64}}, DeviceLimits{}, choices);
    const MergedForm& form = std::get<MergedStep>(schedule.steps.at(0)).form;
    EXPECT_EQ(form.pipeline_distance, 3);
    EXPECT_EQ(text_of(form.second.block), choices.blocks[1]);

    EXPECT_THAT(refusal({.lengths = {60, 60}}, choices),
                HasSubstr("'8x8 lanes 8 lines 16 resident 2' does not transform 60 points"));
    choices.blocks = {"8x8 lanes"};
    EXPECT_THAT(refusal({.lengths = {64, 64}}, choices),
                HasSubstr("'8x8 lanes' is no block of a transform"));
}

}  // namespace
}  // namespace tobiuo::fft
