// Which blocks are considered for a length, and that each of them is one.
#include "kernels/fft/choose/block_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "kernels/fft/choose/block_cost.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "tests/kernels/fft/choose/valid_blocks.hpp"

namespace tobiuo::fft {
namespace {

TEST(FftBlockChoice, smooth_numbers_have_no_prime_beyond_13)
{
    for (const long long smooth : {1LL, 2LL, 13LL, 1001LL, 30030LL, 1LL << 40, 13LL * 13 * 13}) {
        EXPECT_TRUE(is_smooth(smooth)) << smooth;
    }
    for (const long long rough : {17LL, 34LL, 17LL * 17, 1000003LL, 19LL << 40}) {
        EXPECT_FALSE(is_smooth(rough)) << rough;
    }
}

TEST(FftBlockChoice, the_next_smooth_number_is_the_nearest)
{
    EXPECT_EQ(next_smooth(1), 1);
    EXPECT_EQ(next_smooth(17), 18);
    EXPECT_EQ(next_smooth(1018), 1024);
    for (long long least = 1; least < 3000; ++least) {
        const long long next = next_smooth(least);
        EXPECT_TRUE(is_smooth(next)) << least;
        for (long long between = least; between < next; ++between) {
            EXPECT_FALSE(is_smooth(between)) << least;
        }
    }
}

TEST(FftBlockChoice, a_length_is_written_in_all_ways_of_few_factors)
{
    using Ways = std::vector<std::vector<int>>;
    EXPECT_EQ(factorisations(1), Ways{{}});
    EXPECT_EQ(factorisations(13), Ways{{13}});
    EXPECT_EQ(factorisations(17), Ways{});
    EXPECT_EQ(factorisations(64), (Ways{{32, 2}, {16, 4}, {8, 8}, {4, 16}, {2, 32}}));
    EXPECT_EQ(factorisations(6, 1), (Ways{{6}, {3, 2}, {2, 3}}));
}

TEST(FftBlockChoice, factors_are_radices_and_multiply_to_the_length)
{
    for (int length = 2; length <= 4096; ++length) {
        const auto ways = factorisations(length, 1);
        EXPECT_EQ(ways.empty(), !is_smooth(length)) << length;
        std::size_t fewest = KernelConfig::most_stages;
        for (const auto& way : ways) {
            fewest = std::min(fewest, way.size());
            EXPECT_EQ(std::accumulate(way.begin(), way.end(), 1, std::multiplies{}), length);
            for (const int radix : way) {
                EXPECT_TRUE(test::radices_with_a_butterfly.contains(radix)) << radix;
            }
        }
        for (const auto& way : ways) {
            EXPECT_LE(way.size(), fewest + 1) << length;
        }
        EXPECT_EQ(std::set(ways.begin(), ways.end()).size(), ways.size()) << length;
    }
}

TEST(FftBlockChoice, every_smooth_length_has_blocks_and_each_is_valid)
{
    const DeviceLimits limits;
    for (int length = 1; length <= 4096; ++length) {
        for (const KernelRequest& request : test::requests_for(length)) {
            const auto forms = block_candidates(request, limits, 6);
            ASSERT_EQ(forms.empty(), !is_smooth(length)) << length;
            ASSERT_LE(forms.size(), 6U);
            for (const KernelConfig& form : forms) {
                ASSERT_NO_FATAL_FAILURE(test::expect_valid(form, request, limits));
            }
        }
    }
}

TEST(FftBlockChoice, blocks_fit_cards_with_less_shared_memory)
{
    DeviceLimits limits;
    limits.shared_per_block = 48 << 10;
    limits.shared_per_multiprocessor = 64 << 10;
    limits.threads_per_multiprocessor = 1024;
    for (const int length : {64, 1000, 2048, 4096}) {
        for (const KernelRequest& request : test::requests_for(length)) {
            for (const KernelConfig& form : block_candidates(request, limits, 100)) {
                ASSERT_NO_FATAL_FAILURE(test::expect_valid(form, request, limits));
            }
        }
    }
}

TEST(FftBlockChoice, turning_blocks_have_an_exchange_to_turn_in)
{
    KernelRequest request;
    request.order = Order::transposing;
    request.line_count = 1000;
    for (const int length : {32, 64, 125, 1000, 4096}) {
        request.length = length;
        const auto forms = block_candidates(request, DeviceLimits{}, 20);
        EXPECT_FALSE(forms.empty()) << length;
        for (const KernelConfig& form : forms) {
            EXPECT_GT(form.stages, 1);
            ASSERT_NO_FATAL_FAILURE(test::expect_valid(form, request, DeviceLimits{}));
        }
    }
}

TEST(FftBlockChoice, the_choice_is_the_first_candidate_however_many_are_asked_for)
{
    for (const int length : {60, 512, 1000}) {
        for (const KernelRequest& request : test::requests_for(length)) {
            const auto forms = block_candidates(request, DeviceLimits{}, 100);
            const auto three = block_candidates(request, DeviceLimits{}, 3);
            ASSERT_GE(forms.size(), 3U);
            EXPECT_EQ(choose_block(request, DeviceLimits{}), forms.front());
            EXPECT_TRUE(std::equal(three.begin(), three.end(), forms.begin()));
        }
    }
    EXPECT_FALSE(choose_block({.length = 17}, DeviceLimits{}));
}

TEST(FftBlockChoice, a_block_costs_more_with_more_stages_idle_lanes_or_registers)
{
    const KernelConfig two{
        .length = 64, .stages = 2, .radices = {8, 8}, .threads_per_transform = 8};
    const KernelConfig three{
        .length = 64, .stages = 3, .radices = {4, 4, 4}, .threads_per_transform = 16};
    KernelConfig idle = two;
    idle.threads_per_transform = 7;
    KernelConfig full = two;
    full.threads_per_transform = 1;
    EXPECT_LT(block_cost(two, Precision::fp32), block_cost(three, Precision::fp32));
    EXPECT_LT(block_cost(two, Precision::fp32), block_cost(idle, Precision::fp32));
    EXPECT_LT(block_cost(two, Precision::fp32), block_cost(full, Precision::fp32));
}

TEST(FftBlockChoice, lanes_are_halved_where_a_segment_of_columns_makes_large_blocks)
{
    const KernelRequest request{.length = 1000, .order = Order::strided, .line_count = 1000000};
    const auto block = choose_block(request, DeviceLimits{});
    ASSERT_TRUE(block);
    EXPECT_EQ(text_of(*block), "10x10x10 lanes 50 lines 8 resident 2");
    const auto small = choose_block({.length = 512, .order = Order::strided}, DeviceLimits{});
    ASSERT_TRUE(small);
    EXPECT_EQ(small->threads_per_transform, 512 / 32);
}

TEST(FftBlockChoice, lanes_that_idle_while_columns_are_read_cost_more_than_later)
{
    KernelConfig late{.length = 640,
                      .stages = 3,
                      .radices = {8, 8, 10},
                      .threads_per_transform = 40,
                      .transforms_per_block = 16};
    late.load_contiguous = late.store_contiguous = false;
    KernelConfig early = late;
    std::swap(early.radices[0], early.radices[2]);
    const KernelRequest request{.length = 640, .order = Order::strided, .line_count = 1000};
    const auto of_request = [&](const KernelConfig& form) {
        return block_cost(form, request, {}) - block_cost(form, request.precision);
    };
    EXPECT_GT(of_request(early), of_request(late) + 1.0);
}

TEST(FftBlockChoice, few_lines_of_kinds_1_are_spread_over_three_blocks_a_multiprocessor)
{
    const auto lines = [](int length, Order order, long long count, Precision precision,
                          bool continued = true) {
        const auto block = choose_block({.length = length,
                                         .order = order,
                                         .precision = precision,
                                         .line_count = count,
                                         .needs_shared_memory = true,
                                         .makhoul = order == Order::contiguous,
                                         .type_one = continued},
                                        {});
        return block ? block->transforms_per_block : 0;
    };
    EXPECT_EQ(lines(128, Order::strided, 66 * 129, Precision::fp64), 16) << "two segments";
    EXPECT_EQ(lines(128, Order::strided, 66 * 129, Precision::fp64, false), 32);
    EXPECT_EQ(lines(128, Order::strided, 100000, Precision::fp64), 32) << "enough for all";
    EXPECT_EQ(lines(80, Order::strided, 42 * 81, Precision::fp64), 8) << "of 24, whole segments";
    EXPECT_EQ(lines(64, Order::strided, 36 * 65, Precision::fp32), 8)
        << "two warps, half a segment";
    EXPECT_EQ(lines(80, Order::contiguous, 41 * 81, Precision::fp32), 6) << "of 25, two warps";
}

TEST(FftBlockChoice, rows_of_floats_of_kinds_1_have_their_largest_butterfly_last)
{
    const auto middle = [](Precision precision, Order order) {
        return choose_block({.length = 128,
                             .order = order,
                             .precision = precision,
                             .line_count = 8385,
                             .needs_shared_memory = true,
                             .makhoul = order == Order::contiguous,
                             .type_one = true},
                            {})
            ->radices[1];
    };
    EXPECT_EQ(middle(Precision::fp32, Order::contiguous), 4) << "4 x 4 x 8";
    EXPECT_EQ(middle(Precision::fp32, Order::strided), 16) << "8 x 16";
    EXPECT_EQ(middle(Precision::fp64, Order::contiguous), 16) << "8 x 16";
}

TEST(FftBlockChoice, far_columns_are_read_in_two_segments_if_that_helps)
{
    const auto lines = [](int length) {
        const auto block = choose_block({.length = length,
                                         .order = Order::strided,
                                         .line_count = 1000000,
                                         .large_stride = true},
                                        {});
        return block ? block->transforms_per_block : 0;
    };
    EXPECT_EQ(lines(512), 32) << "one exchange";
    EXPECT_EQ(lines(500), 16) << "two exchanges";
    EXPECT_EQ(lines(720), 32) << "else alone and small";
    EXPECT_EQ(lines(1024), 16) << "alone and large";
}

}  // namespace
}  // namespace tobiuo::fft
