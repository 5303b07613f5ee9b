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

TEST(History, is_empty_before_the_first_sweep)
{
    EXPECT_TRUE(History{}.rows().empty());
}

}  // namespace
}  // namespace tobiuo::himeno
