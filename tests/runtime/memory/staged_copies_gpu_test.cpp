// SPDX-License-Identifier: BSD-3-Clause
// Rows of arrays that are not page-locked reach the device and come back through blocks.
#include "runtime/memory/staged_copies.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/device.hpp"

namespace tobiuo::memory {
namespace {

class StagedCopiesOnDevice : public test::OnDevice {};

TEST_F(StagedCopiesOnDevice, bring_every_piece_to_its_place)
{
    constexpr std::int64_t block = StagingBlock::bytes;
    // Rows that are longer than a block, and more of them than a block holds.
    const std::vector<HostRows> rows{
        {.offset = 100, .row_bytes = block + 1000, .pitch = block + 5000, .rows = 2},
        {.offset = 3 * block,
         .row_bytes = 4096,
         .pitch = 8192,
         .rows = 10'000,
         .in_block = 2 * (block + 1000)}};
    const std::int64_t bytes = rows[0].bytes() + rows[1].bytes();
    std::vector<std::byte> array(static_cast<std::size_t>(3 * block + 8192 * 10'000));
    for (std::size_t at = 0; at < array.size(); ++at) {
        array[at] = static_cast<std::byte>(at * 2654435761U >> 24U);
    }
    const device::DeviceBuffer<std::byte> memory{static_cast<std::size_t>(bytes)};
    const device::Stream stream = device::make_stream();
    StagedCopies copies;
    copies.to_device(rows, array.data(), memory.data(), stream.get());
    std::vector<std::byte> back(array.size());
    copies.to_host(rows, memory.data(), back.data(), stream.get());
    copies.finish();

    std::vector<std::byte> sent(static_cast<std::size_t>(bytes));
    std::vector<std::byte> received(sent.size());
    gather(rows, array.data(), sent.data());
    gather(rows, back.data(), received.data());
    EXPECT_TRUE(received == sent);
    EXPECT_EQ(back[0], std::byte{0}) << "what lies between rows was written";
}

}  // namespace
}  // namespace tobiuo::memory
