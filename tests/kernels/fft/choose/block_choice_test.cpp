// SPDX-License-Identifier: BSD-3-Clause
// The configurations considered for a length are valid, and none is missing.
#include "kernels/fft/choose/block_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

#include "kernels/fft/choose/cost_model.hpp"
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

KernelConfig columns_of(int length, std::vector<int> radices, int threads_per_transform, int lines)
{
    KernelConfig form{.length = length,
                      .stages = static_cast<int>(radices.size()),
                      .threads_per_transform = threads_per_transform};
    std::ranges::copy(radices, form.radices);
    form.transforms_per_block = lines;
    form.load_contiguous = form.store_contiguous = false;
    form.min_blocks_per_sm = 2;
    return form;
}

TEST(FftCostModel, a_block_costs_more_with_more_exchanges_idle_threads_or_registers)
{
    const KernelRequest request{.length = 64, .order = Order::strided, .line_count = 1 << 20};
    const auto cost = [&](const KernelConfig& form) { return block_cost(form, request, {}); };
    const KernelConfig two = columns_of(64, {8, 8}, 8, 16);
    EXPECT_LT(cost(two), cost(columns_of(64, {4, 4, 4}, 16, 16))) << "an exchange more";
    EXPECT_LT(cost(two), cost(columns_of(64, {8, 8}, 7, 16))) << "idle threads";
    EXPECT_LT(cost(two), cost(columns_of(64, {8, 8}, 1, 128))) << "64 values a thread";
}

TEST(FftCostModel, pieces_of_segments_cost_more_and_most_where_points_lie_far_apart)
{
    KernelRequest request{.length = 512, .order = Order::strided, .line_count = 1 << 20};
    const KernelConfig whole = columns_of(512, {16, 32}, 16, 16);
    const KernelConfig half = columns_of(512, {16, 32}, 32, 8);
    const double near = block_cost(half, request, {}) - block_cost(whole, request, {});
    request.large_stride = true;
    const double far = block_cost(half, request, {}) - block_cost(whole, request, {});
    EXPECT_GT(near, 0.0);
    EXPECT_GT(far, near);
}

TEST(FftCostModel, multiprocessors_without_a_block_cost)
{
    const KernelConfig wide = columns_of(1024, {32, 32}, 32, 16);
    const KernelConfig narrow = columns_of(1024, {32, 32}, 32, 8);
    const auto prefers_narrow = [&](long long count) {
        const KernelRequest request{.length = 1024, .order = Order::strided, .line_count = count};
        return block_cost(narrow, request, {}) < block_cost(wide, request, {});
    };
    EXPECT_TRUE(prefers_narrow(1024)) << "64 blocks or 128 for 132 multiprocessors";
    EXPECT_FALSE(prefers_narrow(1 << 20));
}

}  // namespace
}  // namespace tobiuo::fft
