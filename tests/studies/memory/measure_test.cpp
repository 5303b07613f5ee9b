// SPDX-License-Identifier: BSD-3-Clause
// The timing of a probe that reports its own time.
#include "studies/memory/measure.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tobiuo::memory_study {
namespace {

/// A probe that takes a fixed time to start and another for every unit.
class ExactProbe final : public memory::Probe {
public:
    double time_and_wait(std::int64_t units) override
    {
        calls.push_back(units);
        return start + per_unit * static_cast<double>(units);
    }
    [[nodiscard]] double bytes_per_unit() const override { return 1e6; }
    [[nodiscard]] std::int64_t threads() const override { return 64; }

    static constexpr double start = 2e-6;
    static constexpr double per_unit = 1e-6;
    std::vector<std::int64_t> calls;
};

TEST(Measure, fills_the_time_of_a_point_with_its_repetitions)
{
    ExactProbe probe;
    const Measurement measured = measure(probe, Quantity::gbps, {.seconds = 0.7, .repetitions = 7});
    EXPECT_EQ(measured.repetitions, 7);
    EXPECT_EQ(measured.threads, 64);
    // 0.1 s a repetition, a unit a microsecond.
    EXPECT_GT(measured.units, 95'000);
    EXPECT_LT(measured.units, 105'000);
    EXPECT_EQ(probe.calls.back(), measured.units);
    // 1 MB a microsecond is 1000 GB/s, less the start of each repetition.
    EXPECT_LT(measured.median, 1000.0);
    EXPECT_GT(measured.median, 999.0);
    EXPECT_LE(measured.least, measured.median);
    EXPECT_GE(measured.most, measured.median);
}

TEST(Measure, latency_is_the_time_of_a_unit)
{
    ExactProbe probe;
    const Measurement measured = measure(probe, Quantity::ns, {.seconds = 0.1, .repetitions = 1});
    EXPECT_GT(measured.median, 1000.0);
    EXPECT_LT(measured.median, 1001.0);
}

TEST(Measure, work_longer_than_its_time_is_done_once_a_repetition)
{
    ExactProbe probe;
    const Measurement measured =
        measure(probe, Quantity::gbps, {.seconds = 1e-9, .repetitions = 3});
    EXPECT_EQ(measured.units, 1);
    EXPECT_EQ(measured.repetitions, 3);
}

}  // namespace
}  // namespace tobiuo::memory_study
