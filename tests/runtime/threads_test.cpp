// SPDX-License-Identifier: BSD-3-Clause
// The number of threads that share a loop: what its size is worth, within the caller's limits.
#include "runtime/threads.hpp"
#include "tests/support/on_threads.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <limits>

namespace tobiuo {
namespace {

using test::OnThreads;

TEST(Threads, little_work_has_one_thread)
{
    const OnThreads scope{16};
    EXPECT_EQ(threads_for(0, 1.0), 1);
    EXPECT_EQ(threads_for(1, 1.0), 1);
    EXPECT_EQ(threads_for(19'999, 1.0), 1);
    EXPECT_EQ(threads_for(20'000, 1.0), 2);
    EXPECT_EQ(threads_for(10'000, 7.5), 7);
}

TEST(Threads, much_work_has_as_many_as_the_caller_allows)
{
    for (const int allowed : {1, 3, 16}) {
        const OnThreads scope{allowed};
        EXPECT_EQ(threads_for(100'000'000, 2.0), allowed);
        EXPECT_EQ(threads_for(std::numeric_limits<std::int64_t>::max(), 100.0), allowed);
        EXPECT_EQ(omp_get_max_threads(), allowed) << "the caller's setting is left alone";
    }
}

TEST(Threads, text_counts_them)
{
    EXPECT_EQ(threads_text(1), "1 thread");
    EXPECT_EQ(threads_text(16), "16 threads");
}

}  // namespace
}  // namespace tobiuo
