// Which blocks are considered for a length, and that each of them is one.
#include "kernels/fft/block_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

#include "kernels/fft/choices.hpp"

namespace tobiuo::fft {
namespace {

const std::set<int> radices_with_a_butterfly{2,  3,  4,  5,  6,  7,  8,  9,
                                             10, 11, 12, 13, 14, 15, 16, 32};

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
        std::size_t fewest = BlockForm::most_stages;
        for (const auto& way : ways) {
            fewest = std::min(fewest, way.size());
            EXPECT_EQ(std::accumulate(way.begin(), way.end(), 1, std::multiplies{}), length);
            for (const int radix : way) {
                EXPECT_TRUE(radices_with_a_butterfly.contains(radix)) << radix;
            }
        }
        for (const auto& way : ways) {
            EXPECT_LE(way.size(), fewest + 1) << length;
        }
        EXPECT_EQ(std::set(ways.begin(), ways.end()).size(), ways.size()) << length;
    }
}

void expect_valid(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
{
    SCOPED_TRACE(::testing::Message() << wish.length << ": " << text_of(form));
    ASSERT_EQ(form.length, wish.length);
    ASSERT_GE(form.stages, 1);
    ASSERT_LE(form.stages, BlockForm::most_stages);
    ASSERT_EQ(form.product_before(form.stages), wish.length);
    for (int stage = 0; stage < form.stages; ++stage) {
        const int radix = form.radices[stage];
        ASSERT_TRUE(wish.length == 1 || radices_with_a_butterfly.contains(radix)) << radix;
        ASSERT_GE(form.rounds(stage) * form.lanes, form.butterflies(stage)) << "some are left out";
        ASSERT_GT(form.butterflies(stage), (form.rounds(stage) - 1) * form.lanes)
            << "a round idles";
    }
    ASSERT_GE(form.lines, 1);
    ASSERT_LE(form.threads(), 1024);
    ASSERT_GE(form.resident_blocks, 1);
    ASSERT_LE(form.resident_blocks * form.threads(), limits.threads_per_multiprocessor);
    const bool needs_shared = form.stages > 1 || wish.exchanged;
    const long long shared = needs_shared ? form.places() * 2 * bytes_per_value(wish.precision) : 0;
    ASSERT_LE(shared, limits.shared_per_block);
    ASSERT_LE(form.resident_blocks * (shared + 1024),
              std::max<long long>(limits.shared_per_multiprocessor, shared + 1024));
    ASSERT_EQ(form.load_along, wish.order != Order::columns);
    ASSERT_EQ(form.store_along, wish.order == Order::rows);
}

/// Lines few and many, precisions, and orders; a pair needs shared memory even in one stage.
std::vector<BlockWish> wishes_for(int length)
{
    std::vector<BlockWish> wishes;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const Order order : {Order::rows, Order::columns}) {
            for (const long long lines : {1LL, 5LL, 1000000LL}) {
                BlockWish wish;
                wish.length = length;
                wish.order = order;
                wish.precision = precision;
                wish.line_count = lines;
                wish.exchanged = order == Order::rows && lines == 5;
                wishes.push_back(wish);
            }
        }
    }
    return wishes;
}

TEST(FftBlockChoice, every_smooth_length_has_blocks_and_each_is_valid)
{
    const DeviceLimits limits;
    for (int length = 1; length <= 4096; ++length) {
        for (const BlockWish& wish : wishes_for(length)) {
            const auto forms = block_candidates(wish, limits, 6);
            ASSERT_EQ(forms.empty(), !is_smooth(length)) << length;
            ASSERT_LE(forms.size(), 6U);
            for (const BlockForm& form : forms) {
                ASSERT_NO_FATAL_FAILURE(expect_valid(form, wish, limits));
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
        for (const BlockWish& wish : wishes_for(length)) {
            for (const BlockForm& form : block_candidates(wish, limits, 100)) {
                ASSERT_NO_FATAL_FAILURE(expect_valid(form, wish, limits));
            }
        }
    }
}

TEST(FftBlockChoice, turning_blocks_have_an_exchange_to_turn_in)
{
    BlockWish wish;
    wish.order = Order::turning;
    wish.line_count = 1000;
    for (const int length : {32, 64, 125, 1000, 4096}) {
        wish.length = length;
        const auto forms = block_candidates(wish, DeviceLimits{}, 20);
        EXPECT_FALSE(forms.empty()) << length;
        for (const BlockForm& form : forms) {
            EXPECT_GT(form.stages, 1);
            ASSERT_NO_FATAL_FAILURE(expect_valid(form, wish, DeviceLimits{}));
        }
    }
}

TEST(FftBlockChoice, the_choice_is_the_first_candidate_however_many_are_asked_for)
{
    for (const int length : {60, 512, 1000}) {
        for (const BlockWish& wish : wishes_for(length)) {
            const auto forms = block_candidates(wish, DeviceLimits{}, 100);
            const auto three = block_candidates(wish, DeviceLimits{}, 3);
            ASSERT_GE(forms.size(), 3U);
            EXPECT_EQ(choose_block(wish, DeviceLimits{}), forms.front());
            EXPECT_TRUE(std::equal(three.begin(), three.end(), forms.begin()));
        }
    }
    EXPECT_FALSE(choose_block({.length = 17}, DeviceLimits{}));
}

TEST(FftBlockChoice, a_block_costs_more_with_more_stages_idle_lanes_or_registers)
{
    const BlockForm two{.length = 64, .stages = 2, .radices = {8, 8}, .lanes = 8};
    const BlockForm three{.length = 64, .stages = 3, .radices = {4, 4, 4}, .lanes = 16};
    BlockForm idle = two;
    idle.lanes = 7;
    BlockForm full = two;
    full.lanes = 1;
    EXPECT_LT(block_cost(two, Precision::fp32), block_cost(three, Precision::fp32));
    EXPECT_LT(block_cost(two, Precision::fp32), block_cost(idle, Precision::fp32));
    EXPECT_LT(block_cost(two, Precision::fp32), block_cost(full, Precision::fp32));
}

TEST(FftBlockChoice, partners_have_the_threads_asked_for)
{
    const DeviceLimits limits;
    int found = 0;
    for (const int length : {64, 256, 480, 512, 1000, 2048}) {
        for (const BlockWish& wish : wishes_for(length)) {
            for (const int threads : {128, 256, 480, 512}) {
                const auto partner = choose_partner(wish, limits, threads, 2);
                if (partner) {
                    ++found;
                    EXPECT_EQ(partner->threads(), threads);
                    EXPECT_GE(partner->resident_blocks, 2);
                    ASSERT_NO_FATAL_FAILURE(expect_valid(*partner, wish, limits));
                }
            }
        }
    }
    EXPECT_GT(found, 50);
}

}  // namespace
}  // namespace tobiuo::fft
