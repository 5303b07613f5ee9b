// SPDX-License-Identifier: BSD-3-Clause
// Ranks: how planes are divided, and that numbers and texts reach all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/ranks/exchange.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::ranks {
namespace {

using ::testing::ElementsAre;

TEST(Slices, cover_all_planes_in_order_and_differ_by_one_at_most)
{
    for (const std::int64_t planes : {1, 2, 7, 64, 1001}) {
        for (const int size : {1, 2, 3, 4, 7, 9}) {
            const std::vector<Slice> slices = slices_of(planes, size);
            ASSERT_EQ(std::ssize(slices), size);
            std::int64_t next = 0;
            for (const Slice& slice : slices) {
                EXPECT_EQ(slice.first, next);
                next = slice.end();
                if (planes >= size) {
                    EXPECT_GE(slice.count, planes / size);
                    EXPECT_LE(slice.count, (planes + size - 1) / size);
                } else {
                    EXPECT_LE(slice.count, 1);
                }
            }
            EXPECT_EQ(next, planes);
        }
    }
}

TEST(Messages, of_all_ranks_arrive_in_their_order)
{
    test::on_ranks(3, [](const Communicator& ranks) {
        const int me = ranks.rank();
        EXPECT_THAT(gathered(ranks, 10 * me), ElementsAre(0, 10, 20));
        const std::vector<double> two{1.0 * me, 0.5};
        EXPECT_THAT(gathered(ranks, std::span{two}), ElementsAre(0.0, 0.5, 1.0, 0.5, 2.0, 0.5));
        EXPECT_THAT(gathered_texts(ranks, std::string(static_cast<std::size_t>(me), 'x')),
                    ElementsAre("", "x", "xx"));
        EXPECT_EQ(from_first(ranks, 7 + me), 7);
        std::vector<double> sums{1.0 + me, 2.0};
        sum_over_ranks(ranks, sums);
        EXPECT_THAT(sums, ElementsAre(6.0, 6.0));
    });
}

TEST(Messages, of_one_rank_need_no_other)
{
    test::on_ranks(1, [](const Communicator& ranks) {
        EXPECT_THAT(gathered(ranks, 5), ElementsAre(5));
        EXPECT_THAT(gathered_texts(ranks, "one"), ElementsAre("one"));
        EXPECT_EQ(from_first(ranks, 7), 7);
    });
}

TEST(HostExchange, brings_a_ring_of_messages_to_their_places)
{
    test::on_ranks(4, [](const Communicator& ranks) {
        const auto exchange = make_exchange(Backend::cpu, ranks);
        const int next = (ranks.rank() + 1) % ranks.size();
        const int before = (ranks.rank() + ranks.size() - 1) % ranks.size();
        const std::int64_t mine = 100 + ranks.rank();
        std::int64_t arrived = 0;
        const Outgoing send{.to = next, .data = &mine, .bytes = sizeof mine};
        const Incoming receive{.from = before, .data = &arrived, .bytes = sizeof arrived};
        exchange->exchange({&send, 1}, {&receive, 1}, nullptr);
        EXPECT_EQ(arrived, 100 + before);
    });
}

TEST(HostExchange, counts_bytes_for_other_ranks_and_its_time)
{
    test::on_ranks(3, [](const Communicator& ranks) {
        const auto exchange = make_exchange(Backend::cpu, ranks);
        const int mine = ranks.rank();
        std::vector<int> all(3);
        std::vector<Outgoing> sends;
        std::vector<Incoming> receives;
        for (int other = 0; other < 3; ++other) {
            sends.push_back({.to = other, .data = &mine, .bytes = sizeof mine});
            receives.push_back({.from = other,
                                .data = &all[static_cast<std::size_t>(other)],
                                .bytes = sizeof mine});
        }
        exchange->exchange(sends, receives, nullptr);
        exchange->exchange(sends, receives, nullptr);
        const ExchangeUse use = exchange->take_use_and_wait();
        EXPECT_EQ(use.exchanges, 2);
        EXPECT_EQ(use.bytes, 2 * 2 * static_cast<std::int64_t>(sizeof mine));
        EXPECT_GT(use.seconds, 0.0);
        EXPECT_EQ(use.waited_seconds, use.seconds) << "nothing is hidden";
        EXPECT_EQ(exchange->take_use_and_wait().exchanges, 0) << "it is taken";
    });
}

}  // namespace
}  // namespace tobiuo::ranks
