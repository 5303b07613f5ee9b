// Wishes for blocks of all sorts, and what a block must be.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/choices.hpp"

namespace tobiuo::fft::test {

inline const std::set<int> radices_with_a_butterfly{2,  3,  4,  5,  6,  7,  8,  9,
                                                    10, 11, 12, 13, 14, 15, 16, 32};

inline void expect_valid(const BlockForm& form, const BlockWish& wish, const DeviceLimits& limits)
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
    const long long places = form.places() + (wish.continued ? form.sum_places() : 0);
    const long long shared = needs_shared ? places * 2 * bytes_per_value(wish.precision) : 0;
    ASSERT_LE(shared, limits.shared_per_block);
    ASSERT_LE(form.resident_blocks * (shared + 1024),
              std::max<long long>(limits.shared_per_multiprocessor, shared + 1024));
    ASSERT_EQ(form.load_along, wish.order != Order::columns);
    ASSERT_EQ(form.store_along, wish.order == Order::rows);
}

/// Lines few and many, precisions, and orders; a pair needs shared memory even in one stage.
inline std::vector<BlockWish> wishes_for(int length)
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
                wish.exchanged = wish.continued = true;
                wish.folded = order == Order::rows;
                wishes.push_back(wish);
            }
        }
    }
    return wishes;
}

}  // namespace tobiuo::fft::test
