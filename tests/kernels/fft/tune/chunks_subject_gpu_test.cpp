// SPDX-License-Identifier: BSD-3-Clause
// Chunks of transforms of arrays in host memory, tuned on the device.
#include <gtest/gtest.h>

#include <cstdint>

#include "kernels/fft/tune/tune_chunks.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::fft {
namespace {

class FftTuneChunksOnDevice : public test::OnDevice {};

class Expectant final : public TuneObserver {
public:
    void tried(const TuneTrial& trial) override
    {
        EXPECT_EQ(trial.rejected, "") << trial.what;
        EXPECT_GT(trial.seconds, 0.0) << trial.what;
    }
    [[nodiscard]] bool stop_requested() const override { return false; }
};

TEST_F(FftTuneChunksOnDevice, finds_columns_for_each_kind_and_placement)
{
    constexpr std::int64_t device_bytes = std::int64_t{1} << 20;
    for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r}) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                Problem problem{.lengths = {64, 60, 96}, .kind = kind, .precision = precision};
                problem.placement = placement;
                problem.direction = kind == Kind::c2r ? Direction::inverse : Direction::forward;
                const auto subject = chunks_subject(problem, device_bytes, 0);
                Expectant listener;
                const TunedChunks tuned = tune_chunks(*subject, {}, 100.0, listener);
                EXPECT_TRUE(tuned.complete);
                EXPECT_GT(tuned.tried, 0);
                EXPECT_EQ(tuned.rejected, 0);
                EXPECT_LE(tuned.seconds, tuned.before_seconds);
                EXPECT_EQ(tuned.found.entries().size(), subject->requests().size());
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
