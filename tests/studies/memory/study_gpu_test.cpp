// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the memory study on the device are compared with their host twins.
#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "kernels/memory_study/copy_twin.hpp"
#include "studies/memory/probe/probe.hpp"
#include "studies/memory/probe/study_kernels.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::memory {
namespace {

class MemoryStudyOnDevice : public test::OnDevice {};

std::vector<float> counted(std::size_t size)
{
    std::vector<float> values(size);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

/// The result of copying `in` as `shape` says to an array of zeros.
std::vector<float> copied_by_the_twin(const CopyShape& shape, const std::vector<float>& in)
{
    const int floats = shape.element_bytes / 4;
    const StreamMap map{.each = static_cast<long long>(in.size()) / floats / shape.streams,
                        .streams = shape.streams,
                        .blocks = 5,
                        .threads = static_cast<unsigned>(shape.block_threads)};
    std::vector<float> out(in.size());
    for (int part = 0; part < floats; ++part) {
        std::vector<float> from(static_cast<std::size_t>(map.size()));
        for (std::size_t n = 0; n < from.size(); ++n) {
            from[n] = in[n * static_cast<std::size_t>(floats) + static_cast<std::size_t>(part)];
        }
        std::vector<float> to(from.size());
        stream_copy<float>(map, from, to);
        for (std::size_t n = 0; n < to.size(); ++n) {
            out[n * static_cast<std::size_t>(floats) + static_cast<std::size_t>(part)] = to[n];
        }
    }
    return out;
}

TEST_F(MemoryStudyOnDevice, every_copy_by_streams_is_what_its_twin_makes)
{
    // 100,000 floats are no multiple of 64 streams of any element, so that a rest is not copied.
    const std::vector<float> in = counted(100'000);
    for (const int element_bytes : {4, 8, 16}) {
        for (const int streams : copy_streams) {
            for (const bool barrier : {false, true}) {
                for (const int threads : copy_threads) {
                    const CopyShape shape{.bytes = 2 * 4 * 100'000,
                                          .streams = streams,
                                          .barrier = barrier,
                                          .element_bytes = element_bytes,
                                          .block_threads = threads,
                                          .threads = 5 * threads};
                    EXPECT_EQ(stream_copy_on_device(0, shape, in), copied_by_the_twin(shape, in))
                        << element_bytes << " B, " << streams << " streams, " << threads;
                }
            }
        }
    }
}

TEST_F(MemoryStudyOnDevice, every_pattern_is_what_its_twin_makes)
{
    const std::vector<float> in = counted(2 * std::size_t{PatternMap::size});
    struct Word {
        float re, im;
        bool operator==(const Word&) const = default;
    };
    const std::span words{reinterpret_cast<const Word*>(in.data()), in.size() / 2};
    for (int input = 0; input < PatternMap::patterns; ++input) {
        for (int output = 0; output < PatternMap::patterns; ++output) {
            const PatternMap map{.input = input, .output = output};
            std::vector<float> expected(in.size());
            const std::span to{reinterpret_cast<Word*>(expected.data()), expected.size() / 2};
            pattern_copy<Word>(map, words, to);
            EXPECT_TRUE(pattern_copy_on_device(0, map, in) == expected) << input << " " << output;
        }
    }
}

TEST_F(MemoryStudyOnDevice, the_chase_ends_where_the_map_says)
{
    for (const int bits : {0, 5, 12, 20}) {
        const ChaseMap map{.bits = bits};
        for (const std::int64_t steps : {0, 1, 3, 1000}) {
            std::vector<unsigned> from;
            std::vector<unsigned> expected;
            for (unsigned thread = 0; thread < 32; ++thread) {
                const unsigned start = map.start(thread, 32);
                from.push_back(map.place(start));
                expected.push_back(map.place(start + static_cast<unsigned>(steps)));
            }
            EXPECT_EQ(chase_on_device(0, map, from, steps), expected) << bits << " " << steps;
        }
    }
}

TEST_F(MemoryStudyOnDevice, probes_measure_something_a_device_could_do)
{
    constexpr std::int64_t bytes = 1 << 26;
    const auto rate = [](Probe& probe) { return probe.bytes_per_unit() / probe.time_and_wait(1); };
    for (const auto& probe : {make_copy_probe(0, {.bytes = bytes, .streams = 4, .barrier = true}),
                              make_driver_copy_probe(0, bytes), make_pattern_probe(0, 3, 0)}) {
        EXPECT_GT(rate(*probe), 1e9);
        EXPECT_LT(rate(*probe), 1e14);
    }
    for (const LinkWay way :
         {LinkWay::to_device, LinkWay::to_host, LinkWay::both, LinkWay::through_blocks}) {
        const auto probe = make_link_probe(0, {.row_bytes = 1 << 16, .way = way});
        EXPECT_GT(rate(*probe), 1e8);
        EXPECT_LT(rate(*probe), 1e13);
    }
    const double latency = make_chase_probe(0, bytes, 1)->time_and_wait(1000) / 1000.0;
    EXPECT_GT(latency, 1e-9);
    EXPECT_LT(latency, 1e-4);
    EXPECT_GT(device_limits(0).threads, 1000);
}

TEST_F(MemoryStudyOnDevice, a_shape_that_makes_no_sense_is_refused)
{
    EXPECT_THROW(static_cast<void>(make_copy_probe(0, {.bytes = 1024, .streams = 64})),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(make_copy_probe(0, {.bytes = 1024, .element_bytes = 5})),
                 std::invalid_argument);
    EXPECT_THROW(static_cast<void>(make_chase_probe(0, 1000, 1)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(make_link_probe(0, {.row_bytes = 48})), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::memory
