// SPDX-License-Identifier: BSD-3-Clause
// Rows of an array are copied as a whole and in pieces of any size.
#include "runtime/memory/host_rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tobiuo::memory {
namespace {

std::vector<std::byte> counted(std::size_t size)
{
    std::vector<std::byte> bytes(size);
    for (std::size_t at = 0; at < size; ++at) {
        bytes[at] = static_cast<std::byte>(at * 7 % 251);
    }
    return bytes;
}

const std::vector<HostRows> two_parts{
    {.offset = 5, .row_bytes = 12, .pitch = 40, .rows = 9, .in_block = 3},
    {.offset = 30, .row_bytes = 7, .pitch = 40, .rows = 2, .in_block = 120}};

TEST(HostRows, are_gathered_and_scattered_row_by_row)
{
    const std::vector<std::byte> array = counted(400);
    std::vector<std::byte> block(140);
    gather(two_parts, array.data(), block.data());
    for (const HostRows& rows : two_parts) {
        for (std::int64_t row = 0; row < rows.rows; ++row) {
            for (std::int64_t at = 0; at < rows.row_bytes; ++at) {
                ASSERT_EQ(
                    block[static_cast<std::size_t>(rows.in_block + row * rows.row_bytes + at)],
                    array[static_cast<std::size_t>(rows.offset + row * rows.pitch + at)]);
            }
        }
    }
    std::vector<std::byte> back(400);
    scatter(two_parts, block.data(), back.data());
    std::vector<std::byte> again(140);
    gather(two_parts, back.data(), again.data());
    EXPECT_EQ(again, block);
    EXPECT_EQ(back[4], std::byte{0}) << "what lies between rows was written";
}

TEST(HostRows, in_pieces_are_the_same_rows)
{
    const std::vector<std::byte> array = counted(400);
    std::vector<std::byte> whole(140);
    gather(two_parts, array.data(), whole.data());
    for (const std::int64_t most : {1, 5, 12, 13, 36, 1000}) {
        const std::vector<HostRows> pieces = pieces_of(two_parts, most);
        std::vector<std::byte> block(140);
        std::int64_t bytes = 0;
        for (const HostRows& piece : pieces) {
            EXPECT_LE(piece.bytes(), most);
            bytes += piece.bytes();
        }
        gather(pieces, array.data(), block.data());
        EXPECT_EQ(bytes, 9 * 12 + 2 * 7);
        EXPECT_EQ(block, whole) << "pieces of " << most << " bytes";
    }
}

}  // namespace
}  // namespace tobiuo::memory
