// SPDX-License-Identifier: BSD-3-Clause
// Which arrays are written past the caches.
#include "runtime/memory/caches.hpp"

#include <gtest/gtest.h>

#include "tests/support/refusal.hpp"

namespace tobiuo::memory {
namespace {

TEST(Stores, go_past_the_caches_where_no_cache_holds_the_array)
{
    EXPECT_EQ(stores_for(1000, 1000, ""), Stores::cached);
    EXPECT_EQ(stores_for(1001, 1000, ""), Stores::streaming);
    EXPECT_EQ(stores_for(1001, 1000, "auto"), Stores::streaming);
    EXPECT_GT(last_level_cache_bytes(), 0);
}

TEST(Stores, are_those_that_are_wished_for)
{
    EXPECT_EQ(stores_for(1, 1000, "streaming"), Stores::streaming);
    EXPECT_EQ(stores_for(1001, 1000, "cached"), Stores::cached);
}

TEST(Stores, refuse_a_wish_that_they_do_not_know)
{
    EXPECT_EQ(test::refusal([] { return stores_for(1, 1000, "fast"); }),
              "TOBIUO_STORES is 'fast' (it says how large arrays are written): set it to cached, "
              "streaming or auto");
}

}  // namespace
}  // namespace tobiuo::memory
