// SPDX-License-Identifier: BSD-3-Clause
// The search for chunks, with a subject whose times are a formula.
#include "kernels/fft/tune/tune_chunks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace tobiuo::fft {
namespace {

using ::testing::HasSubstr;

constexpr ColumnsRequest wide{.view = {.outer = 1, .points = 1024, .inner = 65536},
                              .value_bytes = 16,
                              .most_bytes = std::int64_t{1} << 28};
constexpr ColumnsRequest narrow{.view = {.outer = 4, .points = 512, .inner = 64},
                                .value_bytes = 8,
                                .most_bytes = std::int64_t{1} << 28};

/// Takes the longer the farther the columns of `wide` are from the best number; one number fails.
class FakeSubject final : public ChunksSubject {
public:
    FakeSubject(double best, std::int64_t failing) : best_{best}, failing_{failing} {}

    [[nodiscard]] std::vector<ColumnsRequest> requests() const override { return {wide, narrow}; }
    [[nodiscard]] double seconds(const TunedTable& table) override
    {
        const std::int64_t columns = usual_columns(wide, &table);
        if (columns == failing_) {
            throw std::runtime_error{"the result differs"};
        }
        return 1.0 + std::abs(std::log2(static_cast<double>(columns) / best_));
    }

private:
    double best_;
    std::int64_t failing_;
};

class Listener final : public TuneObserver {
public:
    void tried(const TuneTrial& trial) override { trials.push_back(trial); }
    [[nodiscard]] bool stop_requested() const override
    {
        return static_cast<int>(trials.size()) >= most;
    }

    std::vector<TuneTrial> trials;
    int most = 1000;
};

TEST(FftTuneChunks, keeps_the_fastest_number_of_columns)
{
    const std::int64_t modelled = usual_columns(wide, nullptr);
    FakeSubject subject{0.5 * static_cast<double>(modelled), modelled / 4};
    Listener listener;
    const TunedChunks tuned = tune_chunks(subject, {}, 1000.0, listener);
    EXPECT_EQ(tuned.found.find(text_of(wide)), columns_text(modelled / 2));
    EXPECT_EQ(tuned.found.find(text_of(narrow)), columns_text(usual_columns(narrow, nullptr)));
    EXPECT_DOUBLE_EQ(tuned.model_seconds, 2.0);
    EXPECT_DOUBLE_EQ(tuned.before_seconds, 2.0);
    EXPECT_DOUBLE_EQ(tuned.seconds, 1.0);
    EXPECT_EQ(tuned.rejected, 1);
    EXPECT_EQ(tuned.tried, static_cast<int>(listener.trials.size()));
    EXPECT_TRUE(tuned.complete);
    EXPECT_THAT(listener.trials.front().rejected, HasSubstr("the result differs"));
}

TEST(FftTuneChunks, starts_from_a_table_and_stops_when_asked)
{
    const std::int64_t modelled = usual_columns(wide, nullptr);
    FakeSubject subject{0.25 * static_cast<double>(modelled), 0};
    TunedTable start;
    start.remember(text_of(wide), columns_text(modelled / 2));
    Listener listener;
    listener.most = 0;
    const TunedChunks tuned = tune_chunks(subject, start, 1000.0, listener);
    EXPECT_DOUBLE_EQ(tuned.model_seconds, 3.0);
    EXPECT_DOUBLE_EQ(tuned.before_seconds, 2.0);
    EXPECT_EQ(tuned.found.find(text_of(wide)), columns_text(modelled / 2));
    EXPECT_EQ(tuned.tried, 0);
    EXPECT_FALSE(tuned.complete);
}

}  // namespace
}  // namespace tobiuo::fft
