// SPDX-License-Identifier: BSD-3-Clause
// Messages between arrays on devices, by NCCL and through host memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/ranks/exchange.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::ranks {
namespace {

using ::testing::StartsWith;

class DeviceExchangeOnDevice : public test::OnDevice {};

/// Each rank sends some numbers to the next one of a ring, twice.
void expect_ring(int size, Transport transport)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const device::Stream stream = device::make_stream();
        const auto exchange = make_exchange(Backend::cuda, ranks, transport);
        const int next = (ranks.rank() + 1) % size;
        const int before = (ranks.rank() + size - 1) % size;
        for (const int round : {1, 2}) {
            std::vector<int> mine(1000 * static_cast<std::size_t>(round));
            std::iota(mine.begin(), mine.end(), 1000000 * ranks.rank());
            const auto sent = device::uploaded(mine, stream.get());
            const device::DeviceBuffer<int> arrived{mine.size()};
            device::clear(arrived, "clear the place of a message", stream.get());
            const std::size_t bytes = mine.size() * sizeof(int);
            const Outgoing send{.to = next, .data = sent.data(), .bytes = bytes};
            const Incoming receive{.from = before, .data = arrived.data(), .bytes = bytes};
            exchange->start({&send, 1}, {&receive, 1}, stream.get());
            exchange->finish(stream.get());
            std::iota(mine.begin(), mine.end(), 1000000 * before);
            EXPECT_EQ(device::fetch_and_wait(arrived, stream.get()), mine);
        }
    });
}

TEST_F(DeviceExchangeOnDevice, goes_through_host_memory)
{
    expect_ring(1, Transport::host_memory);
    expect_ring(3, Transport::host_memory);
}

TEST_F(DeviceExchangeOnDevice, goes_by_nccl_where_each_rank_has_a_device)
{
    expect_ring(static_cast<int>(device::survey().devices.size()), Transport::automatic);
}

/// More exchanges than there are events for.
void expect_times(int size, Transport transport)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const device::Stream stream = device::make_stream();
        const auto exchange = make_exchange(Backend::cuda, ranks, transport);
        constexpr std::size_t bytes = 1000;
        const device::DeviceBuffer<char> from{bytes};
        const device::DeviceBuffer<char> to{bytes};
        device::clear(from, "clear a message", stream.get());
        const Outgoing send{.to = (ranks.rank() + 1) % size, .data = from.data(), .bytes = bytes};
        const Incoming receive{
            .from = (ranks.rank() + size - 1) % size, .data = to.data(), .bytes = bytes};
        for (const int exchanges : {1, 3000}) {
            for (int n = 0; n < exchanges; ++n) {
                exchange->exchange({&send, 1}, {&receive, 1}, stream.get());
            }
            const ExchangeUse use = exchange->take_use_and_wait();
            EXPECT_EQ(use.exchanges, exchanges);
            EXPECT_EQ(use.bytes, size > 1 ? exchanges * 1000 : 0);
            EXPECT_GT(use.seconds, 0.0);
            EXPECT_GE(use.waited_seconds, 0.0);
            EXPECT_LE(use.waited_seconds, use.seconds);
        }
        device::synchronize(stream.get());
    });
}

TEST_F(DeviceExchangeOnDevice, measures_itself)
{
    expect_times(2, Transport::host_memory);
    expect_times(static_cast<int>(device::survey().devices.size()), Transport::automatic);
}

TEST_F(DeviceExchangeOnDevice, says_that_ranks_share_a_device)
{
    test::on_ranks(2, [](const Communicator& ranks) {
        device::select(0);
        const auto exchange = make_exchange(Backend::cuda, ranks);
        EXPECT_THAT(exchange->describe(), StartsWith("host memory ("));
    });
}

}  // namespace
}  // namespace tobiuo::ranks
