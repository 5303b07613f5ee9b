// SPDX-License-Identifier: BSD-3-Clause
// Work arrays of a plan, which its executions borrow.
#include "runtime/memory/work_arrays.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tobiuo::memory {
namespace {

TEST(WorkArrays, lie_in_pages_of_their_own)
{
    const WorkArrays<double> work{3, 700};
    auto borrowed = work.borrow();
    for (int thread = 0; thread < 3; ++thread) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(borrowed.of(thread)) % 4096, 0U);
    }
    EXPECT_GE(borrowed.of(2) - borrowed.of(1), 700);
    EXPECT_GE(work.bytes(), static_cast<std::int64_t>(3 * 700 * sizeof(double)));
}

TEST(WorkArrays, are_kept_for_the_next_execution_and_lent_once_at_a_time)
{
    const WorkArrays<float> work{1, 100};
    float* first = nullptr;
    float* second = nullptr;
    {
        auto one = work.borrow();
        auto other = work.borrow();
        first = one.of(0);
        second = other.of(0);
        EXPECT_NE(first, second);
    }
    auto again = work.borrow();
    EXPECT_TRUE(again.of(0) == first || again.of(0) == second);
}

}  // namespace
}  // namespace tobiuo::memory
