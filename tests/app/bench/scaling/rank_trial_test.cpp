// SPDX-License-Identifier: BSD-3-Clause
// The clock of `tobiuo bench scaling`.
#include "app/bench/scaling/rank_trial.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/support/thread_ranks.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// Sleeps for as many milliseconds as the number of its rank says.
class SleepingTrial final : public RankTrial {
public:
    explicit SleepingTrial(int rank) : rank_{rank} {}

    void prepare(std::int64_t executions) override { prepared_ += executions; }
    void execute_and_wait(std::int64_t executions) override
    {
        executed_ += executions;
        std::this_thread::sleep_for(std::chrono::milliseconds{rank_} * executions);
    }
    void exchange_and_wait(std::int64_t executions) override { exchanged_ += executions; }
    [[nodiscard]] std::optional<double> error_and_wait() override { return std::nullopt; }
    [[nodiscard]] std::int64_t most_executions() const override { return 7; }
    [[nodiscard]] std::int64_t step() const override { return 3; }
    [[nodiscard]] Json keys() const override { return {}; }

    [[nodiscard]] std::int64_t prepared() const { return prepared_; }
    [[nodiscard]] std::int64_t executed() const { return executed_; }
    [[nodiscard]] std::int64_t exchanged() const { return exchanged_; }

private:
    int rank_;
    std::int64_t prepared_ = 0;
    std::int64_t executed_ = 0;
    std::int64_t exchanged_ = 0;
};

TEST(RankTiming, is_that_of_the_slowest_rank_on_all_ranks)
{
    std::mutex mutex;
    std::vector<Timing> timings;
    test::on_ranks(3, [&](const Communicator& ranks) {
        SleepingTrial trial{ranks.rank()};
        const Timing timing = time_executions(ranks, trial, {.repetitions = 4, .seconds = 1.0});
        EXPECT_EQ(timing.executions, 6);  // of 7 a multiple of 3
        EXPECT_EQ(timing.seconds.size(), 4U);
        EXPECT_EQ(trial.prepared(), trial.executed());
        EXPECT_EQ(timing.executed, trial.executed());
        const Timing messages = time_exchanges(ranks, trial, timing);
        EXPECT_EQ(messages.executions, 6);
        EXPECT_EQ(trial.exchanged(), 5 * 6);  // the first one warms up
        const std::scoped_lock lock{mutex};
        timings.push_back(timing);
    });
    ASSERT_EQ(timings.size(), 3U);
    for (const Timing& timing : timings) {
        EXPECT_EQ(timing.seconds, timings.front().seconds);
        EXPECT_GE(timing.times().least, 2e-3);
    }
}

}  // namespace
}  // namespace tobiuo::scaling_bench
