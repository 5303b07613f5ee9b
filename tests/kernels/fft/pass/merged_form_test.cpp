// SPDX-License-Identifier: BSD-3-Clause
// The order in which a merged step takes its items is complete and has no deadlock.
#include "kernels/fft/pass/merged_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tobiuo::fft {
namespace {

/// A merged form of passes with these numbers of blocks in a plane.
MergedForm form_of(int first_items, int second_items, int planes, int pipeline_distance)
{
    MergedForm form;
    form.first.source.count = first_items;
    form.second.source.count = second_items;
    form.planes = planes;
    form.pipeline_distance = pipeline_distance;
    return form;
}

std::vector<MergedForm> forms()
{
    std::vector<MergedForm> all;
    for (const int planes : {1, 2, 3, 8, 17}) {
        for (const int pipeline_distance : {1, 2, 7, 8, 9, 100}) {
            for (const int first : {1, 3, 8}) {
                for (const int second : {1, 2, 9}) {
                    all.push_back(form_of(first, second, planes, pipeline_distance));
                }
            }
        }
    }
    return all;
}

::testing::Message name(const MergedForm& form)
{
    return ::testing::Message() << form.first_items() << " and " << form.second_items()
                                << " items, " << form.planes << " planes, lag "
                                << form.pipeline_distance;
}

TEST(MergedForm, every_item_of_both_passes_is_taken_once)
{
    for (const MergedForm& form : forms()) {
        SCOPED_TRACE(name(form));
        std::vector<int> first(static_cast<std::size_t>(form.planes * form.first_items()));
        std::vector<int> second(static_cast<std::size_t>(form.planes * form.second_items()));
        EXPECT_EQ(form.items(), static_cast<long long>(first.size() + second.size()));
        for (unsigned ticket = 0; ticket < form.items(); ++ticket) {
            const MergedItem item = form.item(ticket);
            const int items = item.second ? form.second_items() : form.first_items();
            ASSERT_LT(item.number, items);
            const int at = item.plane * items + item.number;
            ++(item.second ? second : first).at(static_cast<std::size_t>(at));
        }
        EXPECT_EQ(std::ranges::count(first, 1), std::ssize(first));
        EXPECT_EQ(std::ranges::count(second, 1), std::ssize(second));
    }
}

/// An item of the second pass follows all items of the first pass in its plane, so that no block
/// waits for one that has not started.
TEST(MergedForm, an_item_of_the_second_pass_follows_the_whole_first_pass_of_its_plane)
{
    for (const MergedForm& form : forms()) {
        SCOPED_TRACE(name(form));
        std::vector<int> done(static_cast<std::size_t>(form.planes));
        for (unsigned ticket = 0; ticket < form.items(); ++ticket) {
            const MergedItem item = form.item(ticket);
            int& of_plane = done.at(static_cast<std::size_t>(item.plane));
            if (item.second) {
                ASSERT_EQ(of_plane, form.first_items()) << "ticket " << ticket;
            } else {
                ++of_plane;
            }
        }
    }
}

TEST(MergedForm, the_first_pass_is_ahead_by_the_lag_and_one_plane_at_most)
{
    for (const MergedForm& form : forms()) {
        SCOPED_TRACE(name(form));
        int begun = 0;
        for (unsigned ticket = 0; ticket < form.items(); ++ticket) {
            const MergedItem item = form.item(ticket);
            if (item.second) {
                ASSERT_EQ(begun, std::min(item.plane + form.pipeline_distance + 1, form.planes));
            } else {
                begun = item.plane + 1;
            }
        }
    }
}

TEST(MergedForm, with_all_planes_ahead_the_passes_follow_each_other)
{
    for (const int pipeline_distance : {4, 5, 1000}) {
        const MergedForm form = form_of(3, 2, 4, pipeline_distance);
        for (unsigned ticket = 0; ticket < 20; ++ticket) {
            EXPECT_EQ(form.item(ticket).second, ticket >= 12)
                << "lag " << pipeline_distance << ", " << ticket;
        }
    }
}

TEST(MergedForm, needs_what_the_larger_pass_needs)
{
    MergedForm form;
    form.first.block = {.length = 64,
                        .stages = 2,
                        .radices = {8, 8},
                        .threads_per_transform = 8,
                        .transforms_per_block = 16};
    form.first.block.min_blocks_per_sm = 3;
    form.second.block = {.length = 32,
                         .stages = 2,
                         .radices = {8, 4},
                         .threads_per_transform = 8,
                         .transforms_per_block = 8};
    form.second.block.min_blocks_per_sm = 2;
    EXPECT_EQ(form.threads(), 128);
    EXPECT_EQ(form.min_blocks_per_sm(), 2);
    EXPECT_EQ(form.shared_elements(), form.first.shared_elements());
    std::swap(form.first, form.second);
    EXPECT_EQ(form.threads(), 128);
    EXPECT_EQ(form.min_blocks_per_sm(), 2);
    EXPECT_EQ(form.shared_elements(), form.second.shared_elements());
}

TEST(MergedForm, the_items_of_the_second_pass_leave_a_plane_of_the_middle_spent)
{
    MergedForm form = form_of(3, 4, 2, 1);
    form.second.block.transforms_per_block = 4;
    form.second.source.count = 15;  // the last block has a line less
    form.discard_bytes = 256;
    form.middle_bytes = 15 * 256 - 128;  // half of the last line is missing
    EXPECT_EQ(form.second_items(), 4);

    long long end = 0;
    for (int number = 0; number < form.second_items(); ++number) {
        const MergedForm::Bytes spent = form.discarded(number);
        EXPECT_EQ(spent.begin, end);
        end = spent.end;
    }
    EXPECT_EQ(end, form.middle_bytes);
}

}  // namespace
}  // namespace tobiuo::fft
