// SPDX-License-Identifier: BSD-3-Clause
// Arrays in host memory.
#include "runtime/memory/host_array.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tobiuo::memory {
namespace {

TEST(HostArray, of_zeros_is_zero_to_its_last_byte)
{
    for (const std::size_t count : {1U, 7U, 100'003U}) {
        const HostArray<float> array = zeros<float>(count);
        ASSERT_EQ(array.size(), count);
        EXPECT_EQ(std::count(array.data(), array.data() + count, 0.0F),
                  static_cast<std::ptrdiff_t>(count));
    }
    EXPECT_EQ(zeros<double>(0).size(), 0U);
}

TEST(HostArray, writes_zeros_to_its_bytes_only)
{
    std::vector<unsigned char> bytes(1003, 7);
    write_zeros(bytes.data() + 1, 1001);
    EXPECT_EQ(bytes.front(), 7);
    EXPECT_EQ(bytes.back(), 7);
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 0), 1001);
}

}  // namespace
}  // namespace tobiuo::memory
