// SPDX-License-Identifier: BSD-3-Clause
// The host's bandwidth probe and its memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "runtime/memory/ceiling.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::memory {
namespace {

TEST(HostCeiling, counts_the_bytes_of_fourteen_arrays)
{
    const auto probe = make_host_probe(50'000'000);
    EXPECT_LE(probe.bytes, 50'000'000);
    EXPECT_GT(probe.bytes, 49'000'000);
    EXPECT_EQ(probe.bytes % (14 * 4), 0);
}

TEST(HostCeiling, measures_something_a_machine_could_do)
{
    const auto probe = make_host_probe(50'000'000);
    const Ceiling ceiling = measure_ceiling(probe, 3);
    EXPECT_GT(ceiling.bytes_per_second, 1e7);
    EXPECT_LT(ceiling.bytes_per_second, 1e14);
    EXPECT_EQ(ceiling.repetitions, 3);
}

TEST(HostCeiling, tiny_memory_still_gives_one_row)
{
    EXPECT_GT(make_host_probe(1).bytes, 0);
}

TEST(HostArray, is_aligned_for_streaming_stores)
{
    for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{3} << 20U}) {
        HostArray<double> array{count};
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0U);
        array.span().back() = 1.0;
    }
}

template <typename Real>
class StreamingStore : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(StreamingStore, Reals);

TYPED_TEST(StreamingStore, copies_every_value_and_no_more)
{
    for (const std::int64_t count : {0, 1, 2, 3, 4, 5, 7, 16, 33}) {
        HostArray<TypeParam> from{64};
        HostArray<TypeParam> to{64};
        std::iota(from.span().begin(), from.span().end(), TypeParam{1});
        std::fill(to.span().begin(), to.span().end(), TypeParam{-1});
        store_streaming(to.data(), from.data(), count);
        for (std::int64_t n = 0; n < 64; ++n) {
            EXPECT_EQ(to.data()[n], n < count ? from.data()[n] : TypeParam{-1}) << count;
        }
    }
}

TYPED_TEST(StreamingStore, copies_from_and_to_any_place_of_a_cache_line)
{
    for (const std::int64_t place : {1, 3, 7}) {
        for (const std::int64_t count : {2, 8, 13, 16, 40}) {
            HostArray<TypeParam> from{64};
            HostArray<TypeParam> to{64};
            std::iota(from.span().begin(), from.span().end(), TypeParam{1});
            std::fill(to.span().begin(), to.span().end(), TypeParam{-1});
            store_streaming(to.data() + place, from.data() + place, count);
            for (std::int64_t n = 0; n < 64; ++n) {
                const bool copied = n >= place && n < place + count;
                EXPECT_EQ(to.data()[n], copied ? from.data()[n] : TypeParam{-1}) << count;
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::memory
