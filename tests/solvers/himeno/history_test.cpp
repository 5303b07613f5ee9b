// SPDX-License-Identifier: BSD-3-Clause
// The thinned history keeps first and last, and depends on the count alone.
#include "solvers/himeno/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tobiuo::himeno {
namespace {

/// gosa of sweep s is s, so that a row shows whether its number and value belong together.
History counted(std::int64_t sweeps, std::int64_t limit, std::size_t batch)
{
    History history{limit};
    std::vector<double> all(static_cast<std::size_t>(sweeps));
    std::iota(all.begin(), all.end(), 1.0);
    for (std::size_t at = 0; at < all.size(); at += batch) {
        history.append(std::span{all}.subspan(at, std::min(batch, all.size() - at)));
    }
    return history;
}

TEST(History, keeps_everything_below_the_limit)
{
    const auto rows = counted(8, 8, 3).rows();
    ASSERT_EQ(rows.size(), 8U);
    for (std::size_t n = 0; n < rows.size(); ++n) {
        EXPECT_EQ(rows[n].sweep, static_cast<std::int64_t>(n + 1));
    }
}

TEST(History, thins_evenly_and_keeps_first_and_last)
{
    for (std::int64_t sweeps = 1; sweeps < 300; ++sweeps) {
        const auto rows = counted(sweeps, 8, 5).rows();
        ASSERT_LE(rows.size(), 9U) << sweeps;
        EXPECT_EQ(rows.front().sweep, 1);
        EXPECT_EQ(rows.back().sweep, sweeps);
        for (std::size_t n = 0; n < rows.size(); ++n) {
            EXPECT_EQ(rows[n].gosa, static_cast<double>(rows[n].sweep));
            if (n >= 2 && n + 1 < rows.size()) {
                EXPECT_EQ(rows[n].sweep - rows[n - 1].sweep, rows[1].sweep - rows[0].sweep);
            }
        }
    }
}

TEST(History, does_not_depend_on_the_batches)
{
    const auto one = counted(1000, 16, 1).rows();
    const auto other = counted(1000, 16, 333).rows();
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t n = 0; n < one.size(); ++n) {
        EXPECT_EQ(one[n].sweep, other[n].sweep);
    }
}

TEST(History, goes_on_after_a_break_as_without_one)
{
    constexpr std::int64_t limit = 16;
    for (const std::int64_t before : {1, 15, 16, 17, 300}) {
        History resumed{limit, counted(before, limit, 5).state()};
        for (std::int64_t sweep = before + 1; sweep <= 1000; ++sweep) {
            const auto gosa = static_cast<double>(sweep);
            resumed.append(std::span{&gosa, 1});
        }
        const auto rows = resumed.rows();
        const auto whole = counted(1000, limit, 7).rows();
        ASSERT_EQ(rows.size(), whole.size()) << before;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            EXPECT_EQ(rows[row].sweep, whole[row].sweep) << before;
            EXPECT_EQ(rows[row].gosa, whole[row].gosa) << before;
        }
    }
}

TEST(History, keeps_a_smaller_limit_after_a_break)
{
    History resumed{4, counted(100, 64, 5).state()};
    const double gosa = 0.5;
    for (int sweep = 0; sweep < 200; ++sweep) {
        resumed.append(std::span{&gosa, 1});
    }
    EXPECT_LE(resumed.rows().size(), 5U);
    EXPECT_EQ(resumed.rows().back().sweep, 300);
}

TEST(History, is_empty_before_the_first_sweep)
{
    EXPECT_TRUE(History{}.rows().empty());
}

}  // namespace
}  // namespace tobiuo::himeno
