// SPDX-License-Identifier: BSD-3-Clause
// The copy by streams, on the host, copies every element once for any division.
#include "kernels/memory_study/stream_map.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "kernels/memory_study/copy_twin.hpp"

namespace tobiuo::memory {
namespace {

TEST(StreamMap, every_element_of_every_stream_belongs_to_exactly_one_thread)
{
    for (const int streams : {1, 4, 16, 64, 256}) {
        for (const long long each : {1LL, 63LL, 64LL, 1000LL, 4096LL}) {
            for (const unsigned threads : {64U, 256U}) {
                for (const unsigned blocks : {1U, 3U, 7U, 100U}) {
                    const StreamMap map{
                        .each = each, .streams = streams, .blocks = blocks, .threads = threads};
                    std::vector<int> owners(static_cast<std::size_t>(map.size()));
                    for (unsigned block = 0; block < blocks; ++block) {
                        for (long long at = map.first(block); at < each; at += map.step()) {
                            for (long long i = at; i < at + threads && i < each; ++i) {
                                for (int stream = 0; stream < streams; ++stream) {
                                    ++owners.at(static_cast<std::size_t>(map.place(stream, i)));
                                }
                            }
                        }
                    }
                    for (const int owner_count : owners) {
                        ASSERT_EQ(owner_count, 1) << streams << " x " << each << ", " << blocks
                                                  << " blocks of " << threads;
                    }
                }
            }
        }
    }
}

TEST(StreamMap, the_twin_copies_everything)
{
    const StreamMap map{.each = 1000, .streams = 16, .blocks = 3, .threads = 128};
    std::vector<int> from(static_cast<std::size_t>(map.size()));
    std::iota(from.begin(), from.end(), 1);
    std::vector<int> to(from.size());
    stream_copy<int>(map, from, to);
    EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace tobiuo::memory
